import { NOTHING } from '#server/modules/research/pipeline/evidence.ts'

import { readFeed } from './read-feed.ts'
import { FEED_TYPES, type Source } from './source.ts'

export type Feed = { name: string; url: string }

/** Publishers that gave a feed without a key; the operator may name others. */
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

/** A publisher's feed as it stands; which of its texts matter is decided later. */
export const newsFeed = ({ name, url }: Feed): Source => ({
  id: `feed-${idOf(name)}`,
  name,
  kind: 'news',
  rate: { perMinute: 6, burst: 2 },
  freshMs: 300_000,
  requests: () => [{ url, accept: FEED_TYPES }],
  parse: (text) => ({ ...NOTHING, documents: readFeed(text) }),
})

const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
