import type { Found } from '#server/modules/research/pipeline/evidence.ts'
import { FEED_TYPES, getAddress, parseFeed, type Source } from './source.ts'

export type Feed = { name: string; url: string }

export const DEFAULT_FEEDS: readonly Feed[] = [
  { name: 'CoinDesk', url: 'https://www.coindesk.com/arc/outboundfeeds/rss' },
  { name: 'Cointelegraph', url: 'https://cointelegraph.com/rss' },
  { name: 'Decrypt', url: 'https://decrypt.co/feed' },
  { name: 'The Block', url: 'https://www.theblock.co/rss.xml' },
  { name: 'Solana News', url: 'https://solana.com/news/rss.xml' },
  { name: 'Anza', url: 'https://medium.com/feed/anza-xyz' },
  { name: 'Blockworks', url: 'https://blockworks.co/feed' },
  { name: 'The Defiant', url: 'https://thedefiant.io/api/feed' },
]

export const createNewsFeed = ({ name, url }: Feed): Source => ({
  id: `feed-${toSlug(name)}`,
  name,
  kind: 'news',
  rate: { perMinute: 6, burst: 2 },
  freshMs: 300_000,
  requests: () => [{ url, accept: FEED_TYPES }],
  parse: (text, _request, _plan, readers) => parseFeed(text, readers),
})

const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const MAX_REPOSITORIES = 3

export const githubReleases: Source = {
  id: 'github',
  name: 'GitHub releases',
  kind: 'development',
  rate: { perMinute: 20, burst: 4 },
  freshMs: 600_000,
  requests: ({ subjects }) =>
    [...new Set(subjects.flatMap(({ repositories }) => repositories ?? []))]
      .slice(0, MAX_REPOSITORIES)
      .map((repository) => ({
        url: `https://github.com/${repository}/releases.atom`,
        accept: FEED_TYPES,
      })),
  async parse(text, request, _plan, readers): Promise<Found> {
    const repository = /github\.com\/([^/]+\/[^/]+)\/releases/.exec(getAddress(request))?.[1]
    const found = await parseFeed(text, readers)
    const documents = found.documents.map((release) => ({
      ...release,
      title: repository === undefined ? release.title : `${repository} ${release.title}`,
    }))
    return { ...found, documents }
  },
}

/** Reddit blocks unnamed clients. */
const HEADERS = { 'user-agent': 'SolDesk research (+self-hosted)' }

export const reddit: Source = {
  id: 'reddit',
  name: 'Reddit r/solana',
  kind: 'social',
  rate: { perMinute: 8, burst: 2 },
  freshMs: 300_000,
  requests({ subjects, terms, context }) {
    const isAboutSolana = subjects.length === 0 || subjects.some(({ name }) => name === 'Solana')
    const words = subjects.flatMap(({ name }) => (name === 'Solana' ? [] : name))
    const query = (words.length > 0 ? words : [...terms, ...context]).slice(0, 4).join(' ')
    if (query === '') {
      return isAboutSolana ? [createRedditRequest('https://www.reddit.com/r/solana/new/.rss')] : []
    }
    const search = new URLSearchParams({ q: query, restrict_sr: '1', sort: 'new' })
    return [createRedditRequest(`https://www.reddit.com/r/solana/search.rss?${search}`)]
  },
  parse: (text, _request, _plan, readers) => parseFeed(text, readers),
}

const createRedditRequest = (url: string) => ({ url, accept: FEED_TYPES, headers: HEADERS })
