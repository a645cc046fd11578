import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import bs58 from 'bs58'

/** DER head of a PKCS #8 Ed25519 private key (RFC 8410); the 32-byte seed follows. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

const keyOf = (seedHex: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(seedHex, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })

/** The Solana address of an Ed25519 seed of 32 bytes in hex. */
export const addressOfSeed = (seedHex: string): string => {
  const spki = createPublicKey(keyOf(seedHex)).export({ format: 'der', type: 'spki' })
  return bs58.encode(spki.subarray(-32))
}
