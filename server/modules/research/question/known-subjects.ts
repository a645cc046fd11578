/** A network, token or project, with its identifiers at the sources. */
export type KnownSubject = {
  kind: 'network' | 'token' | 'project'
  name: string
  ticker?: string
  mint?: string
  aliases?: readonly string[]
  /** The token that holders get for staked SOL. It has a price of its own. */
  stakedToken?: { name: string; mint: string; coinGecko: string }
  coinGecko?: string
  coinbase?: string
  llamaChain?: string
  llamaProtocol?: string
  /** `owner/name` on GitHub. */
  repositories?: readonly string[]
  /** If the name is an English word, it only counts with a capital. */
  isCommonWord?: boolean
}

export const KNOWN_SUBJECTS: readonly KnownSubject[] = [
  {
    kind: 'network',
    name: 'Solana',
    ticker: 'SOL',
    mint: 'So11111111111111111111111111111111111111112',
    coinGecko: 'solana',
    coinbase: 'SOL-USD',
    llamaChain: 'Solana',
    repositories: ['anza-xyz/agave', 'firedancer-io/firedancer'],
  },
  {
    kind: 'network',
    name: 'Bitcoin',
    ticker: 'BTC',
    coinGecko: 'bitcoin',
    coinbase: 'BTC-USD',
  },
  {
    kind: 'network',
    name: 'Ethereum',
    ticker: 'ETH',
    aliases: ['Ether'],
    coinGecko: 'ethereum',
    coinbase: 'ETH-USD',
    llamaChain: 'Ethereum',
  },
  {
    kind: 'token',
    name: 'USD Coin',
    ticker: 'USDC',
    mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    coinGecko: 'usd-coin',
  },
  {
    kind: 'token',
    name: 'Tether',
    ticker: 'USDT',
    mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
    coinGecko: 'tether',
  },
  {
    kind: 'project',
    name: 'Jupiter',
    ticker: 'JUP',
    mint: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN',
    coinGecko: 'jupiter-exchange-solana',
    llamaProtocol: 'jupiter',
    repositories: ['jup-ag/jupiter-amm-implementation'],
    isCommonWord: true,
  },
  {
    kind: 'project',
    name: 'Raydium',
    ticker: 'RAY',
    mint: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R',
    coinGecko: 'raydium',
    llamaProtocol: 'raydium',
    repositories: ['raydium-io/raydium-sdk-V2'],
  },
  {
    kind: 'project',
    name: 'Orca',
    ticker: 'ORCA',
    mint: 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE',
    coinGecko: 'orca',
    llamaProtocol: 'orca',
    repositories: ['orca-so/whirlpools'],
    isCommonWord: true,
  },
  {
    kind: 'project',
    name: 'Pyth',
    ticker: 'PYTH',
    aliases: ['Pyth Network'],
    mint: 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3',
    coinGecko: 'pyth-network',
    repositories: ['pyth-network/pyth-crosschain'],
  },
  {
    kind: 'project',
    name: 'Jito',
    ticker: 'JTO',
    stakedToken: {
      name: 'JitoSOL',
      mint: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
      coinGecko: 'jito-staked-sol',
    },
    mint: 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL',
    coinGecko: 'jito-governance-token',
    llamaProtocol: 'jito',
    repositories: ['jito-foundation/jito-solana'],
  },
  {
    kind: 'project',
    name: 'Marinade',
    ticker: 'MNDE',
    stakedToken: {
      name: 'mSOL',
      mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
      coinGecko: 'msol',
    },
    mint: 'MNDEFzGvMt87ueuHvVU9VcTqsAP5b3fTGPsHuuPA5ey',
    coinGecko: 'marinade',
    llamaProtocol: 'marinade-finance',
    isCommonWord: true,
  },
  {
    kind: 'project',
    name: 'Kamino',
    ticker: 'KMNO',
    mint: 'KMNo3nJsBXfcpJTVhZcXLW7RmTwTt4GVFE7suUBo9sS',
    coinGecko: 'kamino',
    llamaProtocol: 'kamino',
    repositories: ['Kamino-Finance/klend'],
  },
  {
    kind: 'project',
    name: 'Drift',
    ticker: 'DRIFT',
    aliases: ['Drift Protocol'],
    mint: 'DriFtupJYLTosbwoN8koMbEYSx54aFAVLddWsbksjwg7',
    coinGecko: 'drift-protocol',
    llamaProtocol: 'drift',
    repositories: ['drift-labs/protocol-v2'],
    isCommonWord: true,
  },
  {
    kind: 'project',
    name: 'Helium',
    ticker: 'HNT',
    mint: 'hntyVP6YFm1Hg25TN9WGLqM12b8TQmcknKrdu1oxWux',
    coinGecko: 'helium',
    isCommonWord: true,
  },
  {
    kind: 'project',
    name: 'Wormhole',
    mint: '85VBFQZC9TZkfaptBWjvUw7YbZjy52A6mjtPGjstQAmQ',
    coinGecko: 'wormhole',
    repositories: ['wormhole-foundation/wormhole'],
    isCommonWord: true,
  },
  {
    kind: 'token',
    name: 'Bonk',
    ticker: 'BONK',
    mint: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
    coinGecko: 'bonk',
    coinbase: 'BONK-USD',
    isCommonWord: true,
  },
  {
    kind: 'token',
    name: 'dogwifhat',
    ticker: 'WIF',
    mint: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
    coinGecko: 'dogwifcoin',
    coinbase: 'WIF-USD',
  },
  {
    kind: 'token',
    name: 'Jupiter Perps LP',
    ticker: 'JLP',
    mint: '27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4',
  },
  { kind: 'project', name: 'Pump.fun', aliases: ['pumpfun'], llamaProtocol: 'pump.fun' },
  { kind: 'project', name: 'Meteora', aliases: ['DLMM'], llamaProtocol: 'meteora' },
  { kind: 'project', name: 'Phantom', aliases: ['Phantom wallet'], isCommonWord: true },
  { kind: 'project', name: 'Magic Eden', llamaProtocol: 'magic-eden' },
  {
    kind: 'project',
    name: 'Firedancer',
    aliases: ['Frankendancer'],
    repositories: ['firedancer-io/firedancer'],
  },
  { kind: 'project', name: 'Agave', repositories: ['anza-xyz/agave'], aliases: ['Anza'] },
  { kind: 'project', name: 'Alpenglow', repositories: ['anza-xyz/agave'] },
]
