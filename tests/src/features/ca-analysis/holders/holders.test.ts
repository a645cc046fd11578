import { describe, expect, it } from 'vitest'
import type { WalletRow } from '#contract/analysis/report-parts.ts'
import {
  listGroups,
  listHolders as listAll,
  sumShares,
} from '#src/features/ca-analysis/holders/holders.ts'

const row = (address: string, fields: Partial<WalletRow>) =>
  ({
    address,
    held_tokens: '10',
    supply_pct: 0.1,
    pnl_sol: 1,
    labels: [],
    cluster_id: null,
    ...fields,
  }) as unknown as WalletRow

const label = (name: string) => [{ label: name, hard: true, reason: '', proof: [] }]

const noPools = { supply_raw: '100', coverage: { pools: [] } }
const listHolders = (rows: readonly WalletRow[]) => listAll(rows, noPools)

describe('the holders of a token', () => {
  it('are the pools too, among the wallets by size', () => {
    const pools = [{ address: 'pool', held_tokens: '40' }, { address: 'old' }]
    const rows = [row('a', { held_tokens: '50', supply_pct: 0.5 }), row('b', {})]
    const holders = listAll(rows, { supply_raw: '100', coverage: { pools } })
    expect(holders.map(({ address, share }) => [address, share])).toEqual([
      ['a', 0.5],
      ['pool', 0.4],
      ['b', 0.1],
    ])
    expect(holders[1]).toMatchObject({ kind: 'other', custodian: 'pool' })
  })

  it('count the tokens of linked wallets once', () => {
    const rows = [row('leader', {}), row('member', { labels: label('linked_wallet') })]
    expect(listHolders(rows).map(({ address }) => address)).toEqual(['leader'])
  })

  it('are the wallets that still have some', () => {
    const holders = listHolders([row('a', {}), row('b', { held_tokens: '0' })])
    expect(holders.map(({ address }) => address)).toEqual(['a'])
  })

  it('have the color of their result, which a pool does not have', () => {
    const kindOf = (fields: Partial<WalletRow>) => listHolders([row('a', fields)])[0]
    expect(kindOf({ pnl_sol: 2 })).toMatchObject({ kind: 'profit', custodian: null })
    expect(kindOf({ pnl_sol: -2 })).toMatchObject({ kind: 'loss' })
    expect(kindOf({ pnl_sol: 0 })).toMatchObject({ kind: 'other', custodian: null })
    expect(kindOf({ pnl_sol: 2, labels: label('pool') })).toMatchObject({
      kind: 'other',
      custodian: 'pool',
    })
  })

  it('are a group when two linked wallets hold', () => {
    const holders = listHolders([
      row('a', { cluster_id: 'x' }),
      row('b', { cluster_id: 'y' }),
      row('c', { cluster_id: 'x' }),
      row('d', { cluster_id: 'y', held_tokens: '0' }),
    ])
    const groups = listGroups(holders)
    expect(groups.map(({ members }) => members.map(({ address }) => address))).toEqual([['a', 'c']])
  })

  it('have a share together only if the supply is known', () => {
    expect(sumShares(listHolders([row('a', {}), row('b', {})]))).toBeCloseTo(0.2)
    expect(sumShares(listHolders([row('a', {}), row('b', { supply_pct: null })]))).toBeNull()
  })
})
