import { PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import { expect, it } from 'vitest'
import { isOnCurve } from '#server/local-chain/ed25519-point.ts'
import { addressOf, SYSTEM } from '#tests/support/token-fixtures.ts'

it('agrees with web3.js on 200 addresses, about half of them on the curve', () => {
  const addresses = Array.from({ length: 200 }, (_, nth) => addressOf(`point ${nth}`))
  const verdicts = addresses.map(isOnCurve)
  expect(verdicts).toEqual(addresses.map((address) => PublicKey.isOnCurve(bs58.decode(address))))
  const share = verdicts.filter(Boolean).length / verdicts.length
  expect(share).toBeGreaterThan(0.35)
  expect(share).toBeLessThan(0.65)
})

it('takes the system program for a point and a short text for none', () => {
  expect(isOnCurve(SYSTEM)).toBe(true)
  expect(isOnCurve('abc')).toBe(false)
})
