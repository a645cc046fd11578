import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { encodeBase58 } from './base58.ts'

/** DER prefixes of a raw Ed25519 seed and of a raw public key; 32 bytes follow. Source: RFC 8410 §7 and §4. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** An Ed25519 key pair. `sign` returns 64 bytes. */
export type Signer = {
  address: string
  publicKey: Uint8Array
  sign(message: Uint8Array): Uint8Array
}

/** Returns the key pair of a 32-byte seed. */
export function createSignerFromSeed(seed: Uint8Array): Signer {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const publicKey = spki.subarray(SPKI_HEAD.length)
  return {
    address: encodeBase58(publicKey),
    publicKey,
    sign: (message) => sign(null, message, privateKey),
  }
}

/** Derives a key pair from a text, which is as secret as the text. */
export const createSignerFromText = (text: string): Signer =>
  createSignerFromSeed(createHash('sha256').update(text).digest())

/** Returns the address of a 32-byte seed in hex. */
export const deriveAddress = (seedHex: string): string =>
  createSignerFromSeed(Buffer.from(seedHex, 'hex')).address

/** Returns true if the holder of `publicKey` (32 bytes) signed exactly these bytes. */
export const isSignedBy = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean =>
  verify(
    null,
    message,
    createPublicKey({ key: Buffer.concat([SPKI_HEAD, publicKey]), format: 'der', type: 'spki' }),
    signature,
  )
