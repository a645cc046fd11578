import { DAY_MS, HOUR_MS } from '#server/lib/durations.ts'
import {
  computeDemoChange,
  listDemoMarkets,
  computeDemoPrice,
  getDemoSupply,
  roundPrice,
  hashText,
  type DemoMarket,
} from './demo-markets.ts'

/** Makes one source disagree with the others. */
const COINBASE_FACTOR = 1.026

type Scene = { nowMs: number; demoMints: readonly string[] }

/** Answers like the market sources, in their formats. Returns null for an unknown address. */
export function answerDemoMarket(url: URL, scene: Scene): unknown {
  const markets = listDemoMarkets(scene.demoMints, scene.nowMs)
  const { hostname, pathname } = url
  switch (hostname) {
    case 'api.dexscreener.com':
      return dexscreener(url, markets, scene.nowMs)
    case 'api.geckoterminal.com':
      return geckoterminal(pathname, markets)
    case 'api.coingecko.com':
      return pathname.endsWith('/market_chart')
        ? marketChart(url, markets, scene.nowMs)
        : simplePrice(url, markets, scene.nowMs)
    case 'api.exchange.coinbase.com':
      return coinbase(pathname, markets)
    case 'api.llama.fi':
      return llama(pathname, scene.nowMs)
    case 'api.jup.ag':
      return jupiter(url, markets, scene.nowMs)
    default:
      return null
  }
}

const pool = ({ symbol, mint }: DemoMarket) => ({
  address: `DemoPool${symbol}`,
  name: `${symbol} / USDC`,
  dex: hashText(mint) % 2 === 0 ? 'raydium' : 'orca',
  liquidity: roundPrice(400_000 + (hashText(symbol) % 97) * 61_000.5),
  volume: roundPrice(90_000 + (hashText(mint) % 89) * 41_000.25),
})

function dexscreener(url: URL, markets: readonly DemoMarket[], nowMs: number) {
  const search = url.searchParams.get('q')?.toUpperCase()
  const wanted = markets.filter(({ mint, symbol }) =>
    search === undefined ? url.pathname.includes(mint) : symbol === search,
  )
  const pairs = wanted.map((market) => {
    const { address, dex, liquidity, volume } = pool(market)
    return {
      chainId: 'solana',
      dexId: dex,
      url: `https://dexscreener.example/solana/${address}`,
      pairAddress: address,
      baseToken: { address: market.mint, name: `Demo ${market.symbol}`, symbol: market.symbol },
      quoteToken: { address: 'DemoUsdc', name: 'Demo USD Coin', symbol: 'USDC' },
      priceUsd: String(market.priceUsd),
      volume: { h24: volume },
      priceChange: { h24: computeDemoChange(market.symbol, nowMs) },
      liquidity: { usd: liquidity, base: 1, quote: 1 },
    }
  })
  return search === undefined ? pairs : { schemaVersion: '1.0.0', pairs }
}

function geckoterminal(pathname: string, markets: readonly DemoMarket[]) {
  const mint = /\/tokens\/(\w+)\/pools/.exec(pathname)?.[1]
  const wanted = markets.filter((market) =>
    mint === undefined ? market.symbol.startsWith('DEMO') : market.mint === mint,
  )
  return {
    data: wanted.map((market) => {
      const { address, name, dex, liquidity, volume } = pool(market)
      return {
        id: `solana_${address}`,
        type: 'pool',
        attributes: {
          address,
          name,
          base_token_price_usd: String(roundPrice(market.priceUsd * 1.003)),
          reserve_in_usd: String(liquidity),
          volume_usd: { h24: String(volume) },
        },
        relationships: {
          base_token: { data: { id: `solana_${market.mint}`, type: 'token' } },
          dex: { data: { id: dex, type: 'dex' } },
        },
      }
    }),
  }
}

