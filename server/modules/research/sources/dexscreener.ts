import * as z from 'zod/mini'

import { NOTHING, type Found } from '#server/modules/research/pipeline/evidence.ts'

import { figureOf } from './figures.ts'
import { readJson } from './read-json.ts'
import { JSON_TYPE, type Source } from './source.ts'

const Amount = z.nullish(z.union([z.number(), z.string()]))
const Token = z.looseObject({ address: z.string(), symbol: z.string() })
const Pair = z.looseObject({
  chainId: z.string(),
  dexId: z.string(),
  url: z.string(),
  baseToken: Token,
  quoteToken: Token,
  priceUsd: Amount,
  volume: z.nullish(z.looseObject({ h24: Amount })),
  priceChange: z.nullish(z.looseObject({ h24: Amount })),
  liquidity: z.nullish(z.looseObject({ usd: Amount })),
  fdv: Amount,
  marketCap: Amount,
})
const Answer = z.union([z.array(Pair), z.looseObject({ pairs: z.nullable(z.array(Pair)) })])

const MAX_MINTS = 4
const MAX_PAIRS = 3
const HOST = 'https://api.dexscreener.com'

/** Prices and pools of DEX pairs. The answer is cached at their edge for about a minute. */
export const dexscreener: Source = {
  id: 'dexscreener',
  name: 'DexScreener',
  kind: 'market',
  rate: { perMinute: 60, burst: 6 },
  freshMs: 60_000,
  requests({ subjects }) {
    const mints = subjects.flatMap(({ mint }) => mint ?? []).slice(0, MAX_MINTS)
    const tickers = subjects.filter(({ kind, mint }) => kind === 'ticker' && mint === undefined)
    return [
      ...(mints.length > 0
        ? [{ url: `${HOST}/tokens/v1/solana/${mints.join(',')}`, accept: JSON_TYPE }]
        : []),
      ...tickers.map(({ name }) => ({
        url: `${HOST}/latest/dex/search?q=${encodeURIComponent(name)}`,
        accept: JSON_TYPE,
      })),
    ]
  },
  parse(text, _request, { subjects }): Found {
    const answer = readJson(text, Answer)
    const pairs = Array.isArray(answer) ? answer : (answer.pairs ?? [])
    const figures = subjects.flatMap(({ name, ticker, mint }) =>
      pairs
        .filter(({ chainId, baseToken }) =>
          mint === undefined
            ? chainId === 'solana' && baseToken.symbol.toUpperCase() === ticker
            : baseToken.address === mint,
        )
        .toSorted((a, b) => Number(b.liquidity?.usd ?? 0) - Number(a.liquidity?.usd ?? 0))
        .slice(0, MAX_PAIRS)
        .flatMap((pair, place) => figuresOf(pair, ticker ?? name, place === 0)),
    )
    return { ...NOTHING, figures }
  },
}

/** The deepest pool speaks for the token; of the others only their size is told. */
function figuresOf(pair: z.infer<typeof Pair>, given: string, isDeepest: boolean) {
  const symbol = pair.baseToken.symbol === '' ? given : pair.baseToken.symbol
  // A mint without a known name is called what the pool calls it.
  const subject = given.includes('…') ? symbol : given
  const pool = `${symbol} / ${pair.quoteToken.symbol} on ${pair.dexId}`
  const page = { subject, url: pair.url, page: pool }
  return [
    ...(isDeepest
      ? [
          ...figureOf(
            pair.priceUsd,
            { measure: 'price', label: `${subject} price`, unit: 'usd' },
            page,
          ),
          ...figureOf(
            pair.priceChange?.h24,
            { measure: 'change_24h', label: `${subject} price change, 24 h`, unit: 'percent' },
            page,
          ),
          ...figureOf(
            pair.marketCap,
            { measure: 'market_cap', label: `${subject} market cap`, unit: 'usd' },
            page,
          ),
        ]
      : []),
    ...figureOf(
      pair.liquidity?.usd,
      { measure: `liquidity:${pool}`, label: `Liquidity of ${pool}`, unit: 'usd' },
      page,
    ),
    ...figureOf(
      pair.volume?.h24,
      { measure: `volume_24h:${pool}`, label: `24 h volume of ${pool}`, unit: 'usd' },
      page,
    ),
  ]
}
