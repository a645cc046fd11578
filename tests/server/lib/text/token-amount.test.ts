import { describe, expect, it } from 'vitest'
import { formatColumnAmount, formatExactAmount } from '#server/lib/text/token-amount.ts'

describe('amounts of tokens', () => {
  it('are exact with grouped digits', () => {
    expect(formatExactAmount(324_520_516_704_725n, 6)).toBe('324,520,516.704725')
    expect(formatExactAmount(5n, 0)).toBe('5')
  })

  it('have no fraction in a column from 1,000 tokens on', () => {
    expect(formatColumnAmount(324_520_516_704_725n, 6)).toBe('324,520,517')
    expect(formatColumnAmount(1_000_400_000n, 6)).toBe('1,000')
    expect(formatColumnAmount(999_999_999n, 6)).toBe('999.999999')
    expect(formatColumnAmount(12_345n, 0)).toBe('12,345')
  })
})
