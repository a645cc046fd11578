import { assert, bigInt, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLamports, formatSol, lamportsToSol, solToLamports } from '#contract/money.ts'

describe('solToLamports', () => {
  it.each([
    [0.5, 500_000_000n],
    [0.1, 100_000_000n],
    [0.29, 290_000_000n],
    [1.1, 1_100_000_000n],
    [0.0000000019, 1n],
    [123_456.789, 123_456_789_000_000n],
    [0, 0n],
    [-1, 0n],
    [Number.NaN, 0n],
    [Number.POSITIVE_INFINITY, 0n],
    [1e22, 10_000_000_000_000_000_000_000_000_000_000n],
  ])('turns %d SOL into %d lamports', (sol, lamports) => {
    expect(solToLamports(sol)).toBe(lamports)
  })

  it('restores any lamports shown as SOL', () => {
    assert(
      property(bigInt({ min: 1n, max: 1_000_000_000_000n }), (lamports) => {
        expect(solToLamports(lamportsToSol(lamports))).toBe(lamports)
      }),
    )
  })
})

describe('formatSol', () => {
  it.each([
    [0, '0'],
    [0.5, '0.5'],
    [1234.5, '1,234.5'],
    [0.123456789, '0.123457'],
    ['0.25', '0.25'],
    [null, 'N/A'],
    [undefined, 'N/A'],
    ['', 'N/A'],
    ['soon', 'N/A'],
  ])('shows %s as %s', (amount, text) => {
    expect(formatSol(amount)).toBe(text)
  })
})

describe('formatLamports', () => {
  it.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [10_000_000n, '0.01'],
    [1_000_000_000n, '1'],
    [-500_000_000n, '-0.5'],
    [18_446_744_073_709_551_615n, '18446744073.709551615'],
  ])('writes %d as %s', (lamports, text) => {
    expect(formatLamports(lamports)).toBe(text)
  })
})
