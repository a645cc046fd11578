import * as z from 'zod/mini'
import { type Found, NOTHING } from '#server/modules/research/pipeline/evidence.ts'
import { Amount, readFigures, readJson } from './read-json.ts'
import { createJsonRequest, getAddress, type Source } from './source.ts'

const Reference = z.nullish(z.looseObject({ data: z.nullish(z.looseObject({ id: z.string() })) }))
const PoolsAnswer = z.looseObject({
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

/** Pools of a mint, or trending and new pools. The service allows about 30 calls a minute. */
export const geckoterminal: Source = {
  id: 'geckoterminal',
  name: 'GeckoTerminal',
  kind: 'market',
  rate: { perMinute: 24, burst: 4 },
  freshMs: 60_000,
  requests({ subjects, terms }) {
    const mints = subjects.flatMap(({ mint }) => mint ?? []).slice(0, 2)
    const ask = (path: string) => createJsonRequest(`${HOST}${path}`)
    return [
      ...mints.map((mint) => ask(`/tokens/${mint}/pools?page=1`)),
      ...(terms.includes('trending') ? [ask('/trending_pools?page=1')] : []),
      ...(terms.includes('pools') && terms.includes('new') ? [ask('/new_pools?page=1')] : []),
    ]
  },
  parse(text, request, { subjects }): Found {
    const { data } = readJson(text, PoolsAnswer)
    const url = getAddress(request)
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
      const isPriced = place === 0 || subject === undefined
      const price = isPriced ? attributes.base_token_price_usd : undefined
      return readFigures(page, [
        [price, 'price', `${name} price`, 'usd'],
        [attributes.reserve_in_usd, `liquidity:${pool}`, `Liquidity of ${pool}`, 'usd'],
        [attributes.volume_usd?.h24, `volume_24h:${pool}`, `24 h volume of ${pool}`, 'usd'],
      ])
    })
    return { ...NOTHING, figures }
  },
}
