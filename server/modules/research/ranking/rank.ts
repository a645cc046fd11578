import { HOUR_MS } from '#server/lib/durations.ts'
import { createSearchIndex } from '#server/lib/text/search-index.ts'
import { compareText } from '#server/lib/text/compare-text.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import { readIntent, listRelatedStems } from '#server/modules/research/question/question-intent.ts'
import { asksForNews } from '#server/modules/research/question/special-questions.ts'
import { listNames, type Plan } from '#server/modules/research/question/plan.ts'
import { baseForm } from '#server/modules/research/text/base-form.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import { type Coverage, createCoverage } from './coverage.ts'

/** `coverage`: which share of the question's own words its best passage has. */
export type Ranked = { document: Document; relevance: number; score: number; coverage: number }

const NEWS_HALF_LIFE_MS = 24 * HOUR_MS
const DOCUMENT_HALF_LIFE_MS = 7 * 24 * HOUR_MS
/** An old text that answers is better than a new one that does not. */
const FRESHNESS_SHARE = 0.5
/** Assumed age of a text without a date. */
const UNDATED_MS = 4 * 24 * HOUR_MS
/** Relative to the best match. */
const MIN_RELEVANCE = 0.12

/** What a text on another topic than the questions before a follow-up loses. The follow-up may change the topic. */
const CONTEXT_SHARE = 0.6

/** A text must have this share of the question's own words. */
const MIN_COVERAGE = 0.3

/**
 * Ranks the texts about the question by BM25, by the question's own words and by age. A text must name a subject of the
 * question, and also have enough of the other words. A loose ranking needs one of several subjects and any word.
 */
export function rank(
  documents: readonly Document[],
  plan: Plan,
  { isLoose = false }: { isLoose?: boolean } = {},
): Ranked[] {
  const names = [...new Set(plan.subjects.flatMap(listNames))]
  const inTime = documents.filter((document) => isInWindow(document, plan))
  const intent = readIntent(plan)
  const coverage = createCoverage(intent.words, inTime)
  const context = createCoverage(plan.context.map(baseForm), inTime)
  // A relation between two subjects is found in texts about both.
  const others =
    intent.isComparison || isLoose
      ? []
      : plan.subjects
          .slice(0, 2)
          .flatMap((subject) =>
            subject.name === 'Solana' || plan.subjects.length < 2 ? [] : [listNames(subject)],
          )
  const search = createSearchIndex(inTime)
  const isOpen = names.length === 0 && plan.terms.length === 0 && asksForNews(plan.english)
  const hits = isOpen
    ? inTime.map((_, index) => ({ index, score: 1 }))
    : search(
        [
          ...names,
          ...plan.terms,
          ...plan.context,
          ...intent.words.flatMap((word) => [...listRelatedStems(word)]),
        ].join(' '),
      )
  const best = hits[0]?.score ?? 1
  const ranked = hits.flatMap(({ index, score }) => {
    const document = inTime[index]
    if (!document || !isAbout(document, names)) return []
    if (!others.every((each) => isAbout(document, each))) return []
    if (!isLoose && score / best < MIN_RELEVANCE) return []
    const covered = bestCoverage(document, coverage)
    const known = 1 - CONTEXT_SHARE * (1 - context(`${document.title} ${document.text}`))
    const relevance = (score / best + covered * known) / 2
    if (!isLoose && covered * known < MIN_COVERAGE) return []
    return [
      {
        document,
        relevance,
        score: relevance * freshness(document, plan.nowMs),
        coverage: covered,
      },
    ]
  })
  return ranked.toSorted((a, b) => b.score - a.score || compareText(a.document.id, b.document.id))
}

function bestCoverage({ title, text }: Document, coverage: Coverage): number {
  return Math.max(
    coverage(title),
    ...splitSentences(text).map((sentence) => coverage(`${title} ${sentence}`)),
  )
}

/** Undated texts only count for a question without its own time window. */
function isInWindow({ publishedAtMs }: Document, { window }: Plan): boolean {
  if (!window.isGiven) return true
  return publishedAtMs !== null && publishedAtMs >= window.fromMs && publishedAtMs <= window.toMs
}

function isAbout({ title, text }: Document, names: readonly string[]): boolean {
  const whole = `${title} ${text}`.toLowerCase()
  return names.length === 0 || names.some((name) => hasWord(whole, name))
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
