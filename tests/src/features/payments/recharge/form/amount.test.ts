import { describe, expect, it } from 'vitest'
import {
  findAmountProblem,
  findAmountWarning,
  computeMaxAmount,
  formatSolAsPoints,
  formatRecordTokens,
  computeTokenPrice,
  formatToken,
  formatUsd,
  formatWorth,
} from '#src/features/payments/recharge/form/amount.ts'
import type { TokenTerms } from '#src/features/payments/recharge/form/payment-terms.ts'

const token: TokenTerms = {
  mint: 'MintMintMintMintMintMintMintMint',
  symbol: 'DEMO',
  decimals: 6,
  rawPerPoint: 1_000_000n,
  hasFaucet: false,
}

describe('findAmountProblem', () => {
  it.each([
    [Number.NaN, 'Enter an amount in SOL.'],
    [Number.POSITIVE_INFINITY, 'Enter an amount in SOL.'],
    [0, 'The amount must be more than 0 SOL.'],
    [-1, 'The amount must be more than 0 SOL.'],
    [0.009_999_999, 'Enter at least 0.01 SOL.'],
    [1000.1, 'Enter at most 1,000 SOL.'],
    [0.01, null],
    [0.05, null],
    [0.1, null],
    [0.25, null],
    [0.123456789, null],
    [0.123456789012, null],
    [0.3, null],
    [1000, null],
  ])('of %d SOL is %s', (amount, problem) => {
    expect(findAmountProblem(amount, { minSol: 0.01, maxSol: 1_000 })).toBe(problem)
  })
})

describe('findAmountWarning', () => {
  it.each([
    [0.05, 1, 'This is below the usual minimum of 0.1 SOL.'],
    [0.5, 0.4, 'This is more than your wallet holds.'],
    [0.5, '0.4', 'This is more than your wallet holds.'],
    [0.5, 0.5, 'Your wallet also needs a little SOL for the fee.'],
    [0.5, 0.6, null],
    [0.25, null, null],
    [0.25, undefined, null],
    [Number.NaN, 1, null],
    [-1, 1, null],
  ])('of %d SOL with %s SOL in the wallet is %s', (amount, held, warning) => {
    expect(findAmountWarning(amount, held)).toBe(warning)
  })
})

describe('the price in tokens', () => {
  it.each([
    [0.5, 1_000_000n, 50_000_000n],
    [0.1, 1_000_000n, 10_000_000n],
    // A third of a raw unit is rounded up: the payment is never worth less than what it credits.
    [0.100000001, 1n, 11n],
    [0.29, 1_000_000n, 29_000_000n],
  ])('of %d SOL at %d raw units a POINT', (sol, rawPerPoint, raw) => {
    expect(computeTokenPrice(sol, { ...token, rawPerPoint })).toBe(raw)
  })

  it('is shown exactly, with its symbol', () => {
    expect(formatToken(50_000_000n, token)).toBe('50 DEMO')
    expect(formatToken(1_234_567_890_001n, token)).toBe('1,234,567.890001 DEMO')
  })
})

describe('formatSolAsPoints', () => {
  it.each([
    [0.5, '50 POINTS'],
    [0.01, '1 POINT'],
    [0, '0 POINTS'],
    ['0.125', '12.5 POINTS'],
    [0.29, '29 POINTS'],
    [10_000, '1,000,000 POINTS'],
    [null, null],
    ['soon', null],
    [-1, null],
  ])('of %s SOL is %s', (sol, text) => {
    expect(formatSolAsPoints(sol)).toBe(text)
  })
})

describe('formatUsd', () => {
  it.each([
    [12.5, 'about $12.50'],
    ['1234', 'about $1,234.00'],
    [0, 'about $0.00'],
    [null, null],
    [undefined, null],
    ['?', null],
  ])('of %s is %s', (usd, text) => {
    expect(formatUsd(usd)).toBe(text)
  })
})

describe('formatWorth', () => {
  it.each([
    [0.5, 168.4, '50 POINTS · about $84.20'],
    [0.01, '168.4', '1 POINT · about $1.68'],
    [0.5, null, '50 POINTS'],
    [0.5, 'soon', '50 POINTS'],
    [0, 168.4, null],
    [Number.NaN, 168.4, null],
  ])('of %s SOL at $%s is %s', (sol, usdPerSol, text) => {
    expect(formatWorth(sol, usdPerSol)).toBe(text)
  })
})

describe('computeMaxAmount', () => {
  it.each([
    ['leaves something for the fee', 9.5, 1_000, 9.49],
    ['stays within the limit of an order', 9.5, 2, 2],
    ['takes text', '0.5', 1_000, 0.49],
    ['is nothing in an empty wallet', 0.001, 1_000, 0],
    ['is nothing while the wallet is not known', null, 1_000, 0],
  ])('%s', (_title, held, maxSol, amount) => {
    expect(computeMaxAmount(held, maxSol)).toBe(amount)
  })
})

describe('formatRecordTokens', () => {
  it.each([
    ['an order in SOL says nothing', { currency: 'SOL', token_amount: '5' }, null],
    ['one without a currency says nothing', {}, null],
    [
      'the product’s token',
      { currency: 'TOKEN', token_amount: '1250', token_mint: token.mint },
      '1,250 DEMO',
    ],
    [
      'another mint by its address',
      { currency: 'TOKEN', token_amount: '5', token_mint: 'Other1111111Other' },
      '5 Othe…ther',
    ],
    ['an amount that is missing', { currency: 'TOKEN' }, 'N/A DEMO'],
  ])('%s', (_title, record, text) => {
    expect(formatRecordTokens(record, token)).toBe(text)
  })
})
