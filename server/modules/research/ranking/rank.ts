import { createSearchIndex } from './search-index.ts'
import { compareText } from '#server/lib/compare-text.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import { namesOf, type Plan } from '#server/modules/research/question/plan.ts'
import { extractTerms } from '#server/modules/research/text/words.ts'

export type Ranked = { document: Document; relevance: number; score: number }

const HOUR_MS = 3_600_000
const NEWS_HALF_LIFE_MS = 24 * HOUR_MS
const DOCUMENT_HALF_LIFE_MS = 7 * 24 * HOUR_MS
/** An old text that answers is better than a new one that does not. */
const FRESHNESS_SHARE = 0.5
/** Assumed age of a text without a date. */
const UNDATED_MS = 4 * 24 * HOUR_MS
/** Relative to the best match. */
const MIN_RELEVANCE = 0.12

/**
 * Ranks the texts about the question by BM25 and age. A text must name a subject of the question or, without
 * subjects, contain enough of its terms.
 */
export function rank(documents: readonly Document[], plan: Plan): Ranked[] {
  const names = [...new Set(plan.subjects.flatMap(namesOf))]
  const inTime = documents.filter((document) => isInWindow(document, plan))
  const search = createSearchIndex(inTime)
  const question = [...names, ...plan.terms].join(' ')
  const hits = search(question)
  const best = hits[0]?.score ?? 1
  const ranked = hits.flatMap(({ index, score }) => {
    const document = inTime[index]
    if (!document || !isAbout(document, plan, names)) return []
    const relevance = score / best
    if (relevance < MIN_RELEVANCE) return []
    return [{ document, relevance, score: relevance * freshness(document, plan.nowMs) }]
  })
  return ranked.toSorted((a, b) => b.score - a.score || compareText(a.document.id, b.document.id))
}

/** Undated texts only count for a question without its own time window. */
function isInWindow({ publishedAtMs }: Document, { window }: Plan): boolean {
  if (!window.isGiven) return true
  return publishedAtMs !== null && publishedAtMs >= window.fromMs && publishedAtMs <= window.toMs
}

function isAbout({ title, text }: Document, plan: Plan, names: readonly string[]): boolean {
  const whole = `${title} ${text}`.toLowerCase()
  if (names.length > 0) return names.some((name) => hasWord(whole, name))
  const asked = new Set(plan.terms.flatMap(extractTerms))
  const held = new Set(extractTerms(whole))
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
