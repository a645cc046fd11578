import { expect, it } from 'vitest'
import { isStatement } from '#server/modules/research/question/special-questions.ts'

it.each([
  ['Marinade raised its fees', true],
  ['Circle and Coinbase agreed on fees', true],
  ['Tether was fined', true],
  ['Jito sold its tokens', true],
  ['Solana speed increase Alpenglow', false],
  ['Pyth price feed growth', false],
  ['Solana and Fed rates', false],
  ['crypto fear and greed index', false],
])('%j is a statement: %s', (text, expected) => {
  expect(isStatement(text)).toBe(expected)
})
