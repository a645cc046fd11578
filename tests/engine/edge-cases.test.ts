import { describe, expect, it } from 'vitest'
import { readBalances, computeTradeLamports } from '#engine/scan/balances.ts'
import { WSOL_MINT } from '#solana/programs.ts'
import { MINT, POOL, buy, crowd, reportOf, sell, transaction, walletOf } from './market.ts'

const SOL = 1_000_000_000n
const M = 1_000_000_000_000n
const ann = walletOf('ann')

describe('edge cases of a whole report', () => {
  it('edge case 26: returns an empty report for a mint without a trade', () => {
    const report = reportOf([
      transaction({ slot: 1, moves: [{ owner: ann, signs: true, tokens: M }] }),
    ])
    expect(report.counts.trades).toBe(0)
    expect(report.wallets).toEqual([])
    expect(report.price.sol).toBeNull()
  })
})

describe('conservation', () => {
  it('is exact for SOL: wallets, pools, fees, tips and rent add up to zero', () => {
    for (const tx of [
      buy(ann, { slot: 1, tokens: M, quote: SOL }),
      sell(ann, { slot: 2, tokens: M, quote: 2n * SOL }),
      ...crowd(10),
    ]) {
      const owners = [...(readBalances(tx)?.owners.values() ?? [])]
      const trades = owners.reduce((sum, change) => sum + computeTradeLamports(change), 0n)
      const apart = owners.reduce((sum, { fee, rent, tip }) => sum + fee + rent + tip, 0)
      const moved = tx.lamports.reduce((sum, { delta }) => sum + delta, 0)
      expect(trades).toBe(0n)
      expect(moved).toBe(-apart)
    }
  })

  it("is exact for tokens: purchases equal the pool's outflow", () => {
    const transactions = [...crowd(1), buy(ann, { slot: 5_000, tokens: M, quote: SOL })]
    const report = reportOf(transactions)
    const wallets = [...report.wallets, ...report.excluded]
    const held = wallets.reduce((sum, { held_tokens }) => sum + BigInt(held_tokens), 0n)
    let given = 0n
    for (const tx of transactions) {
      for (const { mint, owner, before, after } of tx.balances) {
        if (mint === MINT && owner === POOL) given += before - after
        expect(mint === MINT || mint === WSOL_MINT).toBe(true)
      }
    }
    expect(held).toBe(given)
  })
})
