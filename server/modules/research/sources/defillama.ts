import * as z from 'zod/mini'

import {
  NOTHING,
  type Found,
  type FoundFigure,
} from '#server/modules/research/pipeline/evidence.ts'
import type { Plan, Subject } from '#server/modules/research/pipeline/plan.ts'

import { figureOf, lineOf } from './figures.ts'
import { readJson } from './read-json.ts'
import { JSON_TYPE, type Source, type SourceRequest } from './source.ts'

const Amount = z.nullish(z.number())
const Tvl = z.array(z.looseObject({ date: z.union([z.number(), z.string()]), tvl: z.number() }))
const Overview = z.looseObject({ total24h: Amount, total7d: Amount, change_1d: Amount })

const HOST = 'https://api.llama.fi'
const WITHOUT_CHARTS = 'excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true'
/** Ninety days of a daily line. */
const MAX_DAYS = 90

const asked = (path: string): SourceRequest => ({
  url: `${HOST}${path}`,
  accept: JSON_TYPE,
  maxBytes: 6_000_000,
})

/** Value locked, DEX volume and fees of chains; value locked of protocols. */
export const defillama: Source = {
  id: 'defillama',
  name: 'DefiLlama',
  kind: 'market',
  rate: { perMinute: 60, burst: 8 },
  freshMs: 600_000,
  requests: ({ subjects }) =>
    subjects.flatMap(({ llamaChain, llamaProtocol }) => [
      ...(llamaChain === undefined
        ? []
        : [
            asked(`/v2/historicalChainTvl/${llamaChain}`),
            asked(`/overview/dexs/${llamaChain}?${WITHOUT_CHARTS}`),
            asked(`/overview/fees/${llamaChain}?${WITHOUT_CHARTS}`),
          ]),
      ...(llamaProtocol === undefined ? [] : [asked(`/tvl/${llamaProtocol}`)]),
    ]),
  parse(text, request, plan): Found {
    const url = 'url' in request ? request.url : ''
    if (url.includes('/historicalChainTvl/')) return tvlOf(text, chainIn(url, plan))
    if (url.includes('/overview/')) {
      return { ...NOTHING, figures: overviewOf(text, url, chainIn(url, plan)) }
    }
    const protocol = plan.subjects.find(
      ({ llamaProtocol }) => llamaProtocol !== undefined && url.endsWith(`/tvl/${llamaProtocol}`),
    )
    return protocol === undefined ? NOTHING : protocolOf(text, protocol)
  },
}

const chainIn = (url: string, { subjects }: Plan): string =>
  subjects.find(({ llamaChain }) => llamaChain !== undefined && url.includes(`/${llamaChain}`))
    ?.llamaChain ?? ''

const chainPage = (chain: string) => ({
  subject: chain,
  url: `https://defillama.com/chain/${chain}`,
  page: chain,
})

function tvlOf(text: string, chain: string): Found {
  const days = readJson(text, Tvl).slice(-MAX_DAYS)
  const points = lineOf(days.map(({ date, tvl }) => ({ time: Number(date), value: tvl })))
  const page = chainPage(chain)
  const last = days.at(-1)
  const label = `${chain} total value locked`
  return {
    ...NOTHING,
    figures: figureOf(
      last?.tvl,
      { measure: 'tvl', label, unit: 'usd' },
      last === undefined ? page : { ...page, asOfMs: Number(last.date) * 1000 },
    ),
    series:
      points.length > 1
        ? [{ ...page, measure: 'tvl', label: `${label}, 90 days`, unit: 'usd', points }]
        : [],
  }
}

function overviewOf(text: string, url: string, chain: string): FoundFigure[] {
  const overview = readJson(text, Overview)
  const [kind, what] = url.includes('/dexs/') ? ['dex_volume', 'DEX volume'] : ['fees', 'fees paid']
  const page = chainPage(chain)
  return [
    ...figureOf(
      overview.total24h,
      { measure: `${kind}_24h`, label: `${chain} ${what}, 24 h`, unit: 'usd' },
      page,
    ),
    ...figureOf(
      overview.total7d,
      { measure: `${kind}_7d`, label: `${chain} ${what}, 7 days`, unit: 'usd' },
      page,
    ),
  ]
}

function protocolOf(text: string, { name, llamaProtocol }: Subject): Found {
  const page = {
    subject: name,
    url: `https://defillama.com/protocol/${llamaProtocol}`,
    page: name,
  }
  const measure = {
    measure: 'tvl',
    label: `${name} total value locked`,
    unit: 'usd',
  } as const
  return { ...NOTHING, figures: figureOf(readJson(text, z.number()), measure, page) }
}
