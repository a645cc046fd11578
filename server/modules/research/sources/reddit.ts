import { NOTHING, type Found } from '#server/modules/research/pipeline/evidence.ts'

import { readFeed } from './read-feed.ts'
import { FEED_TYPES, type Source } from './source.ts'

/** Without a name of its own a client is shown a block page. */
const HEADERS = { 'user-agent': 'SolDesk research (+self-hosted)' }

/** The community's posts: those of a search, or the newest. */
export const reddit: Source = {
  id: 'reddit',
  name: 'Reddit r/solana',
  kind: 'social',
  rate: { perMinute: 8, burst: 2 },
  freshMs: 300_000,
  requests({ subjects, terms }) {
    const isAboutSolana = subjects.length === 0 || subjects.some(({ name }) => name === 'Solana')
    const words = subjects.flatMap(({ name }) => (name === 'Solana' ? [] : name))
    const query = (words.length > 0 ? words : terms).slice(0, 4).join(' ')
    if (query === '') {
      return isAboutSolana ? [asked('https://www.reddit.com/r/solana/new/.rss')] : []
    }
    const search = new URLSearchParams({ q: query, restrict_sr: '1', sort: 'new' })
    return [asked(`https://www.reddit.com/r/solana/search.rss?${search}`)]
  },
  parse: (text): Found => ({ ...NOTHING, documents: readFeed(text) }),
}

const asked = (url: string) => ({ url, accept: FEED_TYPES, headers: HEADERS })
