import * as z from 'zod/mini'
import { type Found, NOTHING } from '#server/modules/research/pipeline/evidence.ts'
import { readFigures, readJson } from './read-json.ts'
import { createJsonRequest, type Source } from './source.ts'

const Amount = z.nullish(z.number())
const Prices = z.record(
  z.string(),
  z.nullable(z.looseObject({ usdPrice: Amount, priceChange24h: Amount, liquidity: Amount })),
)

export const createJupiter = (apiKey: string | null): Source => ({
  id: 'jupiter',
  name: 'Jupiter',
  kind: 'market',
  rate: { perMinute: 60, burst: 5 },
  freshMs: 30_000,
  ...(apiKey === null ? { missing: 'needs JUPITER_API_KEY' } : {}),
  requests({ subjects }) {
    const mints = subjects.flatMap(({ mint }) => mint ?? [])
    if (mints.length === 0 || apiKey === null) return []
    return [
      {
        ...createJsonRequest(`https://api.jup.ag/price/v3?ids=${mints.join(',')}`),
        headers: { 'x-api-key': apiKey },
      },
    ]
  },
  parse(text, _request, { subjects }): Found {
    const prices = readJson(text, Prices)
    const figures = subjects.flatMap(({ name, ticker, mint }) => {
      const found = mint === undefined ? undefined : prices[mint]
      if (found === undefined || found === null) return []
      const subject = ticker ?? name
      const page = { subject, url: `https://jup.ag/tokens/${mint}`, page: subject }
      return readFigures(page, [
        [found.usdPrice, 'price', `${subject} price`, 'usd'],
        [found.priceChange24h, 'change_24h', `${subject} price change, 24 h`, 'percent'],
      ])
    })
    return { ...NOTHING, figures }
  },
})
