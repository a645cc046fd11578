import { assert, property, shuffledSubarray, subarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CaReport, type Wallet } from '#contract/analysis/report.ts'
import { readBalances } from '#engine/scan/balances.ts'
import { decodeFacts, encodeFacts } from '#engine/scan/facts/facts-codec.ts'
import { collectible } from './demo-window.ts'
import { inputOf } from './market.ts'
import { analyze } from '#engine/report/report.ts'

const { mint, transactions, funders } = collectible()
const input = inputOf(transactions, { mint, funders })
const report = analyze(input)
const text = JSON.stringify(report)
const all: Wallet[] = [...report.wallets, ...report.excluded]

const sum = (wallet: Wallet, kinds: string[], field: 'token_raw' | 'value_lamports'): bigint =>
  wallet.evidence
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((total, entry) => total + BigInt(entry[field] ?? 0), 0n)

describe('laws of a report', () => {
  it('matches the contract and is not empty', () => {
    expect(() => CaReport.parse(report)).not.toThrow()
    expect(report.counts.trades).toBeGreaterThan(500)
  })

  it('is the same bytes for pages in any order, with repetitions', () => {
    assert(
      property(
        shuffledSubarray([...input.evidence], { minLength: input.evidence.length }),
        subarray([...input.evidence]),
        (shuffled, repeated) =>
          JSON.stringify(analyze({ ...input, evidence: [...shuffled, ...repeated] })) === text,
      ),
      { numRuns: 5 },
    )
  })

  it('has token changes that add up to what was minted, in every transaction', () => {
    let minted = 0n
    for (const tx of transactions) {
      const changes = tx.isFailed ? null : readBalances(tx)
      if (!changes) continue
      let total = 0n
      for (const { tokens } of changes.owners.values()) total += tokens.get(mint) ?? 0n
      if (total !== 0n) minted += total
    }
    expect(minted).toBe(10n ** 15n)
  })

  it('has numbers that follow from its evidence', () => {
    for (const wallet of all) {
      expect(BigInt(wallet.bought_tokens)).toBe(sum(wallet, ['BUY'], 'token_raw'))
      expect(BigInt(wallet.sold_tokens)).toBe(sum(wallet, ['SELL'], 'token_raw'))
      expect(BigInt(wallet.cost_lamports)).toBe(sum(wallet, ['BUY'], 'value_lamports'))
      expect(BigInt(wallet.proceeds_lamports)).toBe(sum(wallet, ['SELL'], 'value_lamports'))
      const came = sum(wallet, ['BUY', 'TRANSFER_IN', 'FEE_IN', 'LP_REMOVE', 'MINT'], 'token_raw')
      const went = sum(wallet, ['SELL', 'TRANSFER_OUT', 'FEE_OUT', 'LP_ADD', 'BURN'], 'token_raw')
      expect(BigInt(wallet.held_tokens)).toBe(came + BigInt(wallet.unseen_tokens) - went)
    }
  })

  it('splits proceeds into the profit of bought tokens and unattributed proceeds', () => {
    for (const wallet of all.filter(({ held_tokens }) => held_tokens === '0')) {
      const net = Number(BigInt(wallet.proceeds_lamports) - BigInt(wallet.cost_lamports)) / 1e9
      if (wallet.burned_tokens !== '0' || wallet.transfer_out_tokens !== '0') continue
      // Tokens added to a pool are neither sold nor lost.
      if (wallet.evidence.some(({ kind }) => kind === 'LP_ADD')) continue
      expect(wallet.realized_sol + wallet.unattributed_proceeds_sol).toBeCloseTo(net, 9)
    }
  })

  it('has a score that follows from its terms', () => {
    for (const { score, score_terms: t } of all) {
      const again = 100 * t.E * (0.25 * t.P + 0.15 * t.R + 0.2 * t.W + 0.2 * t.En + 0.2 * t.Ex)
      expect(score).toBeCloseTo(again, 5)
    }
  })

  it('ranks without gaps, best first, and nobody with a hard label', () => {
    expect(report.wallets.map(({ rank }) => rank)).toEqual(report.wallets.map((_, at) => at + 1))
    const scores = report.wallets.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(report.wallets.flatMap(({ labels }) => labels).some(({ hard }) => hard)).toBe(false)
    expect(report.excluded.every(({ labels }) => labels.some(({ hard }) => hard))).toBe(true)
  })
})

describe('a report from stored facts', () => {
  it('is the same bytes as one from the node’s answer', () => {
    const stored = decodeFacts(encodeFacts(transactions))
    const again = analyze({ ...input, evidence: stored.map((tx) => ({ tx, index: tx.index })) })
    expect(JSON.stringify(again)).toBe(text)
  })
})
