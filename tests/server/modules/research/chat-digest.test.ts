import { describe, expect, it } from 'vitest'
import type { Digest } from '#contract/research/digest.ts'
import { buildDigest } from '#server/modules/research/digest/digest.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'
import { buildChatDigest } from '#server/modules/research/digest/chat-digest.ts'

const EVIDENCE = Array.from({ length: 20 }, (_, index) => ({
  n: index + 1,
  id: `e${index + 1}`,
  source_id: 'wire',
  source_name: 'Wire',
  kind: 'news' as const,
  title: `Report ${index + 1}`,
  url: `https://wire.example/${index + 1}`,
  published_at: null,
  retrieved_at: '2026-11-20T10:00:00.000Z',
  text: 'Blocks took 150 ms.',
  is_demo: false,
}))

const figure = (id: string, cite: number) => ({
  id,
  label: id,
  subject: 'SOL',
  measure: 'price',
  unit: 'usd' as const,
  value: cite,
  raw: `${cite}`,
  display: `$${cite}`,
  as_of: '2026-11-20T10:00:00.000Z',
  source_id: 'wire',
  source_name: 'Wire',
  cite,
  agreeing: 1,
  previous: null,
})

const sentence = (text: string, cites: number[]) => ({ text, cites, is_supported: true })

const digest = (change: Partial<Digest>): Digest => ({
  ...buildDigest({ plan: planResearch('What is new on Solana?', 0), yields: [], reports: [] }),
  evidence: EVIDENCE,
  ...change,
})

describe('what a chat shows of a digest', () => {
  it('begins with what the model wrote first, where one did', () => {
    const paragraphs = [
      [sentence('One.', [3, 4, 5]), sentence('Two.', [6])],
      [sentence('Second paragraph.', [7])],
    ]
    const { answer, sources } = buildChatDigest(
      'r',
      digest({ prose: { model: 'm', paragraphs, dropped: 0, marked: 0 } }),
    )
    expect(answer).toEqual([
      { text: 'One.', cites: [3, 4] },
      { text: 'Two.', cites: [6] },
    ])
    expect(sources.map(({ n }) => n)).toEqual([3, 4, 6])
  })

  it('has each measure once, by its best figure, and at most three', () => {
    const ids = ['price', 'price', 'volume', 'tvl', 'fees']
    const figures = ids.map((id, index) => figure(id, index + 1))
    expect(buildChatDigest('r', digest({ figures })).figures).toEqual([
      { label: 'price', display: '$1', cite: 1 },
      { label: 'volume', display: '$3', cite: 3 },
      { label: 'tvl', display: '$4', cite: 4 },
    ])
  })

  it('names where it was searched, unless that was everywhere', () => {
    expect(buildChatDigest('r', digest({ focus: 'news' })).focus).toBe('news')
    expect(buildChatDigest('r', digest({ focus: 'all' })).focus).toBeUndefined()
  })

  it('stays small whatever the digest holds', () => {
    const long = 'x'.repeat(10_000)
    const paragraphs = [Array.from({ length: 50 }, () => sentence(long, [1, 2, 3]))]
    const part = buildChatDigest(
      'r',
      digest({
        prose: { model: 'm', paragraphs, dropped: 0, marked: 0 },
        figures: ['a', 'b', 'c', 'd'].map((id) => ({ ...figure(id, 9), label: long })),
        evidence: EVIDENCE.map((each) => ({ ...each, title: long })),
      }),
    )
    expect(JSON.stringify(part).length).toBeLessThan(6_000)
    const cited = [...part.answer.flatMap(({ cites }) => cites), ...part.figures.map((f) => f.cite)]
    expect(new Set(part.sources.map(({ n }) => n))).toEqual(new Set(cited))
    expect(part.source_count).toBe(20)
  })
})
