import { randomBytes } from 'node:crypto'
import { createSignerFromSeed } from '#solana/keys.ts'

export type TestWallet = {
  address: string
  /** Standard Base64 of the signature over a text or bytes. */
  sign(message: string | Uint8Array): string
  signBytes(message: Uint8Array): Uint8Array
}

/** Signs as a wallet does. Without a seed (32 bytes), it is a new wallet. */
export function testWallet(seed: Uint8Array = randomBytes(32)): TestWallet {
  const { address, sign: signBytes } = createSignerFromSeed(seed)
  return {
    address,
    sign: (message) => Buffer.from(signBytes(Buffer.from(message))).toString('base64'),
    signBytes,
  }
}
