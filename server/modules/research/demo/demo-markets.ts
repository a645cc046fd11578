import { HOUR_MS } from '#server/lib/durations.ts'
import { KNOWN_SUBJECTS } from '#server/modules/research/question/known-subjects.ts'

export type DemoMarket = {
  symbol: string
  mint: string
  coinGecko: string | null
  priceUsd: number
}

/** Returns invented prices for the known tokens and the tokens of the demo market. */
export function listDemoMarkets(demoMints: readonly string[], nowMs: number): DemoMarket[] {
  const listed = KNOWN_SUBJECTS.flatMap(({ mint, ticker, coinGecko }) =>
    ticker === undefined
      ? []
      : [{ mint: mint ?? `demo-${ticker}`, symbol: ticker, coinGecko: coinGecko ?? null }],
  )
  const own = demoMints.map((mint, place) => ({
    mint,
    symbol: `DEMO${place + 1}`,
    coinGecko: null,
  }))
  return [...listed, ...own].map((token) => ({
    ...token,
    priceUsd: computeDemoPrice(token.symbol, nowMs),
  }))
}

const BASES: Readonly<Record<string, number>> = { SOL: 148, BTC: 97_000, ETH: 3_400 }

/** Returns a price that changes from hour to hour. The same moment always has the same price. */
export function computeDemoPrice(symbol: string, atMs: number): number {
  const base =
    BASES[symbol] ?? (symbol.startsWith('USD') ? 1 : 0.02 + (hashText(symbol) % 900) / 300)
  const swing = symbol.startsWith('USD') ? 0.0004 : 0.03
  const hours = atMs / HOUR_MS
  const wave = Math.sin(hours / 5 + hashText(symbol)) + 0.4 * Math.sin(hours / 1.3)
  return roundPrice(base * (1 + swing * wave))
}

/** Returns the change of the price in the last 24 hours, in percent. */
export const computeDemoChange = (symbol: string, atMs: number): number =>
  roundPrice(
    (computeDemoPrice(symbol, atMs) / computeDemoPrice(symbol, atMs - 24 * HOUR_MS) - 1) * 100,
  )

export const roundPrice = (value: number): number => Number(value.toPrecision(6))

/** Returns a number below 100,003 that is always the same for the same text. */
export const hashText = (text: string): number =>
  Array.from(text).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003, 7)
