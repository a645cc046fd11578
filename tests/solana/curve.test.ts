import { Keypair, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { describe, expect, it } from 'vitest'
import { isOnCurve, isSigningKey } from '#solana/curve.ts'
import { addressOf, SYSTEM } from '#tests/support/token-fixtures.ts'

it('agrees with web3.js on 200 addresses, about half of them on the curve', () => {
  const addresses = Array.from({ length: 200 }, (_, nth) => addressOf(`point ${nth}`))
  const verdicts = addresses.map(isOnCurve)
  expect(verdicts).toEqual(addresses.map((address) => PublicKey.isOnCurve(bs58.decode(address))))
  const share = verdicts.filter(Boolean).length / verdicts.length
  expect(share).toBeGreaterThan(0.35)
  expect(share).toBeLessThan(0.65)
})

it('accepts the system program as a point and refuses a short text', () => {
  expect(isOnCurve(SYSTEM)).toBe(true)
  expect(isOnCurve('abc')).toBe(false)
})

const P = 2n ** 255n - 19n
/** y of two points of order eight, −y of the other two: where x² = −y², so that doubling gives y = 0. */
const ORDER_EIGHT = 2707385501144840649318225287225658788936804267575313519463743609750303402022n

const keyOf = (y: bigint, isOdd: boolean): Uint8Array =>
  Buffer.from((y + (isOdd ? 1n << 255n : 0n)).toString(16).padStart(64, '0'), 'hex').toReversed()

describe('a signing key', () => {
  it('is every key that a secret makes', () => {
    const keys = Array.from({ length: 100 }, () => Keypair.generate().publicKey.toBytes())
    expect(keys.every(isSigningKey)).toBe(true)
  })

  it.each([
    ['the neutral element', 1n],
    ['the point of order two', P - 1n],
    ['a point of order four', 0n],
    ['a point of order eight', ORDER_EIGHT],
    ['another point of order eight', P - ORDER_EIGHT],
    ['the neutral element with y above the field', P + 1n],
    ['a point of order four with y above the field', P],
    ['a point of large order with y above the field', P + 3n],
    ['no point', 2n],
  ])('is not %s, whatever the sign of x', (_, y) => {
    expect(isSigningKey(keyOf(y, false))).toBe(false)
    expect(isSigningKey(keyOf(y, true))).toBe(false)
  })

  it('is a point of large order in its canonical form', () => {
    expect(isSigningKey(keyOf(3n, false))).toBe(true)
    expect(isSigningKey(keyOf(3n, true))).toBe(true)
  })
})
