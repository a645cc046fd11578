import * as z from 'zod/mini'
import { type Found, NOTHING } from '#server/modules/research/pipeline/evidence.ts'
import { Amount, readFigures, readJson } from './read-json.ts'
import { createJsonRequest, type Source } from './source.ts'

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
const PairsAnswer = z.union([z.array(Pair), z.looseObject({ pairs: z.nullable(z.array(Pair)) })])

const MAX_MINTS = 4
const MAX_PAIRS = 3
const HOST = 'https://api.dexscreener.com'

/** The service caches answers for about a minute. */
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
        ? [createJsonRequest(`${HOST}/tokens/v1/solana/${mints.join(',')}`)]
        : []),
      ...tickers.map(({ name }) =>
        createJsonRequest(`${HOST}/latest/dex/search?q=${encodeURIComponent(name)}`),
      ),
    ]
  },
  parse(text, _request, { subjects }): Found {
    const answer = readJson(text, PairsAnswer)
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
        .flatMap((pair, place) => pairFigures(pair, ticker ?? name, place === 0)),
    )
    return { ...NOTHING, figures }
  },
}

/** Reads the price from the deepest pool, and only sizes from the others. */
function pairFigures(pair: z.infer<typeof Pair>, given: string, isDeepest: boolean) {
  const symbol = pair.baseToken.symbol === '' ? given : pair.baseToken.symbol
  // A mint without a known name gets the pool's symbol.
  const subject = given.includes('…') ? symbol : given
  const pool = `${symbol} / ${pair.quoteToken.symbol} on ${pair.dexId}`
  const page = { subject, url: pair.url, page: pool }
  const ofToken = readFigures(page, [
    [pair.priceUsd, 'price', `${subject} price`, 'usd'],
    [pair.priceChange?.h24, 'change_24h', `${subject} price change, 24 h`, 'percent'],
    [pair.marketCap, 'market_cap', `${subject} market cap`, 'usd'],
  ])
  const ofPool = readFigures(page, [
    [pair.liquidity?.usd, `liquidity:${pool}`, `Liquidity of ${pool}`, 'usd'],
    [pair.volume?.h24, `volume_24h:${pool}`, `24 h volume of ${pool}`, 'usd'],
  ])
  return [...(isDeepest ? ofToken : []), ...ofPool]
}
