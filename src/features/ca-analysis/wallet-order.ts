import type { Wallet } from '#contract/analysis/report.ts'

export type SortKey = 'rank' | 'score' | 'pnl' | 'roi' | 'win' | 'trades' | 'hold' | 'entry'
export type WalletSort = { readonly key: SortKey; readonly isDescending: boolean }

/** Null sorts last whichever way the column runs. */
const VALUE: Readonly<Record<SortKey, (wallet: Wallet) => number | null>> = {
  rank: ({ rank }) => rank,
  score: ({ score }) => score,
  pnl: ({ pnl_sol }) => pnl_sol,
  roi: ({ roi }) => roi,
  win: ({ win_rate }) => win_rate,
  trades: ({ buys, sells }) => buys + sells,
  hold: ({ hold_seconds_median }) => hold_seconds_median,
  entry: ({ first_buy }) => first_buy?.rank ?? null,
}

export const sortWallets = (wallets: readonly Wallet[], sort: WalletSort): Wallet[] => {
  const value = VALUE[sort.key]
  const direction = sort.isDescending ? -1 : 1
  return wallets.toSorted((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === y) return (a.rank ?? 0) - (b.rank ?? 0)
    if (x === null) return 1
    if (y === null) return -1
    return (x - y) * direction
  })
}

/** A first click on a column shows its best first: the lowest rank or entry, the highest of anything else. */
export const sortAfterClick = (sort: WalletSort, key: SortKey): WalletSort =>
  sort.key === key
    ? { key, isDescending: !sort.isDescending }
    : { key, isDescending: key !== 'rank' && key !== 'entry' }

export type WalletFilter = {
  /** Part of an address or of a label. */
  readonly text: string
  readonly isProfitableOnly: boolean
  /** Two sales or more: no single lucky trade. */
  readonly isRepeatedOnly: boolean
}

export const filterWallets = (wallets: readonly Wallet[], filter: WalletFilter): Wallet[] => {
  const text = filter.text.trim().toLowerCase()
  return wallets.filter(
    (wallet) =>
      (text === '' ||
        wallet.address.toLowerCase().includes(text) ||
        wallet.labels.some(({ label }) => label.replaceAll('_', ' ').includes(text))) &&
      (!filter.isProfitableOnly || wallet.pnl_sol > 0) &&
      (!filter.isRepeatedOnly || wallet.sells >= 2),
  )
}
