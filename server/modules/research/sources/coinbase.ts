import * as z from 'zod/mini'

import { NOTHING, type Found } from '#server/modules/research/pipeline/evidence.ts'

import { figureOf } from './figures.ts'
import { readJson } from './read-json.ts'
import { JSON_TYPE, type Source } from './source.ts'

const Amount = z.nullish(z.union([z.string(), z.number()]))
const Stats = z.looseObject({ last: Amount, high: Amount, low: Amount, volume: Amount })

/** Spot statistics of the last 24 hours on one exchange. */
export const coinbase: Source = {
  id: 'coinbase',
  name: 'Coinbase',
  kind: 'market',
  rate: { perMinute: 60, burst: 5 },
  freshMs: 30_000,
  requests: ({ subjects }) =>
    subjects
      .flatMap((subject) => subject.coinbase ?? [])
      .map((product) => ({
        url: `https://api.exchange.coinbase.com/products/${product}/stats`,
        accept: JSON_TYPE,
      })),
  parse(text, request, { subjects }): Found {
    const url = 'url' in request ? request.url : ''
    const subject = subjects.find(
      (each) => each.coinbase !== undefined && url.includes(`/${each.coinbase}/`),
    )
    if (subject === undefined) return NOTHING
    const stats = readJson(text, Stats)
    const name = subject.ticker ?? subject.name
    const page = {
      subject: name,
      url: `https://www.coinbase.com/advanced-trade/spot/${subject.coinbase}`,
      page: `${subject.coinbase} on Coinbase`,
    }
    return {
      ...NOTHING,
      figures: [
        ...figureOf(stats.last, { measure: 'price', label: `${name} price`, unit: 'usd' }, page),
        ...figureOf(
          stats.high,
          { measure: 'high_24h', label: `${name} high, 24 h`, unit: 'usd' },
          page,
        ),
        ...figureOf(
          stats.low,
          { measure: 'low_24h', label: `${name} low, 24 h`, unit: 'usd' },
          page,
        ),
        ...figureOf(
          stats.volume,
          { measure: 'volume_24h_units', label: `${name} traded on Coinbase, 24 h`, unit: 'count' },
          page,
        ),
      ],
    }
  },
}
