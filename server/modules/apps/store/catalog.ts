import type { AppEntry } from './app-entry.ts'
import { PRODUCT_CATALOG } from './product-catalog.ts'

/** `refusedFor` excludes an app for a reason that no review of its tools can fix. */
type CatalogEntry = AppEntry & { refusedFor?: string; writingTools?: readonly string[] }

const remote = (url: string) => ({ kind: 'http' as const, url })
const key = (header: string, label: string) => ({
  header,
  prefix: header === 'Authorization' ? 'Bearer ' : '',
  label,
  required: true,
})

/**
 * The built-in list: public MCP servers for Solana users, as their publishers describe them. All except our own wait
 * for an operator's review.
 */
export const CATALOG: readonly CatalogEntry[] = [
  ...PRODUCT_CATALOG,
  {
    id: 'solana-developer',
    name: 'Solana Developer MCP',
    description:
      'Answers about Solana and Anchor development from the current documentation, by the Solana Foundation.',
    icon: '📚',
    category: 'analytics',
    publisher: 'Solana Foundation',
    publisher_url: 'https://solana.org',
    detail_url: 'https://github.com/solana-foundation/solana-mcp-official',
    licence: null,
    transport: remote('https://mcp.solana.com/mcp'),
    auth: null,
    tools: [
      { name: 'Solana_Documentation_Search', description: 'Searches the Solana documentation' },
      { name: 'Solana_Expert__Ask_For_Help', description: 'Answers questions about Solana' },
      {
        name: 'Ask_Solana_Anchor_Framework_Expert',
        description: 'Answers questions about the Anchor framework',
      },
    ],
    suggested_questions: {
      welcomeDescription: 'Ask how things are built on Solana.',
      modules: [
        {
          title: 'Accounts',
          content: 'How does rent exemption work?',
          icon: null,
          tool: 'Solana_Expert__Ask_For_Help',
        },
        {
          title: 'Anchor',
          content: 'How do I derive a PDA in Anchor?',
          icon: null,
          tool: 'Ask_Solana_Anchor_Framework_Expert',
        },
      ],
    },
  },
  {
    id: 'coingecko',
    name: 'CoinGecko',
    description:
      'Prices, market capitalization, charts, trending coins and on-chain pools from CoinGecko and GeckoTerminal. Rate-limited free tier.',
    icon: '🦎',
    category: 'trading',
    publisher: 'CoinGecko',
    publisher_url: 'https://www.coingecko.com',
    detail_url: 'https://docs.coingecko.com/docs/mcp-server',
    licence: 'Apache-2.0',
    transport: remote('https://mcp.api.coingecko.com/mcp'),
    auth: null,
    tools: [
      { name: 'get_simple_price', description: 'Prices of coins' },
      { name: 'get_coins_markets', description: 'Coins with their market figures' },
      { name: 'get_search_trending', description: 'What is searched for most' },
    ],
    suggested_questions: {
      welcomeDescription: 'Ask for prices and market figures.',
      modules: [
        { title: 'Price', content: 'What is the price of SOL in USD?', icon: null },
        {
          title: 'Trending',
          content: 'Which coins are trending?',
          icon: null,
          tool: 'get_search_trending',
        },
      ],
    },
  },
  {
    id: 'dexpaprika',
    name: 'DexPaprika',
    description:
      'Tokens, liquidity pools, price history and trades of decentralized exchanges on Solana and other networks. No key needed.',
    icon: '🌶️',
    category: 'defi',
    publisher: 'CoinPaprika',
    publisher_url: 'https://dexpaprika.com',
    detail_url: 'https://github.com/coinpaprika/dexpaprika-mcp',
    licence: 'MIT',
    transport: remote('https://mcp.dexpaprika.com/streamable-http'),
    auth: null,
    tools: [
      { name: 'getNetworkPools', description: 'Most traded pools of a network' },
      { name: 'getPoolDetails', description: 'One pool with its figures' },
      { name: 'getTokenDetails', description: 'One token with its figures' },
      { name: 'getTokenPools', description: 'Pools that trade a token' },
      { name: 'getPoolOHLCV', description: 'Price history of a pool' },
      { name: 'getPoolTransactions', description: 'Latest trades of a pool' },
      { name: 'search', description: 'Finds tokens, pools and exchanges' },
    ],
    suggested_questions: {
      welcomeDescription: 'Ask about pools and tokens on decentralized exchanges.',
      modules: [
        {
          title: 'Pools',
          content: 'Which Solana pools trade most?',
          icon: null,
          tool: 'getNetworkPools',
        },
      ],
    },
  },
  {
    id: 'crypto-com-market',
    name: 'Crypto.com Market Data',
    description:
      'Tickers, candles, order books and trades of the Crypto.com exchange. No key needed.',
    icon: '📈',
    category: 'trading',
    publisher: 'Crypto.com',
    publisher_url: 'https://crypto.com',
    detail_url: 'https://mcp.crypto.com/docs',
    licence: null,
    transport: remote('https://mcp.crypto.com/market-data/mcp'),
    auth: null,
    tools: [
      { name: 'get_ticker', description: 'Price and volume of one pair' },
      { name: 'get_candlestick', description: 'Price history of one pair' },
      { name: 'get_book', description: 'Order book of one pair' },
    ],
    suggested_questions: null,
  },
  {
    id: 'birdeye',
    name: 'Birdeye',
    description:
      'Token prices, new listings, movers, liquidity, holders and safety signals with Solana first. Bring your own API key.',
    icon: '🦅',
    category: 'trading',
    publisher: 'Birdeye',
    publisher_url: 'https://birdeye.so',
    detail_url: 'https://docs.birdeye.so/docs/birdeye-ai',
    licence: null,
    transport: remote('https://mcp.birdeye.so/mcp'),
    auth: key('x-api-key', 'Birdeye API key'),
    tools: [],
    suggested_questions: null,
  },
  {
    id: 'nansen',
    name: 'Nansen',
    description:
      'Labeled wallets, smart-money flows and token holders on Solana and other chains. Bring your own API key.',
    icon: '🧭',
    category: 'wallet',
    publisher: 'Nansen',
    publisher_url: 'https://www.nansen.ai',
    detail_url: 'https://docs.nansen.ai/mcp/connecting',
    licence: null,
    transport: remote('https://mcp.nansen.ai/ra/mcp'),
    auth: key('NANSEN-API-KEY', 'Nansen API key'),
    tools: [],
    suggested_questions: null,
  },
  {
    id: 'dune',
    name: 'Dune',
    description:
      'Finds tables, runs SQL over decoded Solana data and reads saved queries. Bring your own API key; runs use your credits.',
    icon: '🏜️',
    category: 'analytics',
    publisher: 'Dune',
    publisher_url: 'https://dune.com',
    detail_url: 'https://docs.dune.com',
    licence: null,
    transport: remote('https://api.dune.com/mcp/v1'),
    auth: key('x-dune-api-key', 'Dune API key'),
    tools: [],
    suggested_questions: null,
  },
  {
    id: 'defillama',
    name: 'DefiLlama',
    description:
      'Locked value, yields, fees, volumes and stablecoins of protocols. Sign-in by OAuth, with a paid subscription.',
    icon: '🦙',
    category: 'defi',
    publisher: 'DefiLlama',
    publisher_url: 'https://defillama.com',
    detail_url: 'https://api-docs.defillama.com',
    licence: null,
    transport: remote('https://mcp.defillama.com/mcp'),
    auth: key('Authorization', 'DefiLlama access token'),
    tools: [],
    suggested_questions: null,
  },
  {
    id: 'alchemy',
    name: 'Alchemy',
    description:
      'Balances, token and NFT holdings, transfers and node calls on Solana and other chains. Sign-in by OAuth.',
    icon: '⚗️',
    category: 'nft',
    publisher: 'Alchemy',
    publisher_url: 'https://www.alchemy.com',
    detail_url: 'https://github.com/alchemyplatform/alchemy-mcp-server',
    licence: 'MIT',
    transport: remote('https://mcp.alchemy.com/mcp'),
    auth: key('Authorization', 'Alchemy access token'),
    tools: [],
    suggested_questions: null,
  },
  {
    id: 'solana-agent-kit',
    name: 'Solana Agent Kit',
    description:
      'Transfers, trades, token and NFT creation with a wallet whose key the server holds.',
    icon: '🤖',
    category: 'trading',
    publisher: 'SendAI',
    publisher_url: 'https://www.sendai.fun',
    detail_url: 'https://github.com/sendaifun/solana-mcp',
    licence: 'ISC',
    transport: { kind: 'stdio', command: '/usr/bin/npx', args: ['-y', 'solana-mcp'] },
    auth: null,
    tools: [
      { name: 'BALANCE', description: 'Balance of its wallet' },
      { name: 'TRANSFER', description: 'Sends tokens from its wallet' },
      { name: 'TRADE', description: 'Trades from its wallet' },
      { name: 'DEPLOY_TOKEN', description: 'Creates a token' },
    ],
    suggested_questions: null,
    refusedFor:
      'It needs a wallet’s private key and signs by itself. Only a person’s wallet may sign.',
  },
]
