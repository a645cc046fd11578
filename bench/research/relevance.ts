import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DEMO_STORIES } from '#server/modules/research/demo/demo-stories.ts'
import { buildDigest } from '#server/modules/research/digest/digest.ts'
import type { SourceYield } from '#server/modules/research/pipeline/evidence.ts'
import { planResearch } from '#server/modules/research/question/plan.ts'

type RelevanceSet = { stories: [id: string, text: string][]; questions: [string, string | null][] }

const NOW_MS = Date.UTC(2026, 10, 20, 12)
const HOUR_MS = 3_600_000
const PUBLISHERS = 5
/** The first `.` that ends a sentence. */
const FIRST_SENTENCE = /^.*?[.;](?=\s|$)/

const read = (file: string): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'))

/** The rules were written with one set in view; the other was written before a change and only measured. */
const SETS = { seen: 'relevance.json', 'held out': 'relevance-held-out.json' } as const
type Part = keyof typeof SETS

const relevanceSet = (part: Part): RelevanceSet => read(SETS[part]) as RelevanceSet

type Report = { id: string; title: string; text: string; publisher: string }

function reports(): Report[] {
  const evidence = (read('checked-sentences.json') as { evidence: string[] }[]).map(
    (item, place) => [`c${place}`, item.evidence.join(' ')] as const,
  )
  const told = [
    ...evidence,
    ...relevanceSet('seen').stories,
    ...relevanceSet('held out').stories,
  ].map(([id, text], place) => ({
    id,
    title: (FIRST_SENTENCE.exec(text)?.[0] ?? text).replace(/[.;]$/, ''),
    text,
    publisher: `paper-${place % PUBLISHERS}`,
  }))
  const demo = DEMO_STORIES.flatMap(({ slug, reports: all }) =>
    all.map(({ title, text, publisher }) => ({ id: slug, title, text, publisher })),
  )
  return [...told, ...demo]
}

function toYields(all: readonly Report[]): SourceYield[] {
  const placed = all.map((report, place) => ({
    ...report,
    atMs: NOW_MS - ((place * 7) % 60) * HOUR_MS,
  }))
  return [...Map.groupBy(placed, ({ publisher }) => publisher)].map(([publisher, own]) => ({
    sourceId: publisher,
    sourceName: publisher,
    kind: 'news',
    isDemo: false,
    retrievedAtMs: NOW_MS,
    figures: [],
    series: [],
    documents: own.map(({ id, title, text, atMs }) => ({
      url: `https://${publisher}.example/${id}`,
      title,
      text,
      publishedAt: new Date(atMs).toISOString(),
    })),
  }))
}

export type RelevanceRates = {
  stories: number
  answerable: number
  unanswerable: number
  found: number
  recognized: number
  answered: number
  mistakes: string[]
}

export function measureRelevance(part: Part): RelevanceRates {
  const all = reports()
  const yields = toYields(all)
  const judged = relevanceSet(part).questions.map(([query, id]) => {
    const { stories, answer, evidence } = buildDigest({
      plan: planResearch(query, NOW_MS),
      yields,
      reports: [],
    })
    const first = stories.slice(0, 3).flatMap(({ cites }) => cites)
    const isFound = evidence.some(({ n, url }) => first.includes(n) && url.endsWith(`/${id}`))
    return { query, id, isFound, isAnswered: answer?.kind !== 'none' }
  })
  const known = judged.filter(({ id }) => id !== null)
  const unknown = judged.filter(({ id }) => id === null)
  const share = (list: typeof judged, is: (one: (typeof judged)[number]) => boolean) =>
    list.filter(is).length / list.length
  return {
    stories: new Set(all.map(({ id }) => id)).size,
    answerable: known.length,
    unanswerable: unknown.length,
    found: share(known, ({ isFound }) => isFound),
    recognized: share(unknown, ({ isAnswered }) => !isAnswered),
    answered: share(known, ({ isAnswered }) => isAnswered),
    mistakes: judged.flatMap(({ query, id, isFound, isAnswered }) =>
      id === null
        ? isAnswered
          ? [`answered: ${query}`]
          : []
        : isFound && isAnswered
          ? []
          : [`${isFound ? 'refused' : 'missed'}: ${query}`],
    ),
  }
}
