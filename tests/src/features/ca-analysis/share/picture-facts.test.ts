import { afterEach, expect, it } from 'vitest'
import type { ReportHead, WalletDetail } from '#contract/analysis/report-parts.ts'
import {
  describePicture,
  pictureFinder,
  pictureReport,
  pictureWallet,
} from '#src/features/ca-analysis/share/picture-facts.ts'
import { setHours } from '#src/lib/dates.ts'
import { COVERAGE } from '#tests/mocks/report-coverage.ts'
import { finderReport } from '#tests/mocks/finder-report.ts'
import { walletAt } from '#tests/mocks/wallet-rows.ts'

afterEach(() => setHours('system'))

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

const report: ReportHead = {
  mint: MINT,
  decimals: 6,
  token_program: null,
  supply_raw: null,
  token: null,
  asof_slot: 1,
  asof_time: null,
  coverage: { ...COVERAGE, complete: true },
  price: { sol: null, usd: null, sol_usd: 200, source_sig: null },
  counts: { buyers: 9, sellers: 8, trades: 70, by_label: {}, wallets: 1_234, excluded: 22 },
  cost_points: 1,
  engine_version: '1',
  input_digest: '',
  gaps_total: 0,
  changes: null,
  made_at: '2026-11-22T12:00:00Z',
}

const wallet: WalletDetail = {
  ...walletAt(3),
  evidence: [],
  pnl_series: [],
  cluster: null,
  buys: 2,
  sells: 1,
  realized_sol: 1.25,
  pnl_sol: 1.5,
  roi: 0.5,
  fifo: { realized_sol: -2, unrealized_sol: 0, pnl_sol: -2, roi: -0.4, win_rate: 0 },
}

const own = { report, isDemo: false, isPlayMoney: false }

it('shows what a search found, with its best wallet', () => {
  const best = {
    rank: 1,
    address: MINT,
    members: [MINT],
    score: 80,
    pnl_sol: 1.5,
    found: true,
    p_value: 0,
    q_value: 0,
    tokens_needed: 0,
    traded: 2,
    profitable: 2,
    hits: [],
    excluded_in: [],
  }
  const found = { ...finderReport(), wallets: [best], wallets_total: 1 }
  const picture = pictureFinder(found, { isDemo: true, isPlayMoney: true })
  expect(describePicture(picture)).toMatch(
    /^Wallet Finder Tokens COMET, .+, Proven wallets 0 12 compared, Best wallet EPjF…Dt1v, Its PnL \+1\.5 SOL, Profitable in 2 of 2 tokens, Tokens 2, Trades 1,400, Rings 0, DEMO, Play money$/,
  )
  const none = pictureFinder({ ...found, wallets: [] }, { isDemo: false, isPlayMoney: false })
  expect(none.facts).toHaveLength(3)
})

it('shows the facts of a wallet’s panel', () => {
  const { main, facts, kind, address, marks } = pictureWallet(wallet, 'average', own)
  expect({ kind, address, marks }).toEqual({ kind: 'Wallet', address: 'EPjF…1113', marks: [] })
  expect(main).toEqual({ name: 'PnL', value: '+1.5 SOL', detail: '+$300', sign: 1 })
  expect(facts.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Realized: +1.25 SOL',
    'Return: +50.0%',
    'Trades: 2 buys, 1 sell',
    'Rank: 3 of 1,234',
    'Analyzed: Nov 22, 2026',
  ])
})

it('names the cost basis that the user chose', () => {
  const { main, facts } = pictureWallet(wallet, 'fifo', own)
  expect(main).toEqual({
    name: 'PnL · first in, first out',
    value: '−2 SOL',
    detail: '−$400',
    sign: -1,
  })
  expect(facts[1]).toEqual({ name: 'Return', value: '−40.0%' })
})

it('omits unknown dollars, and shows that a wallet is excluded', () => {
  const unpriced = { ...report, price: { ...report.price, sol_usd: null } }
  const { main, facts } = pictureWallet({ ...wallet, rank: null }, 'average', {
    ...own,
    report: unpriced,
  })
  expect(main.detail).toBe('')
  expect(facts).toContainEqual({ name: 'Rank', value: 'Excluded' })
})

it('marks a demo, play money and a partial history', () => {
  const { marks } = pictureReport({
    report: { ...report, coverage: { ...COVERAGE, complete: false } },
    isDemo: true,
    isPlayMoney: true,
  })
  expect(marks).toEqual(['DEMO', 'Play money', 'Partial history'])
})

it('describes the summary of a report in words', () => {
  setHours('h23')
  const words = describePicture(pictureReport(own))
  expect(words).toMatch(
    /^EPjF…Dt1v Token EPjF…Dt1v, Ranked wallets 1,234 22 excluded, Pool price —/,
  )
  expect(words).toMatch(/Trades 70, Analyzed Nov 22, 2026$/)
})
