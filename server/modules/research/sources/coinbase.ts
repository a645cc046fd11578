import * as z from 'zod/mini'
import { type Found, NOTHING } from '#server/modules/research/pipeline/evidence.ts'
import { Amount, readFigures, readJson } from './read-json.ts'
import { createJsonRequest, getAddress, type Source } from './source.ts'

const Stats = z.looseObject({ last: Amount, high: Amount, low: Amount, volume: Amount })

export const coinbase: Source = {
  id: 'coinbase',
  name: 'Coinbase',
  kind: 'market',
  rate: { perMinute: 60, burst: 5 },
  freshMs: 30_000,
  requests: ({ subjects }) =>
    subjects
      .flatMap((subject) => subject.coinbase ?? [])
      .map((product) =>
        createJsonRequest(`https://api.exchange.coinbase.com/products/${product}/stats`),
      ),
  parse(text, request, { subjects }): Found {
    const url = getAddress(request)
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
      figures: readFigures(page, [
        [stats.last, 'price', `${name} price`, 'usd'],
        [stats.high, 'high_24h', `${name} high, 24 h`, 'usd'],
        [stats.low, 'low_24h', `${name} low, 24 h`, 'usd'],
        [stats.volume, 'volume_24h_units', `${name} traded on Coinbase, 24 h`, 'count'],
      ]),
    }
  },
}
