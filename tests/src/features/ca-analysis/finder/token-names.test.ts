import { expect, it } from 'vitest'
import type { FinderMint } from '#contract/analysis/finder.ts'
import { createTokenNames } from '#src/features/ca-analysis/finder/token-names.ts'

const [A, B, C] = ['A', 'B', 'C'].map((letter) => letter.repeat(40)) as [string, string, string]
const token = (mint: string, symbol?: string | null): FinderMint => ({
  mint,
  ...(symbol === undefined ? {} : { symbol }),
  error: null,
  complete: true,
  reasons: [],
  wallets: 1,
  trades: 1,
})

it('names a token by its symbol, and by its address without one', () => {
  const tokenName = createTokenNames([token(A, 'BONK'), token(B, null), token(C)])
  expect([A, B, C].map(tokenName)).toEqual(['BONK', 'BBBB…BBBB', 'CCCC…CCCC'])
})

it('tells tokens with the same symbol apart', () => {
  const tokenName = createTokenNames([token(A, 'BONK'), token(B, 'BONK')])
  expect([A, B].map(tokenName)).toEqual(['BONK AAAA…AAAA', 'BONK BBBB…BBBB'])
})

it('cuts a long symbol', () => {
  expect(createTokenNames([token(A, 'ABCDEFGHIJKLMNOP')])(A)).toBe('ABCDEFGHIJKL…')
})
