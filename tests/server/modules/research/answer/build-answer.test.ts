import { describe, expect, it } from 'vitest'
import { buildDigest } from '#server/modules/research/digest/digest.ts'
import type { SourceYield } from '#server/modules/research/pipeline/evidence.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'

const NOW = Date.UTC(2026, 10, 20, 12)

const market = (values: Readonly<Record<string, number>>, title = ''): SourceYield => ({
  sourceId: 'm',
  sourceName: 'm',
  kind: 'news',
  isDemo: false,
  retrievedAtMs: NOW,
  series: [],
  figures: Object.entries(values).map(([measure, value]) => ({
    subject: 'SOL',
    measure,
    label: `SOL ${measure}`,
    unit: measure === 'change_24h' ? 'percent' : 'usd',
    raw: String(value),
    value,
    url: 'https://m.example',
    page: 'SOL',
  })),
  documents:
    title === ''
      ? []
      : [
          {
            url: 'https://m.example/x',
            title,
            text: title,
            publishedAt: new Date(NOW - 3_600_000).toISOString(),
          },
        ],
})

const answerTo = (query: string, found: SourceYield) =>
  buildDigest({ plan: planResearch(query, NOW), yields: [found], reports: [] }).answer

it('quotes the words that no source has one by one when they stand apart', () => {
  const question = 'When was Solana founded and its mainnet launch?'
  expect(answerTo(question, market({}, 'Solana lowers fees for swaps'))?.note).toBe(
    'No source says anything about “founded” or “mainnet” or “launch” for Solana.',
  )
})

it('quotes a verb with its particle', () => {
  const found = market({}, 'Solana lowers fees for swaps')
  for (const question of ['Why did Solana shut down?', 'Did Solana shut down its faucet?']) {
    expect(answerTo(question, found)?.note, question).toContain('“shut down')
  }
})

it('names a measure that no source has, and no word of a long question', () => {
  expect(answerTo('JUP market cap', market({}, 'Jupiter adds a pool'))?.note).toBe(
    'No source has the market cap of Jupiter.',
  )
  const long = 'How do governance, inflation, clients, wallets and bridges of Solana work together?'
  expect(answerTo(long, market({}, 'Solana lowers fees for swaps'))?.note).toBe(
    'No source answers all of this. Ask about one thing at a time.',
  )
})

it('names a source that failed, which may have the measure', () => {
  const { answer } = buildDigest({
    plan: planResearch('JUP market cap', NOW),
    yields: [market({}, 'Jupiter adds a pool')],
    reports: [
      {
        id: 'coingecko',
        name: 'CoinGecko',
        kind: 'market',
        state: 'failed',
        items: 0,
        duration_ms: 1,
        reason: 'is asked too often',
        is_demo: false,
      },
    ],
  })
  expect(answer?.note).toBe(
    'CoinGecko didn’t respond, and no other source has the market cap of Jupiter.',
  )
})

it('does not take an end for a shutdown', () => {
  const found = market({}, 'Rewards on Solana arrive at the end of every epoch')
  expect(answerTo('Why did Solana shut down?', found)?.kind).toBe('none')
})

describe('a question about several figures', () => {
  const QUESTION = 'SOL price, volume and TVL'
  const FIGURES = { price: 144, change_24h: 0.6, volume_24h: 3e9 }

  it('gets one for each measure', () => {
    const sentences = answerTo(QUESTION, market({ ...FIGURES, tvl: 1e10 }))?.sentences
    expect(sentences?.map(({ text }) => text.split(':')[0])).toEqual([
      'SOL price',
      'SOL volume_24h',
      'SOL tvl',
    ])
  })

  it('names those that stand only in the table', () => {
    const answer = answerTo(
      'SOL price, volume, TVL, market cap and fees',
      market({ ...FIGURES, tvl: 1e10, market_cap: 7e10, fees_24h: 2e6 }),
    )
    expect(answer?.sentences).toHaveLength(3)
    expect(answer?.note).toBe('The figures below also have the market cap and the fees.')
  })

  it('names the one that no source has', () => {
    expect(answerTo(QUESTION, market(FIGURES))?.note).toBe('No source has the total value locked.')
  })
})
