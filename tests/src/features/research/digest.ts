import type { Digest, Evidence, SourceReport } from '#contract/research/digest.ts'
import type { ResearchDetail } from '#src/features/research/run/research-job.ts'

export const source = (change: Partial<SourceReport> & { id: string }): SourceReport => ({
  name: change.id,
  kind: 'news',
  state: 'answered',
  items: 2,
  duration_ms: 900,
  reason: null,
  is_demo: true,
  ...change,
})

const evidence = (n: number, change: Partial<Evidence>): Evidence => ({
  n,
  id: `e${n}`,
  source_id: 'wire',
  source_name: 'Wire',
  kind: 'news',
  title: `Report ${n}`,
  url: `https://wire.example/${n}`,
  published_at: '2026-03-02T10:00:00.000Z',
  retrieved_at: '2026-03-03T10:00:00.000Z',
  text: `Report ${n}\nBlocks took 150 ms. Nothing else changed.`,
  is_demo: true,
  ...change,
})

const figure = {
  id: 'price:SOL',
  label: 'SOL price',
  subject: 'SOL',
  measure: 'price',
  unit: 'usd',
  raw: '152.05',
  as_of: '2026-03-03T09:59:00.000Z',
  agreeing: 2,
} as const

/** A small digest with one of everything; its evidence is of two sources, a day and twelve days old. */
export const testDigest = (change: Partial<Digest> = {}): Digest => ({
  query: 'What is new on Solana?',
  label: 'Quotes only (no AI summary)',
  engine: 'extractive',
  is_demo: true,
  made_at: '2026-03-03T10:00:00.000Z',
  plan: {
    subjects: [],
    terms: ['solana'],
    from: null,
    to: '2026-03-03T10:00:00.000Z',
    window: 'the last week',
  },
  found: ['2 data points'],
  not_found: ['No report on staking was found'],
  figures: [
    {
      ...figure,
      value: 152.05,
      display: '$152.05',
      source_id: 'market',
      source_name: 'Market',
      cite: 1,
      previous: { value: 150, display: '$150.00' },
    },
    {
      ...figure,
      value: 152.5,
      display: '$152.50',
      source_id: 'wire',
      source_name: 'Wire',
      cite: 2,
      previous: null,
    },
  ],
  series: [
    {
      id: 's',
      label: 'SOL price, 7 days',
      subject: 'SOL',
      measure: 'price',
      unit: 'usd',
      points: [
        { time: 0, value: 100 },
        { time: 86_400, value: 110 },
      ],
      cite: 1,
    },
  ],
  stories: [
    {
      id: 'votes',
      title: 'Report 2',
      title_cite: 2,
      sentences: [{ text: 'Blocks took 150 ms.', cite: 2 }],
      cites: [2, 3],
      source_ids: ['wire', 'post'],
      source_count: 2,
      agreement: '2 sources agree',
      first_at: '2026-03-02T10:00:00.000Z',
      last_at: '2026-03-02T12:00:00.000Z',
      score: 1,
      is_new: true,
    },
    {
      id: 'old',
      title: 'Report 4',
      title_cite: 4,
      sentences: [],
      cites: [4],
      source_ids: ['post'],
      source_count: 1,
      agreement: '1 source',
      first_at: '2026-02-19T10:00:00.000Z',
      last_at: '2026-02-19T10:00:00.000Z',
      score: 0.5,
      is_new: false,
    },
  ],
  disagreements: [
    {
      subject: 'SOL',
      about: 'Confirmation time',
      values: [
        { text: '150 ms', source_name: 'Wire', cite: 2 },
        { text: '160 ms', source_name: 'Post', cite: 3 },
      ],
      spread: 0.0666,
    },
  ],
  timeline: [
    { at: '2026-02-19T10:00:00.000Z', title: 'Report 4', cite: 4, story_id: 'old' },
    { at: '2026-03-02T10:00:00.000Z', title: 'Report 2', cite: 2, story_id: 'votes' },
  ],
  prose: null,
  sources: [
    source({ id: 'wire', name: 'Wire' }),
    source({ id: 'forum', name: 'Forum', state: 'failed', items: 0, reason: 'sent a web page' }),
  ],
  evidence: [
    evidence(1, { source_id: 'market', source_name: 'Market', kind: 'market' }),
    evidence(2, {}),
    evidence(3, { source_id: 'post', source_name: 'Post' }),
    evidence(4, {
      source_id: 'post',
      source_name: 'Post',
      published_at: '2026-02-19T10:00:00.000Z',
      url: 'javascript:alert(1)',
    }),
  ],
  follow_ups: ['Which releases are there?'],
  since: null,
  checks: {
    citations: { checked: 9, failed: 0 },
    sentences: { checked: 1, failed: 0 },
    figures: { checked: 2, failed: 0 },
  },
  ...change,
})

export const testDetail = (change: Partial<ResearchDetail> = {}): ResearchDetail => {
  const digest = testDigest()
  return {
    id: 'r1',
    research_id: 'r1',
    query: digest.query,
    status: 'done',
    stage: 'finished',
    created_at: '2026-03-03T10:00:00.000Z',
    finished_at: '2026-03-03T10:00:05.000Z',
    failure: null,
    is_refunded: false,
    is_demo: true,
    topic_id: null,
    counts: {
      sources_asked: 2,
      sources_answered: 1,
      documents: 4,
      stories: 2,
      figures: 2,
      new_stories: 0,
    },
    sources: digest.sources,
    digest,
    ...change,
  }
}
