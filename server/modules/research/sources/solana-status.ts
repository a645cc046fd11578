import * as z from 'zod/mini'

import { NOTHING, type Found } from '#server/modules/research/pipeline/evidence.ts'

import { readJson } from './read-json.ts'
import { createJsonRequest, FEED_TYPES, getAddress, parseFeed, type Source } from './source.ts'

const HOST = 'https://status.solana.com'
const Summary = z.looseObject({
  page: z.nullish(z.looseObject({ updated_at: z.nullish(z.string()) })),
  status: z.looseObject({ description: z.string() }),
  components: z.nullish(z.array(z.looseObject({ name: z.string(), status: z.string() }))),
})

export const solanaStatus: Source = {
  id: 'solana-status',
  name: 'Solana Status',
  kind: 'status',
  rate: { perMinute: 20, burst: 4 },
  freshMs: 60_000,
  requests: ({ subjects }) =>
    subjects.some(({ name, kind, mint }) => name === 'Solana' || (kind === 'project' && mint))
      ? [
          createJsonRequest(`${HOST}/api/v2/summary.json`),
          { url: `${HOST}/history.atom`, accept: FEED_TYPES },
        ]
      : [],
  async parse(text, request, _plan, readers): Promise<Found> {
    if (getAddress(request).endsWith('.atom')) {
      return parseFeed(text, readers)
    }
    const { page, status, components } = readJson(text, Summary)
    const troubled = (components ?? []).filter((each) => each.status !== 'operational')
    const places = troubled.map(({ name, status: how }) => `${name}: ${how.replaceAll('_', ' ')}.`)
    return {
      ...NOTHING,
      documents: [
        {
          url: HOST,
          title: `Solana status: ${status.description}`,
          text: [`The Solana network status is ${status.description}.`, ...places].join(' '),
          publishedAt: page?.updated_at ?? null,
        },
      ],
    }
  },
}
