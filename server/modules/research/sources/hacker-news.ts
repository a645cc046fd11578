import * as z from 'zod/mini'

import { NOTHING, type Found } from '#server/modules/research/pipeline/evidence.ts'

import { readJson } from './read-json.ts'
import { createJsonRequest, type Source } from './source.ts'

const SearchAnswer = z.looseObject({
  hits: z.array(
    z.looseObject({
      objectID: z.string(),
      title: z.nullish(z.string()),
      story_title: z.nullish(z.string()),
      story_text: z.nullish(z.string()),
      comment_text: z.nullish(z.string()),
      created_at: z.nullish(z.string()),
    }),
  ),
})

const MAX_WORDS = 4

export const hackerNews: Source = {
  id: 'hacker-news',
  name: 'Hacker News',
  kind: 'social',
  rate: { perMinute: 30, burst: 3 },
  freshMs: 300_000,
  requests({ subjects, terms, context, window }) {
    const names = subjects.slice(0, 2).map(({ name }) => name)
    const words = names.length > 0 ? names : [...terms, ...context]
    if (words.length === 0) return []
    const query = new URLSearchParams({
      query: words.slice(0, MAX_WORDS).join(' '),
      tags: 'story',
      hitsPerPage: '20',
      ...(window.isGiven
        ? { numericFilters: `created_at_i>${Math.floor(window.fromMs / 1000)}` }
        : {}),
    })
    return [createJsonRequest(`https://hn.algolia.com/api/v1/search_by_date?${query}`)]
  },
  parse(text): Found {
    const documents = readJson(text, SearchAnswer).hits.flatMap((hit) => {
      const title = hit.title ?? hit.story_title
      if (title === null || title === undefined) return []
      return [
        {
          // The text is the discussion, not the page it links to.
          url: `https://news.ycombinator.com/item?id=${encodeURIComponent(hit.objectID)}`,
          title,
          text: hit.story_text ?? hit.comment_text ?? '',
          publishedAt: hit.created_at ?? null,
        },
      ]
    })
    return { ...NOTHING, documents }
  },
}
