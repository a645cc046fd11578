import { InvalidArgumentError } from 'commander'
import { describe, expect, it } from 'vitest'
import { parseLimit } from '#server/cli/operator.ts'

describe('the number of rows to list', () => {
  it('is a whole number above 0', () => {
    expect(parseLimit('7')).toBe(7)
  })

  it.each(['', '0', '-5', '1.5', 'ten', '1e3'])('is not %j', (text) => {
    expect(() => parseLimit(text)).toThrow(InvalidArgumentError)
  })
})
