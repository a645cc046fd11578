import { describe, expect, it } from 'vitest'
import { addressOf } from '#tests/support/token-fixtures.ts'
import {
  POOL,
  buy,
  creation,
  crowd,
  entryOf,
  inputOf,
  programAddressOf,
  reportOf,
  transaction,
  walletOf,
} from './market.ts'

const SOL = 1_000_000_000n
const M = 1_000_000_000_000n

const ann = walletOf('ann')
const ben = walletOf('ben')
const cat = walletOf('cat')

describe('coverage and order', () => {
  it('edge case 22: order a slot by the index in the block, and drop duplicates', () => {
    const first = buy(ann, { slot: 50, index: 7, tokens: M, quote: SOL })
    const second = buy(ben, { slot: 50, index: 9, tokens: M, quote: SOL })
    const window = [creation(walletOf('maker'), 1), second, first, second, ...crowd(100)]
    const report = reportOf(window)
    expect(entryOf(report, ann).first_buy?.rank).toBe(1)
    expect(entryOf(report, ben).first_buy?.rank).toBe(2)
    expect(report.counts.trades).toBe(5)
  })

  it('have no entry ranks if the creation is unknown', () => {
    const report = reportOf(crowd(1))
    expect(report.coverage).toMatchObject({ complete: false, creation: null })
    expect(report.wallets.every(({ first_buy }) => first_buy?.rank === null)).toBe(true)
  })

  it('edge case 30: report what could not be read', () => {
    const transactions = [creation(walletOf('maker'), 1), ...crowd(100)]
    const { collection } = inputOf(transactions)
    const report = reportOf(transactions, { collection: { ...collection, missing: 2 } })
    expect(report.coverage).toMatchObject({ complete: false, missing: 2 })
    expect(report.coverage.reasons.join()).toContain('2 transaction(s) could not be read')
    expect(report.wallets[0]?.first_buy?.rank).toBeNull()
  })

  it('ignore transactions that do not name the mint', () => {
    const other = transaction({
      slot: 7,
      mint: addressOf('another token'),
      moves: [
        { owner: ann, signs: true, tokens: M, lamports: -SOL },
        { owner: POOL, tokens: -M, wsol: SOL },
      ],
    })
    const own = crowd(1)
    expect(JSON.stringify(reportOf([other, ...own]))).toBe(JSON.stringify(reportOf(own)))
  })

  it('edge case 29: ignore dust in the price', () => {
    const dust = transaction({
      slot: 90_000,
      moves: [
        { owner: ann, signs: true, tokens: 1n, lamports: -900_000n },
        { owner: POOL, tokens: -1n, heldBefore: 9n * M, wsol: 900_000n },
      ],
    })
    const before = reportOf(crowd(1)).price.sol ?? 0
    expect(reportOf([...crowd(1), dust]).price.sol).toBeCloseTo(before, 12)
  })

  it('take the price from the deepest pool', () => {
    const shallow = transaction({
      slot: 90_000,
      moves: [
        { owner: cat, signs: true, tokens: 100n, lamports: -2_000_000n },
        {
          owner: programAddressOf('shallow'),
          tokens: -100n,
          heldBefore: 200n,
          wsol: 2_000_000n,
          wsolBefore: 2_000_000n,
        },
      ],
    })
    const report = reportOf([...crowd(1), shallow])
    expect(report.price.sol).toBeCloseTo(reportOf(crowd(1)).price.sol ?? 0, 12)
  })
})
