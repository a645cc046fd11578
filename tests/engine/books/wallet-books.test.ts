import { describe, expect, it } from 'vitest'
import type { Wallet } from '#contract/analysis/report.ts'
import { tokenAmountData, TOKEN } from '#tests/support/token-fixtures.ts'
import {
  MINT,
  buy,
  creation,
  crowd,
  entryOf,
  reportOf,
  sell,
  send,
  transaction,
  vaultOf,
  walletOf,
} from '#tests/engine/market.ts'

const SOL = 1_000_000_000n
const M = 1_000_000_000_000n

const ann = walletOf('ann')
const ben = walletOf('ben')
const labelsOf = (wallet: Wallet): string[] => wallet.labels.map(({ label }) => label)

describe('books of a wallet', () => {
  it('count only bought and sold tokens as profit', () => {
    const report = reportOf([
      buy(ann, { slot: 10, tokens: 4n * M, quote: SOL }),
      sell(ann, { slot: 20, tokens: M, quote: SOL, held: 4n * M }),
      ...crowd(100),
    ])
    const wallet = entryOf(report, ann)
    expect(wallet).toMatchObject({
      buys: 1,
      sells: 1,
      cost_lamports: '1000000000',
      proceeds_lamports: '1000000000',
      realized_sol: 0.75,
      held_tokens: String(3n * M),
      win_rate: 1,
      fees_lamports: '10000',
      hold_seconds_median: 4,
      sold_ratio: 0.25,
    })
    const paper = 3 * (report.price.sol ?? 0) * 1e6
    expect(wallet.paper_value_sol).toBeCloseTo(paper, 6)
    expect(wallet.exit_value_sol).toBeLessThan(paper)
    expect(wallet.unrealized_sol).toBeCloseTo((wallet.exit_value_sol ?? 0) - 0.75, 8)
    expect(wallet.pnl_sol).toBeCloseTo(0.75 + (wallet.unrealized_sol ?? 0), 8)
  })

  it('sell the oldest tokens first with FIFO', () => {
    const report = reportOf([
      buy(ann, { slot: 10, tokens: M, quote: SOL }),
      buy(ann, { slot: 20, tokens: M, quote: 3n * SOL, held: M }),
      sell(ann, { slot: 30, tokens: M, quote: 2n * SOL, held: 2n * M }),
      ...crowd(100),
    ])
    const wallet = entryOf(report, ann)
    expect(wallet).toMatchObject({ realized_sol: 0, win_rate: 0 })
    expect(wallet.fifo).toMatchObject({ realized_sol: 1, win_rate: 1 })
    const exit = wallet.exit_value_sol ?? 0
    expect(wallet.unrealized_sol).toBeCloseTo(exit - 2, 8)
    expect(wallet.fifo.unrealized_sol).toBeCloseTo(exit - 3, 8)
    expect(wallet.fifo.pnl_sol).toBeCloseTo(wallet.pnl_sol, 8)
  })

  it('value the profit at the prices of other trades', () => {
    const price = (slot: number, quote: bigint, name: string) =>
      buy(walletOf(name), { slot, tokens: M, quote })
    const report = reportOf([
      ...crowd(1),
      buy(ann, { slot: 5_000, tokens: 2n * M, quote: 2n * SOL }),
      price(5_100, 3n * SOL, 'top'),
      price(5_200, SOL / 2n, 'bottom'),
      sell(ann, { slot: 5_300, tokens: M, quote: 2n * SOL, held: 2n * M }),
      price(5_400, SOL, 'later'),
    ])
    const wallet = entryOf(report, ann)
    expect(wallet).toMatchObject({ drawdown_sol: 5, drawdown: 2.5, realized_sol: 1 })
    expect(wallet.pnl_series).toMatchObject([
      { slot: 5_000, realized_sol: 0, held_tokens: '2000000000000', paper_value_sol: 2 },
      { slot: 5_300, realized_sol: 1, held_tokens: '1000000000000', paper_value_sol: 2 },
    ])
    expect(wallet.size_vs_depth).toBeCloseTo(2 / 80, 2)
    expect(wallet.first_buy?.mcap_sol).toBe(1_000)
  })

  it('have dollars for every trade, or none if SOL has no price', () => {
    const transactions = [
      ...crowd(1),
      buy(ann, { slot: 5_000, tokens: 2n * M, quote: 2n * SOL }),
      sell(ann, { slot: 5_300, tokens: M, quote: 3n * SOL, held: 2n * M }),
    ]
    const wallet = entryOf(reportOf(transactions, { solUsd: 150 }), ann)
    expect(wallet).toMatchObject({ cost_usd: 300, proceeds_usd: 450 })
    expect(wallet.evidence.map(({ value_usd }) => value_usd)).toEqual([300, 450])
    expect(entryOf(reportOf(transactions), ann)).toMatchObject({ cost_usd: null })
  })

  it('edge case 16: never count the proceeds of received tokens', () => {
    const report = reportOf([
      ...crowd(1),
      send(walletOf('somebody'), ann, 2n * M, 5_000),
      sell(ann, { slot: 5_010, tokens: 2n * M, quote: SOL }),
    ])
    const wallet = entryOf(report, ann)
    expect(wallet).toMatchObject({
      rank: null,
      realized_sol: 0,
      pnl_sol: 0,
      roi: null,
      win_rate: null,
      unattributed_proceeds_sol: 1,
      transfer_in_tokens: String(2n * M),
    })
    expect(labelsOf(wallet)).toContain('transfer_in')
  })

  it('edge case 17: credit the entity with the profit of tokens moved to another wallet', () => {
    const report = reportOf([
      ...crowd(1),
      buy(ann, { slot: 5_000, tokens: 2n * M, quote: SOL }),
      send(ann, ben, 2n * M, 5_100),
      sell(ben, { slot: 5_200, tokens: 2n * M, quote: 3n * SOL }),
    ])
    const entity = entryOf(report, ann)
    expect(entity).toMatchObject({ realized_sol: 2, pnl_sol: 2, held_tokens: '0', win_rate: 1 })
    expect(entity.rank).not.toBeNull()
    expect(entity.flags).toContain('linked_transfer')
    expect(entity.size_vs_depth).toBeCloseTo(1 / 80, 2)
    const member = entryOf(report, ben)
    expect(member).toMatchObject({ rank: null, realized_sol: 0, unattributed_proceeds_sol: 3 })
    expect(member.cluster_id).toBe(entity.cluster_id)
    expect(labelsOf(member)).toContain('linked_wallet')
    expect(report.clusters).toMatchObject([
      { kind: 'linked_transfer', members: [ann, ben].toSorted(), realized_sol: 2, pnl_sol: 2 },
    ])
  })

  it('edge case 17: keep what leaves two linked wallets at once, and the tax of their own transfers', () => {
    const handOver = transaction({
      slot: 5_100,
      moves: [
        { owner: ann, signs: true, tokens: -M, heldBefore: 4n * M },
        { owner: ben, tokens: M - M / 10n },
      ],
    })
    const payOut = transaction({
      slot: 5_200,
      moves: [
        { owner: ann, signs: true, tokens: -M, heldBefore: 3n * M },
        { owner: ben, signs: true, tokens: -M / 2n, heldBefore: M - M / 10n },
        { owner: walletOf('carl'), tokens: M + M / 2n },
      ],
    })
    const report = reportOf([
      ...crowd(1),
      buy(ann, { slot: 5_000, tokens: 4n * M, quote: 4n * SOL }),
      handOver,
      payOut,
      sell(ben, { slot: 5_300, tokens: M / 5n, quote: SOL, held: M / 2n - M / 10n }),
    ])
    const entity = entryOf(report, ann)
    // 4 bought, 0.1 taxed, 1.5 paid out, 0.2 sold.
    expect(entity).toMatchObject({
      held_tokens: String((22n * M) / 10n),
      transfer_out_tokens: String((16n * M) / 10n),
      realized_sol: 0.8,
    })
    expect(entity.evidence.map(({ kind, token_raw }) => [kind, token_raw])).toEqual([
      ['BUY', String(4n * M)],
      ['TRANSFER_OUT', String(M / 10n)],
      ['TRANSFER_OUT', String(M + M / 2n)],
      ['SELL', String(M / 5n)],
    ])
  })

  it('edge case 17: rank the first purchase of an entity, whichever of its wallets made it', () => {
    const report = reportOf([
      creation(walletOf('creator'), 1),
      ...crowd(1_000),
      buy(ben, { slot: 5_000, tokens: M, quote: SOL }),
      buy(walletOf('stranger'), { slot: 5_010, tokens: M, quote: SOL }),
      buy(ann, { slot: 5_020, tokens: 2n * M, quote: 2n * SOL }),
      send(ben, ann, M, 5_100),
    ])
    expect(entryOf(report, ann).first_buy).toMatchObject({ slot: 5_000, rank: 4, percentile: 0.6 })
  })

  it('edge case 17: compare the first purchase of an entity with the first SOL of the wallet that made it', () => {
    const fundedAt = (timeS: number) => {
      return { address: walletOf('exchange'), signature: null, slot: 1, timeS }
    }
    const funders = new Map([
      [ben, fundedAt(1_600_000_000)],
      [ann, fundedAt(1_700_002_100)],
    ])
    const transactions = [
      ...crowd(1),
      buy(ben, { slot: 5_000, tokens: M, quote: SOL }),
      buy(ann, { slot: 6_000, tokens: 2n * M, quote: 2n * SOL }),
      send(ben, ann, M, 6_100),
    ]
    expect(labelsOf(entryOf(reportOf(transactions, { funders }), ann))).not.toContain('fresh')
  })

  it('edge case 17: count the first purchase of a sniper once', () => {
    const report = reportOf([
      creation(walletOf('creator'), 1),
      ...crowd(1_000),
      buy(ben, { slot: 2, tokens: M, quote: SOL }),
      buy(ann, { slot: 5_020, tokens: 2n * M, quote: 2n * SOL }),
      send(ben, ann, M, 5_100),
    ])
    expect(labelsOf(entryOf(report, ann))).toContain('sniper')
    expect(report.token.sniper_share).toBe(0.001)
  })

  it('edge case 19: match only visible purchases', () => {
    const report = reportOf([
      ...crowd(1),
      buy(ann, { slot: 5_000, tokens: M, quote: SOL, held: 3n * M }),
      sell(ann, { slot: 5_100, tokens: 4n * M, quote: 8n * SOL, held: 4n * M }),
    ])
    const wallet = entryOf(report, ann)
    expect(wallet).toMatchObject({
      realized_sol: 1,
      unattributed_proceeds_sol: 6,
      unseen_tokens: String(3n * M),
      held_tokens: '0',
    })
    expect(wallet.flags).toContain('cost_unknown')
    expect(labelsOf(wallet)).not.toContain('transfer_in')
  })

  it('edge case 24: count a burn as a sale for nothing', () => {
    const burn = transaction({
      slot: 5_200,
      moves: [{ owner: ann, signs: true, tokens: -M, heldBefore: 2n * M }],
      extraKeys: [{ address: TOKEN }, { address: MINT, before: 1_461_600n }],
      instructions: (keyOf) => [
        {
          programIdIndex: keyOf(TOKEN),
          accounts: [keyOf(vaultOf(ann)), keyOf(MINT), keyOf(ann)],
          data: tokenAmountData(8, M),
        },
      ],
    })
    const report = reportOf([
      ...crowd(1),
      buy(ann, { slot: 5_000, tokens: 2n * M, quote: 2n * SOL }),
      burn,
    ])
    const wallet = entryOf(report, ann)
    expect(wallet).toMatchObject({
      sells: 0,
      burned_tokens: String(M),
      realized_sol: -1,
      held_tokens: String(M),
    })
    expect(wallet.evidence.map(({ kind }) => kind)).toEqual(['BUY', 'BURN'])
    expect(wallet.flags).toContain('burned')
  })

  it('edge case 26: have no realized figures without a sale', () => {
    const report = reportOf([buy(ann, { slot: 1, tokens: M, quote: SOL }), ...crowd(10)])
    expect(entryOf(report, ann)).toMatchObject({ realized_sol: 0, win_rate: null, exit_pct: null })
    expect(entryOf(report, ann).roi).not.toBeNull()
  })
})
