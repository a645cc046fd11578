import { expect, it } from 'vitest'
import { findAnswer } from '#src/app/palette/answers.ts'

it.each([
  ['2 + 2', '4'],
  ['0.1 + 0.2', '0.3'],
  ['2*(3+4)', '14'],
  ['1,000 × 2', '2,000'],
  ['-3 - -4', '1'],
  ['2^3^2', '512'],
  ['10 / 4', '2.5'],
  ['15% of 200', '30'],
  ['2.5 % of 1,000 + 1', '26'],
  ['0.5 sol', '50 POINTS'],
  ['0.01 SOL in points', '1 POINT'],
  ['30 points', '0.3 SOL'],
  ['30 points to sol', '0.3 SOL'],
  ['1 sol to lamports', '1,000,000,000 lamports'],
  ['(1+1) sol', '200 POINTS'],
])('answers %s with %s', (typed, result) => {
  expect(findAnswer(typed)?.result).toBe(result)
})

it.each([
  '',
  '42',
  '1/0',
  'calendar',
  'sol',
  'sol sol',
  '2 +',
  'alert(1) + 1',
  '2026-11-20',
  'x'.repeat(99),
])('has no answer to %s', (typed) => {
  expect(findAnswer(typed)).toBeNull()
})
