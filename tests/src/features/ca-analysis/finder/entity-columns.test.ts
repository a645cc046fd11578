import { expect, it } from 'vitest'
import type { FinderWallet } from '#contract/analysis/finder.ts'
import {
  BY_RANK,
  listFigureColumns,
  pressColumn,
  RANK,
  sortWallets,
} from '#src/features/ca-analysis/finder/entity-columns.ts'

const wallet = (rank: number, pnl: number, needed: number | null) =>
  ({ rank, pnl_sol: pnl, tokens_needed: needed, hits: [] }) as unknown as FinderWallet

const WALLETS = [wallet(1, 2, 4), wallet(2, 9, null), wallet(3, -1, 4), wallet(4, 5, 1)]
const COLUMNS = listFigureColumns([], (mint) => mint)

const press = (...keys: string[]): number[] => {
  const sort = keys.reduce((before, key) => {
    const column = [RANK, ...COLUMNS].find((each) => each.key === key)
    return column === undefined ? before : pressColumn(before, column)
  }, BY_RANK)
  return sortWallets(WALLETS, COLUMNS, sort).map(({ rank }) => rank)
}

it('begins with the best of a column, and reverses at the second press', () => {
  expect(press()).toEqual([1, 2, 3, 4])
  expect(press('pnl')).toEqual([2, 4, 1, 3])
  expect(press('pnl', 'pnl')).toEqual([3, 1, 4, 2])
  expect(press('rank')).toEqual([4, 3, 2, 1])
})

it('puts wallets without a value last both ways, and equal ones by rank', () => {
  expect(press('needed')).toEqual([4, 1, 3, 2])
  expect(press('needed', 'needed')).toEqual([1, 3, 4, 2])
})

it('shows the most important columns first on a phone', () => {
  expect(COLUMNS.slice(0, 2).map(({ key }) => key)).toEqual(['pnl', 'needed'])
})