function simplePrice(url: URL, markets: readonly DemoMarket[], nowMs: number) {
  const ids = url.searchParams.get('ids')?.split(',') ?? []
  const found = ids.flatMap((id) => {
    const market = markets.find(({ coinGecko }) => coinGecko === id)
    if (!market) return []
    const facts = {
      usd: roundPrice(market.priceUsd * 0.998),
      usd_market_cap: roundPrice(market.priceUsd * getDemoSupply(market.symbol)),
      usd_24h_vol: roundPrice(market.priceUsd * 21_000_000),
      usd_24h_change: roundPrice(computeDemoChange(market.symbol, nowMs) * 1.01),
      last_updated_at: Math.floor(nowMs / 60_000) * 60,
    }
    return [[id, facts] as const]
  })
  return Object.fromEntries(found)
}

function marketChart(
  { pathname, searchParams }: URL,
  markets: readonly DemoMarket[],
  nowMs: number,
) {
  const id = /\/coins\/([^/]+)\//.exec(pathname)?.[1]
  const symbol = markets.find(({ coinGecko }) => coinGecko === id)?.symbol
  if (symbol === undefined) return { prices: [], total_volumes: [] }
  const days = Number(searchParams.get('days') ?? 7)
  // Like CoinGecko: hourly up to 90 days, then daily.
  const stepMs = days > 90 ? DAY_MS : HOUR_MS
  const count = (days * DAY_MS) / stepMs
  const hours = Array.from(
    { length: count },
    (_, place) => (Math.floor(nowMs / stepMs) - count + 1 + place) * stepMs,
  )
  return {
    prices: hours.map((atMs) => [atMs, computeDemoPrice(symbol, atMs)]),
    total_volumes: hours.map((atMs) => [
      atMs,
      roundPrice(
        computeDemoPrice(symbol, atMs) * (18_000_000 + (hashText(String(atMs)) % 6_000_000)),
      ),
    ]),
  }
}

function coinbase(pathname: string, markets: readonly DemoMarket[]) {
  const symbol = /\/products\/(\w+)-USD\//.exec(pathname)?.[1]
  const market = markets.find((each) => each.symbol === symbol)
  // Coinbase answers unknown products like this.
  if (!market) return { message: 'NotFound' }
  const last = market.priceUsd * COINBASE_FACTOR
  return {
    open: String(roundPrice(last * 0.99)),
    high: String(roundPrice(last * 1.02)),
    low: String(roundPrice(last * 0.97)),
    last: String(roundPrice(last)),
    volume: String(roundPrice(1_240_000 + (hashText(market.mint) % 700) * 1000)),
  }
}

function llama(pathname: string, nowMs: number) {
  if (pathname.startsWith('/tvl/'))
    return roundPrice(2.1e8 + (hashText(pathname) % 900) * 1_000_003)
  if (pathname.includes('/overview/')) {
    const daily = pathname.includes('/fees/') ? 3_410_000 : 4_230_000_000
    return { total24h: daily, total7d: daily * 6.4, change_1d: 2.4, protocols: [] }
  }
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS
  const largest = pathname.endsWith('/Ethereum') ? 6.4e10 : 9.2e9
  return Array.from({ length: 90 }, (_, place) => {
    const atMs = today - (89 - place) * DAY_MS
    return {
      date: atMs / 1000,
      tvl: Math.round(largest * (1 + 0.04 * Math.sin(atMs / DAY_MS / 6) + place / 900)),
    }
  })
}

function jupiter(url: URL, markets: readonly DemoMarket[], nowMs: number) {
  const ids = url.searchParams.get('ids')?.split(',') ?? []
  const found = markets.filter(({ mint }) => ids.includes(mint))
  return Object.fromEntries(
    found.map(({ mint, symbol, priceUsd }) => [
      mint,
      {
        usdPrice: roundPrice(priceUsd * 1.001),
        decimals: 6,
        priceChange24h: roundPrice(computeDemoChange(symbol, nowMs) * 0.98),
        blockId: 1,
      },
    ]),
  )
}
