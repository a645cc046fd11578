import type { WalletSort } from '#contract/analysis/report-parts.ts'
import type { CostBasis } from '#src/features/ca-analysis/wallet/cost-basis.ts'
import type { RowsQuery } from './use-wallet-rows.ts'

/** Bounds as typed; empty for no bound. */
export const BOUNDS = [
  { name: 'pnl', title: 'PnL (SOL)', min: 'min_pnl_sol', max: 'max_pnl_sol', scale: 1 },
  { name: 'cost', title: 'Paid (SOL)', min: 'min_cost_sol', max: 'max_cost_sol', scale: 1 },
  {
    name: 'hold',
    title: 'Held (minutes)',
    min: 'min_hold_seconds',
    max: 'max_hold_seconds',
    scale: 60,
  },
  { name: 'entry', title: 'Buyer number', min: 'min_entry_rank', max: 'max_entry_rank', scale: 1 },
] as const
type BoundName = (typeof BOUNDS)[number]['name']

export type WalletFilter = {
  readonly text: string
  readonly label: string
  readonly isProfitableOnly: boolean
  /** Only wallets with two sales or more. */
  readonly isRepeatedOnly: boolean
  /** Only wallets whose rank differs from the earlier report. */
  readonly isChangedOnly: boolean
  /** Which results are shown, sorted and bounded. */
  readonly costBasis: CostBasis
  readonly bounds: Readonly<Partial<Record<`${BoundName}_${'min' | 'max'}`, string>>>
}

export const NO_FILTER: WalletFilter = {
  text: '',
  label: '',
  isProfitableOnly: false,
  isRepeatedOnly: false,
  isChangedOnly: false,
  costBasis: 'average',
  bounds: {},
}

export type TableSort = { readonly key: WalletSort; readonly isDescending: boolean }

export const BY_RANK: TableSort = { key: 'rank', isDescending: false }

/** The first order of wallets without a rank. */
export const BY_PROFIT: TableSort = { key: 'pnl_sol', isDescending: true }

/** Returns the sort after a click on a column: best first, then reversed. */
export const toggleSort = (
  sort: TableSort,
  { key, isLowFirst }: { key: WalletSort; isLowFirst: boolean },
): TableSort =>
  sort.key === key ? { key, isDescending: !sort.isDescending } : { key, isDescending: !isLowFirst }

/** Returns a typed number, with a point or a comma; undefined for anything else. */
export const parseNumber = (text: string | undefined): number | undefined => {
  const number = Number((text ?? '').trim().replace(',', '.'))
  return (text ?? '').trim() === '' || !Number.isFinite(number) ? undefined : number
}

/** Returns the number of filters beside the search and the changed wallets. */
export const countFilters = ({
  label,
  isProfitableOnly,
  isRepeatedOnly,
  bounds,
}: WalletFilter): number =>
  Number(label !== '') +
  Number(isProfitableOnly) +
  Number(isRepeatedOnly) +
  Object.values(bounds).filter((text) => parseNumber(text) !== undefined).length

const LAMPORT_IN_SOL = 1e-9

/** Returns the query of the rows. A minimum that two filters set is the higher of them. */
export const buildRowsQuery = (
  group: 'ranked' | 'excluded' | 'all',
  filter: WalletFilter,
  sort: TableSort,
  since: string | null = null,
): RowsQuery => {
  const query: Record<string, unknown> = {
    group,
    sort: sort.key,
    order: sort.isDescending ? 'desc' : 'asc',
  }
  if (filter.costBasis !== 'average') query['method'] = filter.costBasis
  if (filter.text.trim() !== '') query['search'] = filter.text.trim().slice(0, 64)
  if (filter.label !== '') query['label'] = filter.label
  for (const { name, min, max, scale } of BOUNDS) {
    const low = parseNumber(filter.bounds[`${name}_min`])
    const high = parseNumber(filter.bounds[`${name}_max`])
    if (low !== undefined) query[min] = low * scale
    if (high !== undefined) query[max] = high * scale
  }
  if (filter.isProfitableOnly) {
    const least = typeof query['min_pnl_sol'] === 'number' ? query['min_pnl_sol'] : LAMPORT_IN_SOL
    query['min_pnl_sol'] = Math.max(LAMPORT_IN_SOL, least).toFixed(9)
  }
  if (filter.isRepeatedOnly) query['min_sells'] = 2
  if (since !== null) query['since'] = since
  if (since !== null && filter.isChangedOnly && group === 'ranked') query['changed'] = 'true'
  return query
}
