import { expect, it } from 'vitest'
import { decodeValidAddress, decodeAddress, encodeBase58 } from '#solana/base58.ts'

it.each([
  [new Uint8Array(32), '1'.repeat(32)],
  [new Uint8Array(32).fill(255), 'JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG'],
])('has one spelling for 32 bytes', (bytes, address) => {
  expect(encodeBase58(bytes)).toBe(address)
  expect([...decodeValidAddress(address)]).toEqual([...bytes])
})

it.each([
  ['31 bytes', encodeBase58(new Uint8Array(31).fill(7))],
  ['33 bytes', encodeBase58(new Uint8Array(33).fill(7))],
  ['33 zero bytes', '1'.repeat(33)],
  ['a letter outside the alphabet', `${'1'.repeat(31)}0`],
  ['a space before', ` ${'1'.repeat(32)}`],
  ['a space behind', `${'1'.repeat(32)} `],
  ['nothing', ''],
])('takes %s for no address', (_, text) => {
  expect(decodeAddress(text)).toBeNull()
  expect(() => decodeValidAddress(text)).toThrow('is not a 32-byte base58 address')
})
