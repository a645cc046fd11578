import * as z from 'zod/mini'

import { NOTHING, type Found } from '#server/modules/research/pipeline/evidence.ts'

import { figureOf } from './figures.ts'
import { readJson } from './read-json.ts'
import { JSON_TYPE, type Source } from './source.ts'

const Amount = z.nullish(z.union([z.number(), z.string()]))
const Reference = z.nullish(z.looseObject({ data: z.nullish(z.looseObject({ id: z.string() })) }))
const Answer = z.looseObject({
  data: z.array(
    z.looseObject({
      attributes: z.looseObject({
        address: z.string(),
        name: z.string(),
        base_token_price_usd: Amount,
        reserve_in_usd: Amount,
        volume_usd: z.nullish(z.looseObject({ h24: Amount })),
        price_change_percentage: z.nullish(z.looseObject({ h24: Amount })),
      }),
      relationships: z.nullish(z.looseObject({ base_token: Reference, dex: Reference })),
    }),
  ),
})

const HOST = 'https://api.geckoterminal.com/api/v2/networks/solana'
const MAX_POOLS = 3

/** Pools of a mint, or the pools of the day for a question about new and trending ones. About 30 calls a minute. */
export const geckoterminal: Source = {
  id: 'geckoterminal',
  name: 'GeckoTerminal',
  kind: 'market',
  rate: { perMinute: 24, burst: 4 },
  freshMs: 60_000,
  requests({ subjects, terms }) {
    const mints = subjects.flatMap(({ mint }) => mint ?? []).slice(0, 2)
    const asked = (path: string) => ({ url: `${HOST}${path}`, accept: JSON_TYPE })
    return [
      ...mints.map((mint) => asked(`/tokens/${mint}/pools?page=1`)),
      ...(terms.includes('trending') ? [asked('/trending_pools?page=1')] : []),
      ...(terms.includes('pools') && terms.includes('new') ? [asked('/new_pools?page=1')] : []),
    ]
  },
  parse(text, request, { subjects }): Found {
    const { data } = readJson(text, Answer)
    const url = 'url' in request ? request.url : ''
    const subject = subjects.find(({ mint }) => mint !== undefined && url.includes(mint))
    const own = data.filter(
      ({ relationships }) =>
        subject?.mint === undefined ||
        relationships?.base_token?.data?.id === `solana_${subject.mint}`,
    )
    const figures = own.slice(0, MAX_POOLS).flatMap(({ attributes, relationships }, place) => {
      const dex = relationships?.dex?.data?.id
      const pool = `${attributes.name}${dex === undefined ? '' : ` on ${dex}`}`
      const [base = attributes.name] = attributes.name.split(' / ')
      const name = subject?.ticker ?? base
      const page = {
        subject: name,
        url: `https://www.geckoterminal.com/solana/pools/${encodeURIComponent(attributes.address)}`,
        page: pool,
      }
      return [
        ...(place === 0 || subject === undefined
          ? figureOf(
              attributes.base_token_price_usd,
              { measure: 'price', label: `${name} price`, unit: 'usd' },
              page,
            )
          : []),
        ...figureOf(
          attributes.reserve_in_usd,
          { measure: `liquidity:${pool}`, label: `Liquidity of ${pool}`, unit: 'usd' },
          page,
        ),
        ...figureOf(
          attributes.volume_usd?.h24,
          { measure: `volume_24h:${pool}`, label: `24 h volume of ${pool}`, unit: 'usd' },
          page,
        ),
      ]
    })
    return { ...NOTHING, figures }
  },
}
