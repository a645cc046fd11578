import * as z from 'zod/mini'
import { type Found, NOTHING } from '#server/modules/research/pipeline/evidence.ts'
import { listNames } from '#server/modules/research/question/plan.ts'
import { readJson } from './read-json.ts'
import { createJsonRequest, type Source } from './source.ts'

const Results = z.looseObject({
  results: z.array(
    z.looseObject({
      url: z.string(),
      title: z.string(),
      content: z.nullish(z.string()),
      publishedDate: z.nullish(z.string()),
    }),
  ),
})

const MAX_RESULTS = 20
const MAX_QUERY_CHARS = 300

/** Searches at the base address of a SearXNG-compatible service. */
export const createWebSearch = (address: string): Source => ({
  id: 'web-search',
  name: 'Web search',
  kind: 'web',
  rate: { perMinute: 30, burst: 4 },
  freshMs: 300_000,
  requests({ query, subjects, terms, context }) {
    const names = subjects.flatMap((subject) => listNames(subject).slice(0, 1))
    const words = [...new Set([...names, ...terms, ...context])].join(' ')
    const asked = (words === '' ? query : words).slice(0, MAX_QUERY_CHARS)
    const url = new URL(`${address.replace(/\/+$/, '').replace(/\/search$/, '')}/search`)
    url.search = new URLSearchParams({ q: asked, format: 'json' }).toString()
    return [createJsonRequest(url.href)]
  },
  parse(text): Found {
    const documents = readJson(text, Results)
      .results.slice(0, MAX_RESULTS)
      .map(({ url, title, content, publishedDate }) => ({
        url,
        title,
        text: content ?? '',
        publishedAt: publishedDate ?? null,
      }))
    return { ...NOTHING, documents }
  },
})
