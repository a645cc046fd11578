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
