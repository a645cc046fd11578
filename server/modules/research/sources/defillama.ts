import * as z from 'zod/mini'
import {
  type Found,
  type FoundFigure,
  NOTHING,
} from '#server/modules/research/pipeline/evidence.ts'
import type { Plan, Subject } from '#server/modules/research/question/plan.ts'
import { readFigures, readPoints, readJson } from './read-json.ts'
import { createJsonRequest, getAddress, type Source, type SourceRequest } from './source.ts'

const Amount = z.nullish(z.number())
const Tvl = z.array(z.looseObject({ date: z.union([z.number(), z.string()]), tvl: z.number() }))
const Overview = z.looseObject({ total24h: Amount, total7d: Amount, change_1d: Amount })

const HOST = 'https://api.llama.fi'
const WITHOUT_CHARTS = 'excludeTotalDataChart=true&excludeTotalDataChartBreakdown=true'
const MAX_DAYS = 90

const ask = (path: string): SourceRequest => ({
  ...createJsonRequest(`${HOST}${path}`),
  maxBytes: 6_000_000,
})

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
            ask(`/v2/historicalChainTvl/${llamaChain}`),
            ask(`/overview/dexs/${llamaChain}?${WITHOUT_CHARTS}`),
            ask(`/overview/fees/${llamaChain}?${WITHOUT_CHARTS}`),
          ]),
      ...(llamaProtocol === undefined ? [] : [ask(`/tvl/${llamaProtocol}`)]),
    ]),
  parse(text, request, plan): Found {
    const url = getAddress(request)
    if (url.includes('/historicalChainTvl/')) return parseTvl(text, findChain(url, plan))
    if (url.includes('/overview/')) {
      return { ...NOTHING, figures: parseOverview(text, url, findChain(url, plan)) }
    }
    const protocol = plan.subjects.find(
      ({ llamaProtocol }) => llamaProtocol !== undefined && url.endsWith(`/tvl/${llamaProtocol}`),
    )
    return protocol === undefined ? NOTHING : parseProtocol(text, protocol)
  },
}

const findChain = (url: string, { subjects }: Plan): string =>
  subjects.find(({ llamaChain }) => llamaChain !== undefined && url.includes(`/${llamaChain}`))
    ?.llamaChain ?? ''

const chainPage = (chain: string) => ({
  subject: chain,
  url: `https://defillama.com/chain/${chain}`,
  page: chain,
})

function parseTvl(text: string, chain: string): Found {
  const days = readJson(text, Tvl).slice(-MAX_DAYS)
  const points = readPoints(days.map(({ date, tvl }) => ({ time: Number(date), value: tvl })))
  const page = chainPage(chain)
  const last = days.at(-1)
  const label = `${chain} total value locked`
  return {
    ...NOTHING,
    figures:
      last === undefined
        ? []
        : readFigures({ ...page, asOfMs: Number(last.date) * 1000 }, [
            [last.tvl, 'tvl', label, 'usd'],
          ]),
    series:
      points.length > 1
        ? [{ ...page, measure: 'tvl', label: `${label}, 90 days`, unit: 'usd', points }]
        : [],
  }
}

function parseOverview(text: string, url: string, chain: string): FoundFigure[] {
  const overview = readJson(text, Overview)
  const [kind, what] = url.includes('/dexs/') ? ['dex_volume', 'DEX volume'] : ['fees', 'fees paid']
  return readFigures(chainPage(chain), [
    [overview.total24h, `${kind}_24h`, `${chain} ${what}, 24 h`, 'usd'],
    [overview.total7d, `${kind}_7d`, `${chain} ${what}, 7 days`, 'usd'],
  ])
}

function parseProtocol(text: string, { name, llamaProtocol }: Subject): Found {
  const url = `https://defillama.com/protocol/${llamaProtocol}`
  const figures = readFigures({ subject: name, url, page: name }, [
    [readJson(text, z.number()), 'tvl', `${name} total value locked`, 'usd'],
  ])
  return { ...NOTHING, figures }
}
