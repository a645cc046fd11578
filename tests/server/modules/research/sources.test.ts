import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTextReaders } from '#server/modules/research/pipeline/text-readers.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'
import { coinbase } from '#server/modules/research/sources/coinbase.ts'
import { coingecko } from '#server/modules/research/sources/coingecko.ts'
import { defillama } from '#server/modules/research/sources/defillama.ts'
import { dexscreener } from '#server/modules/research/sources/dexscreener.ts'
import { geckoterminal } from '#server/modules/research/sources/geckoterminal.ts'
import { hackerNews } from '#server/modules/research/sources/hacker-news.ts'
import { createJupiter } from '#server/modules/research/sources/jupiter.ts'
import { readFeed } from '#server/modules/research/sources/read-feed.ts'
import { solanaChain } from '#server/modules/research/sources/solana-chain.ts'
import { UnreadableAnswer, type Source } from '#server/modules/research/sources/source.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const SOL = 'So11111111111111111111111111111111111111112'
const plan = planResearch('What is new on Solana?', NOW)

const readers = createTextReaders()()(new AbortController().signal)

const parse = async (source: Source, text: string, nth = 0) => {
  const request = source.requests(plan)[nth]
  if (!request) throw new Error('nothing asked')
  return source.parse(text, request, plan, readers)
}

const figuresOf = async (source: Source, text: string, nth = 0) => {
  const { figures } = await parse(source, text, nth)
  return figures.map(({ measure, raw }) => [measure.split(':')[0], raw])
}

describe('DexScreener', () => {
  const pair = (over: object) => ({
    chainId: 'solana',
    dexId: 'raydium',
    url: 'https://dexscreener.com/solana/pool',
    baseToken: { address: SOL, name: 'Wrapped SOL', symbol: 'SOL' },
    quoteToken: { address: 'q', name: 'USD Coin', symbol: 'USDC' },
    priceUsd: '151.07',
    volume: { h24: 1_200_300.5 },
    liquidity: { usd: 9_000_100.25 },
    ...over,
  })

  it('returns the price of the deepest pool and the size of the others', async () => {
    const shallow = pair({ priceUsd: '1.00', liquidity: { usd: 10 }, dexId: 'orca' })
    expect(await figuresOf(dexscreener, JSON.stringify([shallow, pair({})]))).toEqual([
      ['price', '151.07'],
      ['liquidity', '9000100.25'],
      ['volume_24h', '1200300.5'],
      ['liquidity', '10'],
      ['volume_24h', '1200300.5'],
    ])
  })

  it('lives with missing and null members', async () => {
    const bare = pair({ priceUsd: null, volume: undefined, liquidity: undefined })
    expect(await figuresOf(dexscreener, JSON.stringify([bare]))).toEqual([])
  })

  it('takes no pool of another mint or chain', async () => {
    const other = pair({ baseToken: { address: 'other', name: '', symbol: 'SOL' } })
    expect(await figuresOf(dexscreener, JSON.stringify([other]))).toEqual([])
  })
})

describe('GeckoTerminal', () => {
  it('reads prices of seventy digits and reserves that are null', async () => {
    const price = `0.0000${'1234567890'.repeat(7)}`
    const answer = {
      data: [
        {
          attributes: {
            address: 'pool',
            name: 'SOL / USDC',
            base_token_price_usd: price,
            reserve_in_usd: null,
            volume_usd: { h24: '49.2' },
          },
          relationships: { base_token: { data: { id: `solana_${SOL}` } } },
        },
      ],
    }
    expect(await figuresOf(geckoterminal, JSON.stringify(answer))).toEqual([
      ['price', price],
      ['volume_24h', '49.2'],
    ])
  })
})

describe('CoinGecko', () => {
  it('returns figures with their time, and a series', async () => {
    const prices = {
      solana: { usd: 150.5, usd_24h_change: -1.25, last_updated_at: NOW / 1000 - 60 },
    }
    const found = await parse(coingecko, JSON.stringify(prices))
    expect(found.figures.map(({ raw, asOfMs }) => [raw, asOfMs])).toEqual([
      ['150.5', NOW - 60_000],
      ['-1.25', NOW - 60_000],
    ])
    const chart = {
      prices: [
        [NOW, 2],
        [NOW - 60_000, 1],
        [NOW, null],
      ],
      total_volumes: null,
    }
    const { series } = await parse(coingecko, JSON.stringify(chart), 1)
    expect(series.map(({ points }) => points)).toEqual([
      [
        { time: NOW / 1000 - 60, value: 1 },
        { time: NOW / 1000, value: 2 },
      ],
    ])
  })
})

