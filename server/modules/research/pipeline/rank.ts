import { createSearchIndex } from '#server/modules/research/text/bm25.ts'
import type { Document } from './evidence.ts'
import { namesOf, type Plan } from './plan.ts'
import { termsOf } from '#server/modules/research/text/words.ts'

export type Ranked = { document: Document; relevance: number; score: number }

const HOUR_MS = 3_600_000
/** News is worth half after a day, what documents a thing after a week. */
const NEWS_HALF_LIFE_MS = 24 * HOUR_MS
const DOCUMENT_HALF_LIFE_MS = 7 * 24 * HOUR_MS
/** Age takes at most this share: an old text that answers is better than a new one that does not. */
const FRESHNESS_SHARE = 0.5
/** A text without a date counts as this old. */
const UNDATED_MS = 4 * 24 * HOUR_MS
/** Below this share of the best match, a text has only words in common with the question. */
const MIN_RELEVANCE = 0.12

/**
 * The texts that have to do with the question, best first: words by BM25, age by its half-life. A text is taken when it
 * speaks of a subject of the question, or, where the question has none, of enough of its words.
 */
export function rank(documents: readonly Document[], plan: Plan): Ranked[] {
  const names = [...new Set(plan.subjects.flatMap(namesOf))]
  const inTime = documents.filter((document) => isInWindow(document, plan))
  const index = createSearchIndex(inTime)
  const question = [...names, ...plan.terms].join(' ')
  const hits = index.search(question, { hasFeedback: false })
  const best = hits[0]?.score ?? 1
  const ranked = hits.flatMap(({ place, score }) => {
    const document = inTime[place]
    if (!document || !isAbout(document, plan, names)) return []
    const relevance = score / best
    if (relevance < MIN_RELEVANCE) return []
    return [{ document, relevance, score: relevance * freshness(document, plan.nowMs) }]
  })
  return ranked.toSorted((a, b) => b.score - a.score || compare(a.document.id, b.document.id))
}

/** A question without a time of its own takes older texts too; one with a time takes only what is dated in it. */
function isInWindow({ publishedAtMs }: Document, { window }: Plan): boolean {
  if (!window.isGiven) return true
  return publishedAtMs !== null && publishedAtMs >= window.fromMs && publishedAtMs <= window.toMs
}

function isAbout({ title, text }: Document, plan: Plan, names: readonly string[]): boolean {
  const whole = `${title} ${text}`.toLowerCase()
  if (names.length > 0) return names.some((name) => hasWord(whole, name))
  const asked = new Set(plan.terms.flatMap(termsOf))
  const held = new Set(termsOf(whole))
  let common = 0
  for (const term of asked) if (held.has(term)) common += 1
  return asked.size > 0 && common >= Math.min(asked.size, asked.size <= 2 ? asked.size : 2)
}

function hasWord(text: string, name: string): boolean {
  for (let from = text.indexOf(name); from >= 0; from = text.indexOf(name, from + 1)) {
    const before = text[from - 1] ?? ' '
    const after = text[from + name.length] ?? ' '
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}

function freshness({ publishedAtMs, kind }: Document, nowMs: number): number {
  const ageMs = Math.max(0, publishedAtMs === null ? UNDATED_MS : nowMs - publishedAtMs)
  const isNews = kind === 'news' || kind === 'social' || kind === 'status'
  const halfLifeMs = isNews ? NEWS_HALF_LIFE_MS : DOCUMENT_HALF_LIFE_MS
  return 1 - FRESHNESS_SHARE + FRESHNESS_SHARE * 0.5 ** (ageMs / halfLifeMs)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
