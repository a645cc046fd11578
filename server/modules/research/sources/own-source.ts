import { type Found, NOTHING } from '#server/modules/research/pipeline/evidence.ts'
import { FEED_TYPES, parseFeed, type Source, UnreadableAnswer } from './source.ts'

const IS_FEED = /<(?:rss|feed|rdf:RDF)[\s>]/i
const HEAD_CHARS = 2_000

const ID_PREFIX = 'own-'

export const isOwnSourceId = (id: string): boolean => id.startsWith(ID_PREFIX)

/** Returns the source for a feed or page that a user added. Only that user's research reads it. */
export const createOwnSource = ({
  id,
  name,
  url,
}: {
  id: string
  name: string
  url: string
}): Source => ({
  id: `${ID_PREFIX}${id}`,
  name,
  kind: 'web',
  rate: { perMinute: 6, burst: 2 },
  freshMs: 300_000,
  requests: () => [{ url, accept: `${FEED_TYPES}, text/html;q=0.7` }],
  async parse(text, _request, _plan, readers): Promise<Found> {
    if (IS_FEED.test(text.slice(0, HEAD_CHARS)) || text.trimStart().startsWith('{')) {
      return parseFeed(text, readers)
    }
    const article = await readers.article(text)
    if (article === null) throw new UnreadableAnswer('is no feed and has no readable article')
    return { ...NOTHING, documents: [{ url, ...article, publishedAt: null }] }
  },
})
