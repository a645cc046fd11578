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
  const staked = KNOWN_SUBJECTS.flatMap(({ stakedToken }) =>
    stakedToken === undefined ? [] : [{ ...stakedToken, symbol: stakedToken.name.toUpperCase() }],
  )
  const own = demoMints.map((mint, place) => ({
    mint,
    symbol: `DEMO${place + 1}`,
    coinGecko: null,
  }))
  return [...listed, ...staked, ...own].map((token) => ({
    ...token,
    priceUsd: computeDemoPrice(token.symbol, nowMs),
  }))
}

/** Plausible prices in dollars and circulating supplies. */
const TOKENS: Readonly<Record<string, { priceUsd: number; supply: number }>> = {
  SOL: { priceUsd: 148, supply: 540e6 },
  BTC: { priceUsd: 97_000, supply: 19.9e6 },
  ETH: { priceUsd: 3_400, supply: 120e6 },
  USDC: { priceUsd: 1, supply: 60e9 },
  USDT: { priceUsd: 1, supply: 140e9 },
  JUP: { priceUsd: 0.45, supply: 3e9 },
  RAY: { priceUsd: 2.6, supply: 290e6 },
  ORCA: { priceUsd: 1.7, supply: 53e6 },
  PYTH: { priceUsd: 0.12, supply: 5.7e9 },
  JTO: { priceUsd: 1.4, supply: 380e6 },
  JITOSOL: { priceUsd: 178, supply: 17e6 },
  MSOL: { priceUsd: 192, supply: 3.4e6 },
  MNDE: { priceUsd: 0.11, supply: 460e6 },
  KMNO: { priceUsd: 0.06, supply: 2.6e9 },
  DRIFT: { priceUsd: 0.5, supply: 330e6 },
  HNT: { priceUsd: 2.4, supply: 186e6 },
  BONK: { priceUsd: 0.000021, supply: 88e12 },
  WIF: { priceUsd: 0.9, supply: 999e6 },
}
const SUPPLY = 540e6

/** Returns the invented circulating supply of a token. */
export const getDemoSupply = (symbol: string): number => TOKENS[symbol]?.supply ?? SUPPLY

/** Returns a price that changes from hour to hour. The same moment always has the same price. */
export function computeDemoPrice(symbol: string, atMs: number): number {
  const base = TOKENS[symbol]?.priceUsd ?? 0.02 + (hashText(symbol) % 900) / 300
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
