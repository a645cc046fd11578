import { describe, expect, it } from 'vitest'
import { WalletFinderReport } from '#contract/analysis/finder.ts'
import { findWallets } from '#engine/finder/wallet-finder.ts'
import { RpcUnavailable } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import { buildFinderResult, analyzeOneOfSeveral } from '#server/modules/analysis/finder-work.ts'
import { buy, crowd, reportOf, sell, send, walletOf } from '#tests/engine/market.ts'
import { addressOf } from '#tests/support/token-fixtures.ts'

const SOL = 1_000_000_000n
const MILLION = 1_000_000_000_000n
const [first, second, third] = ['first', 'second', 'third'].map(addressOf) as [
  string,
  string,
  string,
]
const [trader, hand] = [walletOf('trader'), walletOf('second hand')]

const trip = (name: string, slot: number) => [
  buy(name, { slot, tokens: MILLION, quote: SOL / 10n }),
  sell(name, { slot: slot + 500, tokens: MILLION, quote: SOL / 5n }),
]
/** The report of a token in which these wallets made a round trip each. */
const tokenOf = (mint: string, ...names: string[]) => ({
  ...reportOf([...crowd(100), ...names.flatMap((name, nth) => trip(name, 3_000 + nth * 10))]),
  mint,
})
/** A token in which the trader hands its bag to its second wallet, which sells. */
const handedOver = (mint: string) => ({
  ...reportOf([
    ...crowd(100),
    buy(trader, { slot: 3_000, tokens: MILLION, quote: SOL / 10n }),
    send(trader, hand, MILLION, 3_200),
    sell(hand, { slot: 3_500, tokens: MILLION, quote: SOL / 5n }),
  ]),
  mint,
})

describe('a token that fails', () => {
  it('is named and does not fail the others', async () => {
    const results = [
      { mint: first, report: tokenOf(first, trader) },
      await analyzeOneOfSeveral(second, () =>
        Promise.reject(new RpcUnavailable('getTransaction', 'no answer')),
      ),
      { mint: third, report: tokenOf(third, trader) },
    ]
    const report = WalletFinderReport.parse(JSON.parse(buildFinderResult(results, 2).body))
    expect(report.contract_addresses).toEqual([first, second, third])
    expect(report.mints.map(({ error }) => error)).toEqual([
      null,
      'The Solana network did not answer',
      null,
    ])
    expect(report.wallets.map(({ address }) => address)).toContain(trader)
    expect(buildFinderResult(results, 2).counts.symbols).toHaveLength(3)
  })

  it('fails the comparison when only one token is left', () => {
    const results = [
      { mint: first, report: tokenOf(first, trader) },
      { mint: second, error: 'The Solana network did not answer' },
    ]
    expect(() => buildFinderResult(results, 2)).toThrow(
      'The Solana network did not answer. Your POINT was refunded.',
    )
  })

  it('is tried again as a whole after an unexpected error', async () => {
    const broken = analyzeOneOfSeveral(first, () => Promise.reject(new Error('a bug')))
    await expect(broken).rejects.toThrow('a bug')
  })
})

it('counts linked wallets once, in every token', () => {
  const inputs = [
    { mint: first, report: handedOver(first) },
    { mint: second, report: tokenOf(second, trader, hand) },
  ]
  const { wallets } = findWallets(inputs, 2)
  const linked = wallets.filter(({ members }) => members.includes(trader) || members.includes(hand))
  expect(linked).toHaveLength(1)
  expect(linked[0]).toMatchObject({
    members: [trader, hand].toSorted(),
    traded: 2,
    profitable: 2,
    pnl_sol: 0.3,
  })
  expect(linked[0]?.hits.map(({ sells }) => sells)).toEqual([1, 2])
})

it('returns the same bytes for any order of the wallets in the reports', () => {
  const report = tokenOf(first, trader, hand)
  const shuffled = { ...report, wallets: report.wallets.toReversed() }
  const other = { mint: second, report: tokenOf(second, trader, hand) }
  expect(JSON.stringify(findWallets([{ mint: first, report: shuffled }, other], 2))).toBe(
    JSON.stringify(findWallets([{ mint: first, report }, other], 2)),
  )
})
