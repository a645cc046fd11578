import * as z from 'zod/mini'
import { readBoundedText } from '#server/lib/text/read-bounded-text.ts'
import { untilAborted } from '#server/lib/async/until-aborted.ts'

/** Returns US dollars for one SOL, or null. `signal` ends the wait but not the shared request. */
export type SolPrice = (options: { signal: AbortSignal }) => Promise<number | null>

/** Sources that need no key, in the order in which they are tried. */
export const PUBLIC_PRICE_SOURCES = [
  'https://api.coinbase.com/v2/prices/SOL-USD/spot',
  'https://api.coingecko.com/api/v3/simple/price?ids=solana&vs_currencies=usd',
  'https://api.kraken.com/0/public/Ticker?pair=SOLUSD',
] as const

const FRESH_MS = 60_000
/** Max age; an older price is worse than none. */
const STALE_MS = 15 * 60_000
const RETRY_MS = 30_000
const TIMEOUT_MS = 2_500
const MAX_BYTES = 64 * 1024
const MAX_USD = 1_000_000

const Amount = z.union([z.number(), z.string()])
const SHAPES = [
  z.pipe(
    z.object({ solana: z.object({ usd: Amount }) }),
    z.transform(({ solana }) => solana.usd),
  ),
  z.pipe(
    z.object({ data: z.object({ amount: Amount }) }),
    z.transform(({ data }) => data.amount),
  ),
  z.pipe(
    z.object({ result: z.record(z.string(), z.object({ c: z.array(Amount) })) }),
    z.transform(({ result }) => Object.values(result)[0]?.c[0] ?? null),
  ),
  z.pipe(
    z.object({ price: Amount }),
    z.transform(({ price }) => price),
  ),
  z.pipe(
    z.object({ usd: Amount }),
    z.transform(({ usd }) => usd),
  ),
  z.pipe(
    z.object({ usdPrice: Amount }),
    z.transform(({ usdPrice }) => usdPrice),
  ),
  Amount,
]

/**
 * Returns the price from a response of Coinbase, CoinGecko, Kraken or Binance, `{usd}`, `{usdPrice}` or a bare
 * number. Null for anything else and for implausible prices.
 */
export function readPrice(answer: unknown): number | null {
  for (const shape of SHAPES) {
    const parsed = shape.safeParse(answer)
    if (!parsed.success || parsed.data === null || parsed.data === '') continue
    const usd = Number(parsed.data)
    return Number.isFinite(usd) && usd > 0 && usd < MAX_USD ? usd : null
  }
  return null
}

/** Creates a price lookup that never throws. A price serves for a minute, and up to a quarter of an hour while a new one loads. */
export function createSolPrice({
  sources,
  now = Date.now,
  timeoutMs = TIMEOUT_MS,
  fetch = globalThis.fetch,
}: {
  sources: readonly string[]
  now?: () => number
  timeoutMs?: number
  fetch?: typeof globalThis.fetch
}): SolPrice {
  let known: { usd: number; readAt: number } | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<number | null> | undefined

  async function ask(source: string): Promise<number | null> {
    const response = await fetch(source, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return null
    }
    const text = await readBoundedText(response, MAX_BYTES)
    return text === null ? null : readPrice(JSON.parse(text))
  }

  async function renew(): Promise<number | null> {
    triedAt = now()
    for (const source of sources) {
      // Skip a failed source: balances are correct without a price.
      const usd = await ask(source).catch(() => null)
      if (usd === null) continue
      known = { usd, readAt: now() }
      return usd
    }
    return null
  }

  return async ({ signal }) => {
    const age = known === null ? Number.POSITIVE_INFINITY : now() - known.readAt
    if (known !== null && age < FRESH_MS) return known.usd
    const stale = age < STALE_MS ? (known?.usd ?? null) : null
    if (underWay === undefined && now() - triedAt >= RETRY_MS) {
      underWay = renew().finally(() => (underWay = undefined))
    }
    if (stale !== null || underWay === undefined) return stale
    return untilAborted(underWay, signal).catch(() => null)
  }
}
