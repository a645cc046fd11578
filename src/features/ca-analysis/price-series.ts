import type { CaReport } from '#contract/analysis/report.ts'

export type PricePoint = {
  /** Unix seconds, strictly rising. */
  readonly time: number
  /** SOL per whole token. */
  readonly price: number
}

export type TradeMarker = {
  readonly time: number
  readonly side: 'BUY' | 'SELL'
  readonly wallet: string
}

/** Trades below this many lamports say nothing about the price: rounding alone moves them. */
const DUST_LAMPORTS = 100_000n

/**
 * The token's price over the report's window, from every valued trade of every wallet: the last price of each second.
 */
export const priceSeries = (report: CaReport): PricePoint[] => {
  const scale = 10 ** report.decimals
  const bySecond = new Map<number, { slot: number; price: number }>()
  for (const wallet of [...report.wallets, ...report.excluded]) {
    for (const trade of wallet.evidence) {
      if (trade.kind !== 'BUY' && trade.kind !== 'SELL') continue
      if (trade.time === null || trade.value_lamports === null) continue
      const lamports = BigInt(trade.value_lamports)
      const tokens = Number(trade.token_raw) / scale
      if (lamports < DUST_LAMPORTS || tokens <= 0) continue
      const known = bySecond.get(trade.time)
      if (known === undefined || trade.slot >= known.slot) {
        bySecond.set(trade.time, { slot: trade.slot, price: Number(lamports) / 1e9 / tokens })
      }
    }
  }
  return [...bySecond]
    .map(([time, { price }]) => ({ time, price }))
    .toSorted((a, b) => a.time - b.time)
}

/** Entries and exits of one wallet, for marks on the chart, oldest first. */
export const tradeMarkers = (report: CaReport, address: string): TradeMarker[] =>
  [...report.wallets, ...report.excluded]
    .filter((wallet) => wallet.address === address)
    .flatMap((wallet) =>
      wallet.evidence.flatMap(({ kind, time }) =>
        time !== null && (kind === 'BUY' || kind === 'SELL')
          ? [{ time, side: kind, wallet: address }]
          : [],
      ),
    )
    .toSorted((a, b) => a.time - b.time)
