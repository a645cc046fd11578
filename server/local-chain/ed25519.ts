import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { encodeBase58 } from './base58.ts'

export type Signer = {
  address: string
  publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** DER wrapping of a raw Ed25519 seed. Source: RFC 8410 §7. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_PREFIX_BYTES = 12

/** The key pair of a 32-byte seed. */
export function signerFromSeed(seed: Uint8Array): Signer {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const publicKey = spki.subarray(SPKI_PREFIX_BYTES)
  return {
    address: encodeBase58(publicKey),
    publicKey,
    sign: (message) => sign(null, message, privateKey),
  }
}

/** The key pair that a text always gives; for keys whose secrecy rests on the text. */
export const signerFromText = (text: string): Signer =>
  signerFromSeed(createHash('sha256').update(text).digest())
