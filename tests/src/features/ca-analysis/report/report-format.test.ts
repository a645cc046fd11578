import { describe, expect, it } from 'vitest'
import {
  formatAxisPrice,
  formatLabel,
  formatPrice,
  formatRatio,
  formatSignedSol,
  formatSignedUsd,
  formatSolOrUsd,
  formatSpan,
  formatTokens,
  formatTrades,
  formatUsd,
} from '#src/features/ca-analysis/report/report-format.ts'

describe('numbers of a report', () => {
  it.each([
    [3.1171234, '+3.117'],
    [-0.5, '−0.5'],
    [0, '0'],
    [0.00012, '+0.00012'],
    [12_345.67, '+12,345.7'],
  ])('writes %d SOL as %s', (sol, text) => {
    expect(formatSignedSol(sol)).toBe(text)
  })

  it.each([
    [2.98, '+2.980'],
    [-3.1171, '−3.117'],
    [0, '0'],
    [0.0000000001, '0'],
  ])('lines up the decimals of %d SOL in a column as %s', (sol, text) => {
    expect(formatSignedSol(sol, { isColumn: true })).toBe(text)
  })

  it('writes the sign of dollars that were gained or lost', () => {
    expect([456, -0.042, 0, null].map(formatSignedUsd)).toEqual(['+$456', '−$0.04', '$0', '—'])
  })

  it('writes an amount in SOL where its dollars are not known', () => {
    expect(formatSolOrUsd(3.2, 456)).toBe('$456')
    expect(formatSolOrUsd(3.2, null)).toBe('3.2 SOL')
    expect(formatSolOrUsd(null, null)).toBe('—')
  })

  it('writes cents with two digits', () => {
    expect([70.7, 3, 0.1, 99.999].map(formatUsd)).toEqual(['$70.70', '$3.00', '$0.10', '$100'])
  })

  it.each([
    [0.00000015986, '0.0₆1599'],
    [0.00000099999, '0.0₅1'],
    [0.0000009999, '0.0₆9999'],
    [0.00012, '0.00012'],
    [1.25, '1.25'],
    [2.6e-23, '0'],
    [-0.0000002, '−0.0₆2'],
  ])('writes the price %d on an axis as %s', (price, text) => {
    expect(formatAxisPrice(price)).toBe(text)
  })

  it.each([
    [0.256, false, '25.6%'],
    [1.4, true, '+140%'],
    [-0.1, true, '−10.0%'],
    [0.93, false, '93.0%'],
    [1, false, '100%'],
    [-0.0001, true, '0%'],
    [0, true, '0%'],
    [null, true, '—'],
  ])('writes the ratio %s as a percentage', (ratio, isSigned, text) => {
    expect(formatRatio(ratio, isSigned)).toBe(text)
  })

  it.each([
    [0, '0 s'],
    [45, '45 s'],
    [720, '12 min'],
    [12_000, '3 h 20 min'],
    [7_200, '2 h'],
    [190_000, '2 d 4 h'],
    [null, '—'],
    [-1, '—'],
  ])('writes a span of %s seconds as %s', (seconds, text) => {
    expect(formatSpan(seconds)).toBe(text)
  })

  it('keeps token amounts beyond 2^53 raw units', () => {
    expect(formatTokens('103421686746987', 6)).toBe('103.42M')
    expect(formatTokens('12345670000', 6)).toBe('12,345.67')
    expect(formatTokens('4200', 6)).toBe('0.0042')
    expect(formatTokens('7', 0)).toBe('7')
  })

  it('shows small prices with five digits and not as an exponent', () => {
    expect(formatPrice(0.00000015986321)).toBe('0.0₆15986')
    expect(formatPrice(null)).toBe('—')
  })

  it('writes labels as words', () => {
    expect(formatLabel('volume_bot')).toBe('Volume bot')
  })
})

describe('formatTrades', () => {
  it.each([
    [1, 1, '1 buy, 1 sell'],
    [2, 0, '2 buys, 0 sells'],
  ])('counts %d and %d', (buys, sells, text) => {
    expect(formatTrades(buys, sells)).toBe(text)
  })
})
