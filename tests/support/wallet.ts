import { generateKeyPairSync, sign } from 'node:crypto'
import bs58 from 'bs58'

export type TestWallet = {
  address: string
  /** Standard Base64 of the signature over a text or bytes. */
  sign(message: string | Uint8Array): string
  signBytes(message: Uint8Array): Uint8Array
}

/** A fresh Ed25519 key pair that signs as a wallet does. */
export function testWallet(): TestWallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const signBytes = (message: Uint8Array) => sign(null, message, privateKey)
  return {
    address: bs58.encode(raw),
    sign: (message) => signBytes(Buffer.from(message)).toString('base64'),
    signBytes,
  }
}