describe('the other market sources', () => {
  it('read their answers', async () => {
    const stats = { open: '1', high: '152.5', low: '147', last: '150.25', volume: '99.5' }
    expect((await figuresOf(coinbase, JSON.stringify(stats))).map(([, raw]) => raw)).toEqual([
      '150.25',
      '152.5',
      '147',
      '99.5',
    ])
    const days = [
      { date: 1_790_000_000, tvl: 5 },
      { date: 1_790_086_400, tvl: 6.5 },
    ]
    expect(await figuresOf(defillama, JSON.stringify(days))).toEqual([['tvl', '6.5']])
    expect(await figuresOf(defillama, '{"total24h":12.5,"total7d":null}', 1)).toEqual([
      ['dex_volume_24h', '12.5'],
    ])
    const answer = JSON.stringify({ [SOL]: { usdPrice: 150.75, priceChange24h: null } })
    expect(await figuresOf(createJupiter('key'), answer)).toEqual([['price', '150.75']])
    const epoch = { epoch: 900, absoluteSlot: 388_800_000, transactionCount: 5 }
    expect(await figuresOf(solanaChain, JSON.stringify(epoch))).toEqual([
      ['epoch', '900'],
      ['slot', '388800000'],
      ['transactions', '5'],
    ])
  })

  it('leave Jupiter out without a key, and never put the key into the address', () => {
    expect(createJupiter(null).requests(plan)).toEqual([])
    expect(createJupiter(null).missing).toBe('needs JUPITER_API_KEY')
    expect(
      JSON.stringify(
        createJupiter('secret')
          .requests(plan)
          .map((each) => 'url' in each && each.url),
      ),
    ).not.toContain('secret')
  })

  it.each([
    ['a web page', '<!doctype html><html><body>busy</body></html>'],
    ['half an answer', '{"data":[{"attributes"'],
    ['another shape', '{"unexpected":true}'],
    ['nothing', ''],
  ])('say that %s cannot be read', async (_, text) => {
    for (const source of [dexscreener, geckoterminal, hackerNews]) {
      await expect(parse(source, text), source.id).rejects.toThrow(UnreadableAnswer)
    }
  })

  it('take no figure without end', async () => {
    const stats = { last: 'Infinity', high: 'NaN', low: '1e999', volume: '' }
    expect(await figuresOf(coinbase, JSON.stringify(stats))).toEqual([])
  })
})

describe('a feed', () => {
  const item = (title: string, rest = '') =>
    `<item><title>${title}</title><link>https://news.example/${encodeURIComponent(title)}</link>${rest}</item>`
  const rss = (items: string) =>
    `<?xml version="1.0"?><rss version="2.0"><channel>${items}</channel></rss>`

  it('is read as RSS with an undeclared prefix, a byte order mark and bad entities', () => {
    const text = `\ufeff${rss(item('Cats &amp; dogs &nosuch; & more', '<media:content url="x"/><description/>'))}`
    expect(readFeed(text).map(({ title }) => title)).toEqual([
      expect.stringContaining('Cats & dogs'),
    ])
  })

  it('is read as Atom, RDF and JSON Feed', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A</title><link href="https://a.example/1"/><published>2026-11-19T00:00:00Z</published><content type="html">&lt;p&gt;a&lt;/p&gt;</content></entry></feed>`
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="c"><title>c</title></channel><item rdf:about="i"><title>B</title><link>https://b.example/1</link><dc:date>2026-11-18</dc:date></item></rdf:RDF>`
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'c',
      items: [{ id: '1', url: 'https://c.example/1', title: 'C', content_text: 'c' }],
    })
    expect([atom, rdf, json].flatMap(readFeed).map(({ title, url }) => [title, url])).toEqual([
      ['A', 'https://a.example/1'],
      ['B', 'https://b.example/1'],
      ['C', 'https://c.example/1'],
    ])
  })

  it('that breaks off gives what came whole', () => {
    const text = rss(item('one') + item('two') + item('three')).slice(0, -60)
    expect(readFeed(text).map(({ title }) => title)).toEqual(['one', 'two'])
  })

  it('with entities that grow without end is not expanded', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;"><!ENTITY f "&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;">]><rss version="2.0"><channel>${item('&f;&f;&f;')}</channel></rss>`
    const read = (): string => {
      try {
        return JSON.stringify(readFeed(bomb))
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableAnswer)
        return ''
      }
    }
    expect(read().length).toBeLessThan(10_000)
  })

  it('that names a file of the machine does not hold it', () => {
    const text = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss(item('&x;')).replace('<?xml version="1.0"?>', '')}`
    const read = (): string => {
      try {
        return JSON.stringify(readFeed(text))
      } catch {
        return ''
      }
    }
    expect(read()).not.toContain('root:')
  })

  it.each([
    ['a web page', '<!doctype html><html><body>no</body></html>', 'sent an unexpected response'],
    ['nothing', '   ', 'sent nothing'],
    ['plain text', 'hello', 'sent no feed'],
    ['deep nesting', `<rss><channel>${'<a>'.repeat(20_000)}`, 'a broken feed'],
  ])('that is %s is refused with a reason', (_, text, reason) => {
    expect(() => readFeed(text)).toThrow(reason)
  })

  const samples = path.resolve(
    import.meta.dirname,
    '../../../../../shared/data/research/source-samples',
  )
  it.skipIf(!existsSync(samples)).each([
    ['coindesk.rss.xml', 2],
    ['cointelegraph.rss.xml', 2],
    ['fed.rss.xml', 1],
    ['reddit.atom.xml', 1],
  ])('of a real publisher is read: %s (needs ../shared/data)', (file, count) => {
    const read = readFeed(readFileSync(path.join(samples, file), 'utf8'))
    expect(read).toHaveLength(count)
    for (const { url, publishedAt } of read) {
      expect(url).toMatch(/^https:/)
      expect(Date.parse(publishedAt ?? '')).toBeGreaterThan(0)
    }
  })

  it.skipIf(!existsSync(samples))(
    'and the answers of real APIs are read (needs ../shared/data)',
    async () => {
      const sample = (file: string) => readFileSync(path.join(samples, file), 'utf8')
      expect(
        (await figuresOf(dexscreener, sample('dexscreener.tokens-v1.solana.json')))[0],
      ).toEqual(['price', '100.17'])
      expect((await figuresOf(createJupiter('k'), sample('jupiter.price-v3.json')))[0]).toEqual([
        'price',
        '147.48',
      ])
      const hits = await parse(hackerNews, sample('hn.algolia.search.json'))
      expect(hits.documents).toHaveLength(1)
    },
  )
})
