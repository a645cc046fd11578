import type { FinderMint, FinderWallet } from '#contract/analysis/finder.ts'
import type { TokenNames } from './token-names.ts'

export type EntityColumn = {
  key: string
  title: string
  hint: string
  /** True if low values are good. */
  isLowFirst: boolean
  /** Null where the wallet has no value; such wallets come last. */
  read: (wallet: FinderWallet) => number | null
}

export type EntitySort = { key: string; isDescending: boolean }

export const BY_RANK: EntitySort = { key: 'rank', isDescending: false }

export const RANK: EntityColumn = {
  key: 'rank',
  title: '#',
  hint: 'Rank: the least likely to be luck first',
  isLowFirst: true,
  read: ({ rank }) => rank,
}

/** Returns the columns of figures, with one for each token. */
export const listFigureColumns = (
  mints: readonly FinderMint[],
  tokenName: TokenNames,
): EntityColumn[] => [
  {
    key: 'pnl',
    title: 'PnL (SOL)',
    hint: 'Profit in all these tokens',
    isLowFirst: false,
    read: ({ pnl_sol }) => pnl_sol,
  },
  {
    key: 'needed',
    title: 'Tokens needed',
    hint: 'Tokens with such results that would rule out luck',
    isLowFirst: true,
    read: ({ tokens_needed }) => tokens_needed,
  },
  {
    key: 'p',
    title: 'By luck',
    hint: 'Chance that a trader without skill does as well (p)',
    isLowFirst: true,
    read: ({ p_value }) => p_value,
  },
  {
    key: 'q',
    title: 'Over all',
    hint: 'The same, corrected for all wallets that were tested (q)',
    isLowFirst: true,
    read: ({ q_value }) => q_value,
  },
  ...mints.map(({ mint }) => ({
    key: mint,
    title: tokenName(mint),
    hint: mint,
    isLowFirst: false,
    read: ({ hits }: FinderWallet) => hits.find((hit) => hit.mint === mint)?.pnl_sol ?? null,
  })),
]

/** Returns the order after a press on the head of a column. A second press reverses it. */
export const pressColumn = (sort: EntitySort, { key, isLowFirst }: EntityColumn): EntitySort => ({
  key,
  isDescending: sort.key === key ? !sort.isDescending : !isLowFirst,
})

/** Returns the wallets in the order of a column, equal ones by rank. */
export const sortWallets = (
  wallets: readonly FinderWallet[],
  columns: readonly EntityColumn[],
  { key, isDescending }: EntitySort,
): FinderWallet[] => {
  const { read } = columns.find((column) => column.key === key) ?? RANK
  return wallets.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)]
    if (a === b) return one.rank - other.rank
    if (a === null) return 1
    if (b === null) return -1
    return isDescending ? b - a : a - b
  })
}
