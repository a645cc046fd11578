import { describe, expect, it } from 'vitest'
import type { ResearchEvent } from '#contract/research/research.ts'
import {
  formatCount,
  formatChange,
  formatTook,
  formatValue,
  formatWhen,
  keepUnits,
  describeState,
  parseWebAddress,
} from '#src/features/research/research-format.ts'
import { toView, withEvent } from '#src/features/research/run/research-job.ts'
import { linkToRequest, readResearchLink } from '#src/features/research/research-link.ts'
import { computeProgressPercent } from '#src/features/research/run/research-progress.ts'
import { source, testDetail } from './digest.ts'

describe('numbers and times', () => {
  it.each([
    [43, '43 ms'],
    [979, '1.0 s'],
    [12_340, '12.3 s'],
  ])('says %d ms as %s', (ms, text) => expect(formatTook(ms)).toBe(text))

  it.each([
    [152.054, 'usd', '$152.05'],
    [10_370_000_000, 'usd', '$10.37B'],
    [-0.00001234, 'usd', '−$0.00001234'],
    [0.3, 'percent', '0.3%'],
    [2, 'sol', '2 SOL'],
    [1746, 'count', '1,746'],
  ] as const)('says %d in %s as %s', (value, unit, text) => {
    expect(formatValue(value, unit)).toBe(text)
  })

  it('returns a change only where there is something to compare with', () => {
    expect(formatChange(100, 110)).toBe('+10.0%')
    expect(formatChange(100, 90)).toBe('−10.0%')
    expect(formatChange(0, 90)).toBeNull()
  })

  it('stay beside their unit', () => {
    expect(keepUnits('Solana DEX volume, 24 h')).toBe('Solana DEX volume, 24\u00a0h')
    expect(keepUnits('Top 10 holders')).toBe('Top 10 holders')
  })

  it('returns a dash for no time and for an unreadable one', () => {
    expect(formatWhen(null)).toBe('—')
    expect(formatWhen('yesterday-ish')).toBe('—')
  })

  it('counts in words', () => {
    expect([
      formatCount(1, 'story'),
      formatCount(3, 'new story'),
      formatCount(1200, 'item'),
    ]).toEqual(['1 story', '3 new stories', '1,200 items'])
  })
})

describe('the address of a source', () => {
  it('is one that a browser may follow', () => {
    expect(parseWebAddress('https://www.example.com/a')).toEqual({
      href: 'https://www.example.com/a',
      host: 'example.com',
    })
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://a@b.example/', 'nowhere', ''])(
    'is none for %s',
    (url) => expect(parseWebAddress(url)).toBeNull(),
  )
})

describe('the state of a source', () => {
  it.each([
    [source({ id: 'a', items: 1 }), '1 item'],
    [source({ id: 'a', state: 'empty' }), 'No results'],
    [source({ id: 'a', state: 'failed', reason: 'did not answer' }), 'Did not answer'],
    [source({ id: 'a', state: 'skipped' }), 'Was skipped'],
  ])('is said in words', (report, text) => expect(describeState(report)).toBe(text))
})

const running = toView(
  testDetail({ status: 'running', stage: 'asking', sources: [], digest: null }),
)

const told = (change: Partial<ResearchEvent>): ResearchEvent => ({
  seq: 1,
  type: 'source',
  research_id: 'r1',
  status: 'running',
  stage: 'asking',
  message: '',
  source: null,
  failure: null,
  ...change,
})

describe('a running research', () => {
  it('keeps its sources in the order in which they were asked, each once', () => {
    if (running.phase !== 'running') throw new Error('It runs')
    const after = [
      told({ source: source({ id: 'a', state: 'asking' }) }),
      told({ source: source({ id: 'b', state: 'asking' }) }),
      told({ source: source({ id: 'a', state: 'answered', items: 4 }) }),
    ].reduce(withEvent, running)
    expect(after.sources.map(({ id, state }) => [id, state])).toEqual([
      ['a', 'answered'],
      ['b', 'asking'],
    ])
    expect(computeProgressPercent(after)).toBeCloseTo(42.5)
  })

  it('goes on with its stage, never back over the end', () => {
    const stages = ['queued', 'planning', 'asking', 'reading', 'digesting', 'writing', 'finished']
    const all = stages.map((stage) =>
      computeProgressPercent({ stage: stage as 'queued', sources: [] }),
    )
    expect(all).toEqual(all.toSorted((one, other) => one - other))
    expect(all.at(-1)).toBe(100)
  })

  it.each(['failed', 'cancelled'] as const)('ends when it is %s', (status) => {
    expect(toView(testDetail({ status }))).toMatchObject({ phase: 'ended', status })
  })
})

describe('a link to the window', () => {
  it('restores its question', () => {
    const question = { kind: 'question', query: 'a & b? #1', followUpTo: 'r1' } as const
    expect(readResearchLink(linkToRequest(question)).request).toEqual(question)
    const narrow = { ...question, focus: 'news' } as const
    expect(readResearchLink(linkToRequest(narrow)).request).toEqual(narrow)
    expect(readResearchLink('/research?q=a&focus=gossip').request).not.toHaveProperty('focus')
    const topic = { kind: 'topic', topicId: 't1' } as const
    expect(readResearchLink(linkToRequest(topic)).request).toEqual(topic)
  })

  it('brings an earlier research', () => {
    expect(readResearchLink('/research?id=r1')).toEqual({ request: null, researchId: 'r1' })
  })

  it.each(['/research', '/research?q=', `/research?q=${'x'.repeat(2001)}`])(
    'brings nothing when there is nothing in it',
    (path) => expect(readResearchLink(path)).toEqual({ request: null, researchId: null }),
  )
})
