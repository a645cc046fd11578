import { Keypair } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { deriveAddress, isSignedBy, createSignerFromSeed } from '#solana/keys.ts'

const seed = Uint8Array.from({ length: 32 }, (_, nth) => nth * 7)
const message = Buffer.from('pay')

it('derives the same address from a seed as web3.js', () => {
  const { address, publicKey } = createSignerFromSeed(seed)
  const keypair = Keypair.fromSeed(seed)
  expect(address).toBe(keypair.publicKey.toBase58())
  expect([...publicKey]).toEqual([...keypair.publicKey.toBytes()])
  expect(deriveAddress(Buffer.from(seed).toString('hex'))).toBe(address)
})

it('verifies its own signature and no other', () => {
  const signer = createSignerFromSeed(seed)
  const signature = signer.sign(message)
  expect(isSignedBy(signer.publicKey, message, signature)).toBe(true)
  expect(isSignedBy(signer.publicKey, Buffer.from('pay more'), signature)).toBe(false)
  expect(isSignedBy(createSignerFromSeed(new Uint8Array(32)).publicKey, message, signature)).toBe(
    false,
  )
})
