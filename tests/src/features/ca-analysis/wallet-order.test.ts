import { describe, expect, it } from 'vitest'
import type { Wallet } from '#contract/analysis/report.ts'
import {
  filterWallets,
  sortAfterClick,
  sortWallets,
} from '#src/features/ca-analysis/wallet-order.ts'

const wallet = (address: string, rank: number, facts: Partial<Wallet>): Wallet =>
  ({ address, rank, labels: [], score: 0, pnl_sol: 0, buys: 1, sells: 1, ...facts }) as Wallet

const WALLETS = [
  wallet('Alpha', 1, { pnl_sol: 1, roi: null, sells: 3 }),
  wallet('Beta', 2, { pnl_sol: 5, roi: 0.5 }),
  wallet('Gamma', 3, {
    pnl_sol: -2,
    roi: 2,
    labels: [{ label: 'fresh_wallet', hard: false, reason: '', proof: [] }],
  }),
]
const order = (wallets: Wallet[]) => wallets.map(({ address }) => address)

describe('sortWallets', () => {
  it('sorts by a column both ways and leaves the list it was given alone', () => {
    expect(order(sortWallets(WALLETS, { key: 'pnl', isDescending: true }))).toEqual([
      'Beta',
      'Alpha',
      'Gamma',
    ])
    expect(order(sortWallets(WALLETS, { key: 'pnl', isDescending: false }))).toEqual([
      'Gamma',
      'Alpha',
      'Beta',
    ])
    expect(order(WALLETS)).toEqual(['Alpha', 'Beta', 'Gamma'])
  })

  it.each([true, false])('puts what is unknown last (descending: %s)', (isDescending) => {
    expect(order(sortWallets(WALLETS, { key: 'roi', isDescending })).at(-1)).toBe('Alpha')
  })

  it('shows the best first on the first click, and turns on the second', () => {
    const byRank = { key: 'rank', isDescending: false } as const
    const first = sortAfterClick(byRank, 'roi')
    expect(first).toEqual({ key: 'roi', isDescending: true })
    expect(sortAfterClick(first, 'roi')).toEqual({ key: 'roi', isDescending: false })
    expect(sortAfterClick(first, 'rank')).toEqual(byRank)
  })
})

describe('filterWallets', () => {
  const none = { text: '', isProfitableOnly: false, isRepeatedOnly: false }

  it('finds by part of an address or of a label', () => {
    expect(order(filterWallets(WALLETS, { ...none, text: ' bet' }))).toEqual(['Beta'])
    expect(order(filterWallets(WALLETS, { ...none, text: 'Fresh wal' }))).toEqual(['Gamma'])
  })

  it('keeps the profitable and those with several sales', () => {
    expect(order(filterWallets(WALLETS, { ...none, isProfitableOnly: true }))).toEqual([
      'Alpha',
      'Beta',
    ])
    expect(order(filterWallets(WALLETS, { ...none, isRepeatedOnly: true }))).toEqual(['Alpha'])
  })
})
