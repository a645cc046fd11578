import { afterEach, describe, expect, it } from 'vitest'
import { formatPoints, formatSol } from '#contract/money.ts'
import { formatFixed, formatNumber, setNumberFormat, withSeparators } from '#contract/numbers.ts'

afterEach(() => setNumberFormat('comma'))

describe('the format of numbers', () => {
  it.each([
    ['comma', '1,234,567.89', '1.2M', '1,234.5'],
    ['dot', '1.234.567,89', '1,2M', '1.234,5'],
    ['space', '1\u202F234\u202F567.89', '1.2M', '1\u202F234.5'],
  ] as const)('as %s is used for every number', (format, plain, compact, sol) => {
    setNumberFormat(format)
    expect(formatNumber(1_234_567.89)).toBe(plain)
    expect(formatNumber(1_234_567, { notation: 'compact', maximumFractionDigits: 1 })).toBe(compact)
    expect(formatSol('1234.5')).toBe(sol)
  })

  it('keeps the texts around the number', () => {
    setNumberFormat('dot')
    expect(formatPoints(12_345n)).toBe('12.345 POINTS')
    expect(formatNumber(1234.5, { style: 'currency', currency: 'USD' })).toBe('$1.234,50')
    expect(withSeparators('1,234.000000001')).toBe('1.234,000000001')
    expect(formatFixed(7, 1)).toBe('7,0')
  })

  it('follows the browser when the user wants that', () => {
    setNumberFormat('system')
    expect(formatNumber(1_234_567.5)).toBe(
      new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }).format(1_234_567.5),
    )
  })

  it('is US English until it is chosen', () => {
    expect(formatNumber(1_234.5)).toBe('1,234.5')
    expect(formatFixed(0.25, 1)).toBe('0.3')
  })
})
