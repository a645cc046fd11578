import { expect, it } from 'vitest'
import { formatFigure } from '#server/modules/research/digest/figure-table.ts'

it.each([
  [154.1, '$154.10'],
  [150, '$150'],
  [1234.567, '$1,234.57'],
  [0.00001826, '$0.00001826'],
  [1.5e9, '$1.5B'],
])('writes %d dollars as %s', (value, text) => {
  expect(formatFigure(value, 'usd')).toBe(text)
})
