import { DAY_MS, HOUR_MS } from '#server/lib/durations.ts'
import * as z from 'zod/mini'
import { type Found, NOTHING } from '#server/modules/research/pipeline/evidence.ts'
import { readFigures, readPoints, readJson } from './read-json.ts'
import { createJsonRequest, getAddress, type Source } from './source.ts'

const Amount = z.nullish(z.number())
const Prices = z.record(
  z.string(),
  z.looseObject({
    usd: Amount,
    usd_market_cap: Amount,
    usd_24h_vol: Amount,
    usd_24h_change: Amount,
    last_updated_at: Amount,
  }),
)
const Line = z.array(z.tuple([z.number(), z.nullable(z.number())]))
const Chart = z.looseObject({ prices: Line, total_volumes: z.nullish(Line) })

const HOST = 'https://api.coingecko.com/api/v3'
const FIELDS =
  'vs_currencies=usd&include_market_cap=true&include_24hr_vol=true&include_24hr_change=true&include_last_updated_at=true'

/** CoinGecko throttles hard, so answers stay fresh for longer. */
export const coingecko: Source = {
  id: 'coingecko',
  name: 'CoinGecko',
  kind: 'market',
  rate: { perMinute: 8, burst: 4 },
  freshMs: 90_000,
  requests({ subjects, window, nowMs }) {
    const ids = subjects.flatMap(({ coinGecko }) => coinGecko ?? [])
    const [first] = ids
    if (first === undefined) return []
    const days = countChartDays(nowMs - window.fromMs)
    return [
      createJsonRequest(`${HOST}/simple/price?ids=${ids.join(',')}&${FIELDS}`),
      createJsonRequest(`${HOST}/coins/${first}/market_chart?vs_currency=usd&days=${days}`),
    ]
  },
  parse(text, request, { subjects }): Found {
    const url = getAddress(request)
    const known = subjects.filter(({ coinGecko }) => coinGecko !== undefined)
    const chart = known.find(({ coinGecko }) => url.includes(`/coins/${coinGecko}/market_chart`))
    return chart === undefined
      ? { ...NOTHING, figures: known.flatMap((each) => parsePrices(text, each)) }
      : { ...NOTHING, series: parseChart(text, chart, /days=(\d+)/.exec(url)?.[1] ?? '7') }
  },
}

type Listed = { name: string; ticker?: string; coinGecko?: string }

const coinPage = ({ name, ticker, coinGecko }: Listed) => ({
  subject: ticker ?? name,
  url: `https://www.coingecko.com/en/coins/${coinGecko}`,
  page: name,
})

function parsePrices(text: string, listed: Listed) {
  const found = readJson(text, Prices)[listed.coinGecko ?? '']
  if (found === undefined) return []
  const at = found.last_updated_at
  const page = {
    ...coinPage(listed),
    ...(at === null || at === undefined ? {} : { asOfMs: at * 1000 }),
  }
  const { subject } = page
  return readFigures(page, [
    [found.usd, 'price', `${subject} price`, 'usd'],
    [found.usd_24h_change, 'change_24h', `${subject} price change, 24 h`, 'percent'],
    [found.usd_market_cap, 'market_cap', `${subject} market cap`, 'usd'],
    [found.usd_24h_vol, 'volume_24h', `${subject} volume, 24 h`, 'usd'],
  ])
}

/** Returns enough days for the asked time: a week, a month, a quarter or a year. */
const countChartDays = (spanMs: number): number =>
  [7, 30, 90].find((days) => spanMs <= days * DAY_MS + HOUR_MS) ?? 365

function parseChart(text: string, listed: Listed, days: string): Found['series'] {
  const { prices, total_volumes: volumes } = readJson(text, Chart)
  const page = coinPage(listed)
  const { subject } = page
  const series = (measure: string, points: z.infer<typeof Line>) => ({
    ...page,
    measure,
    label: `${subject} ${measure}, ${days} days`,
    unit: 'usd' as const,
    points: readPoints(
      points.flatMap(([timeMs, value]) =>
        value === null ? [] : [{ time: Math.floor(timeMs / 1000), value }],
      ),
    ),
  })
  return [series('price', prices), series('volume', volumes ?? [])].filter(
    ({ points }) => points.length > 1,
  )
}
