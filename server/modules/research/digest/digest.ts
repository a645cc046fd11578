import type {
  Digest,
  Disagreement,
  Evidence,
  SourceReport,
  Story,
  TimelineEntry,
} from '#contract/research/digest.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import type {
  Document,
  FoundFigure,
  FoundSeries,
  SourceYield,
} from '#server/modules/research/pipeline/evidence.ts'
import { readIntent } from '#server/modules/research/question/question-intent.ts'
import type { Plan } from '#server/modules/research/question/plan.ts'
import { dedupe } from '#server/modules/research/ranking/dedupe.ts'
import { normalize } from '#server/modules/research/ranking/normalize.ts'
import { rank } from '#server/modules/research/ranking/rank.ts'
import type { Agreement } from '#server/modules/research/ranking/agreement.ts'
import { type Cluster, findStories } from '#server/modules/research/ranking/stories.ts'
import { isInstruction } from '#server/modules/research/text/quotable.ts'
import { buildAnswer } from '#server/modules/research/answer/build-answer.ts'
import { findDisagreements, buildFigures } from './figure-table.ts'
import { numberEvidence } from './number-evidence.ts'
import { verifyDigest } from './verify-digest.ts'

const NO_MODEL_LABEL = 'Quotes only (no AI summary)'
const EVIDENCE_CHARS = 4_000
const MAX_CITES = 12
const MAX_TIMELINE = 30

export type Gathered = {
  plan: Plan
  yields: readonly SourceYield[]
  reports: readonly SourceReport[]
  /** Full texts of pages, by canonical URL. Without it, the documents count as read in full. */
  pages?: ReadonlyMap<string, string>
}

/**
 * Returns the documents whose pages may answer the question, best first: a summary leaves out most of a page. After those
 * about the question come those about its subject, those with any of its other words, and the newest.
 */
export function selectDocumentsToRead({ plan, yields }: Gathered): Document[] {
  const documents = dedupe(normalize(yields))
  const hasSubject = plan.subjects.length > 0
  const found = [
    rank(documents, plan),
    rank(documents, hasSubject ? { ...plan, terms: [] } : plan, { isLoose: true }),
    ...(hasSubject ? [rank(documents, { ...plan, subjects: [] }, { isLoose: true })] : []),
  ]
  // A question for figures alone finds no more in other pages.
  const newest =
    readIntent(plan).rest.length === 0
      ? []
      : documents.toSorted((a, b) => (b.publishedAtMs ?? 0) - (a.publishedAtMs ?? 0))
  return [...new Set([...found.flat().map(({ document }) => document), ...newest])].filter(
    isSummary,
  )
}

/** A longer text is a whole page already. */
const SUMMARY_CHARS = 1_200

const isSummary = ({ kind, text }: Document): boolean =>
  (kind === 'news' || kind === 'web') && text.length < SUMMARY_CHARS

/** Builds a digest. Pure: the same input makes the same digest. */
export function buildDigest(gathered: Gathered): Digest {
  const { plan, yields, pages } = gathered
  const documents = dedupe(normalize(yields)).map((document) => withPage(document, pages))
  const ranked = rank(documents, plan)
  const intent = readIntent(plan)
  const clusters = findStories(ranked, plan)
  const pack = createPack()
  const figures = buildFigures(yields, (figure, from) => pack.figure(figure, from))
  const series = listSeries(yields, pack)
  const stories = clusters.map((cluster) => toStory(cluster, pack))
  const used = countBySource(clusters.flatMap((cluster) => cluster.documents))
  const answer = buildAnswer({
    plan,
    intent,
    ranked,
    texts: documents,
    unread:
      pages === undefined
        ? []
        : documents.filter((each) => isSummary(each) && !pages.has(each.canonicalUrl)),
    stories: clusters,
    figures,
    series,
    silent: gathered.reports
      .filter(({ kind, state }) => kind === 'market' && state === 'failed')
      .map(({ name }) => name),
    cite: (document) => pack.document(document),
  })
  const sources = gathered.reports.map((report) => countUsedItems(report, yields, used))
  const disagreements = [
    ...findDisagreements(figures),
    ...stories.flatMap(({ disagreement }) => disagreement ?? []),
  ]
  const checked = verifyDigest({
    evidence: pack.evidence(),
    figures,
    series,
    stories,
    disagreements,
    timeline: buildTimeline(stories, pack.evidence()),
  })
  return numberEvidence({
    query: plan.query,
    label: NO_MODEL_LABEL,
    engine: 'extractive',
    is_demo: yields.some(({ isDemo }) => isDemo),
    made_at: new Date(plan.nowMs).toISOString(),
    plan: describePlan(plan),
    answer,
    ...listFindings(plan, checked, sources),
    ...checked,
    prose: null,
    sources,
    follow_ups: suggestFollowUps(plan, checked.stories),
    since: null,
  })
}

const listSeries = (yields: readonly SourceYield[], pack: Pack) =>
  yields.flatMap((from) =>
    from.series.map((line) => ({
      id: `${line.measure}:${line.subject}:${from.sourceId}`,
      label: line.label,
      subject: line.subject,
      measure: line.measure,
      unit: line.unit,
      points: line.points,
      cite: pack.series(line, from),
    })),
  )

function countBySource(documents: readonly Document[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { sourceId } of documents) counts.set(sourceId, (counts.get(sourceId) ?? 0) + 1)
  return counts
}

/** Counts the sources that answered with something the digest uses. */
export const countUsefulSources = ({ sources }: Pick<Digest, 'sources'>): number =>
  sources.filter(({ state, items }) => state === 'answered' && items > 0).length

function withPage(document: Document, pages: ReadonlyMap<string, string> | undefined): Document {
  const page = pages?.get(document.canonicalUrl)
  return page === undefined || page.length <= document.text.length
    ? document
    : { ...document, text: page }
}

type Pack = ReturnType<typeof createPack>

/** Numbers evidence in the order of its first citation. */
function createPack() {
  const entries = new Map<string, Evidence>()
  const entryFor = (key: string, make: (n: number) => Evidence): Evidence => {
    const known = entries.get(key)
    if (known) return known
    const made = make(entries.size + 1)
    entries.set(key, made)
    return made
  }
  const pageEntry = ({ page, url }: { page: string; url: string }, from: SourceYield): Evidence =>
    entryFor(`${from.sourceId} ${url}`, (n) => ({
      n,
      id: `${from.sourceId}:${page}`,
      source_id: from.sourceId,
      source_name: from.sourceName,
      kind: from.kind,
      title: `${from.isDemo ? 'DEMO: ' : ''}${from.sourceName}: ${page}`,
      url,
      published_at: null,
      retrieved_at: new Date(from.retrievedAtMs).toISOString(),
      text: '',
      is_demo: from.isDemo,
    }))
  const addLine = (entry: Evidence, line: string): void => {
    if (entry.text.length + line.length >= EVIDENCE_CHARS) return
    entry.text = entry.text === '' ? line : `${entry.text}\n${line}`
  }
  return {
    figure(figure: FoundFigure, from: SourceYield): number {
      const entry = pageEntry(figure, from)
      addLine(entry, `${figure.label}: ${figure.raw}`)
      return entry.n
    },
    series(series: FoundSeries, from: SourceYield): number {
      const entry = pageEntry(series, from)
      const { points } = series
      const [first, last] = [points[0], points.at(-1)]
      addLine(entry, `${series.label}: ${points.length} points, ${first?.value} to ${last?.value}`)
      return entry.n
    },
    document(document: Document): number {
      return entryFor(document.canonicalUrl, (n) => ({
        n,
        id: document.id,
        source_id: document.sourceId,
        source_name: document.sourceName,
        kind: document.kind,
        title: document.title,
        url: document.url,
        published_at: toIso(document.publishedAtMs),
        retrieved_at: new Date(document.retrievedAtMs).toISOString(),
        text: `${document.title}\n${document.text}`,
        is_demo: document.isDemo,
        ...(isInstruction(`${document.title} ${document.text}`) ? { is_instruction: true } : {}),
      })).n
    },
    evidence: (): Evidence[] => [...entries.values()],
  }
}

function toStory({ documents, sentences, score, agreement }: Cluster, pack: Pack): Story {
  const [best] = documents
  if (!best) throw new Error('a story without a text')
  const cites = documents.slice(0, MAX_CITES).map((document) => pack.document(document))
  const sourceIds = [...new Set(documents.map(({ sourceId }) => sourceId))]
  const times = documents.flatMap(({ publishedAtMs }) => publishedAtMs ?? [])
  return {
    id: best.id,
    title: best.title,
    title_cite: pack.document(best),
    sentences: sentences.map(({ text, document }) => ({ text, cite: pack.document(document) })),
    cites,
    source_ids: sourceIds,
    source_count: sourceIds.length,
    report_count: agreement.reports,
    agreement: agreement.text,
    disagreement: toDisagreement(best, agreement, pack),
    first_at: times.length === 0 ? null : toIso(Math.min(...times)),
    last_at: times.length === 0 ? null : toIso(Math.max(...times)),
    score: Math.round(score * 10_000) / 10_000,
    is_new: false,
  }
}

function toDisagreement(
  { title }: Document,
  { conflict }: Agreement,
  pack: Pack,
): Disagreement | null {
  if (conflict === null) return null
  const values = conflict.values.map(({ text, document }) => ({
    text,
    source_name: document.sourceName,
    cite: pack.document(document),
  }))
  return { subject: title, about: title, values, spread: conflict.spread }
}

function buildTimeline(stories: readonly Story[], evidence: readonly Evidence[]): TimelineEntry[] {
  const entries = stories.flatMap(({ id, cites }) =>
    cites.flatMap((cite) => {
      const entry = evidence.find(({ n }) => n === cite)
      return entry?.published_at
        ? [{ at: entry.published_at, title: entry.title, cite, story_id: id }]
        : []
    }),
  )
  return entries
    .toSorted((a, b) => (a.at === b.at ? a.cite - b.cite : a.at < b.at ? -1 : 1))
    .slice(-MAX_TIMELINE)
}

/** Returns the report with the number of items that the digest uses, instead of all that were found. */
function countUsedItems(
  report: SourceReport,
  yields: readonly SourceYield[],
  used: ReadonlyMap<string, number>,
): SourceReport {
  if (report.state !== 'answered') return report
  const figures = yields.find(({ sourceId }) => sourceId === report.id)?.figures.length ?? 0
  const items = figures + (used.get(report.id) ?? 0)
  return items > 0
    ? { ...report, items }
    : { ...report, state: 'empty', items: 0, reason: 'answered with nothing on the question' }
}

function listFindings(
  plan: Plan,
  { figures, stories }: { figures: Digest['figures']; stories: readonly Story[] },
  sources: readonly SourceReport[],
): Pick<Digest, 'found' | 'not_found'> {
  const about = plan.subjects.map(({ name }) => name).join(', ') || plan.terms.join(' ')
  const found = [
    ...(stories.length > 0
      ? [`${pluralize(stories.length, 'story', 'stories')} from ${plan.window.label}`]
      : []),
    ...(figures.length > 0 ? [pluralize(figures.length, 'data point')] : []),
  ]
  const failed = sources.filter(({ state }) => state === 'failed')
  const silent = plan.subjects.filter(
    ({ name, ticker, kind }) =>
      (kind === 'mint' || kind === 'ticker') &&
      !figures.some(({ subject }) => subject === name || subject === ticker),
  )
  const notFound = [
    ...(about === '' ? ['The question names nothing that can be searched for'] : []),
    ...(stories.length === 0 && about !== '' ? [`No report on ${about} was found`] : []),
    ...silent.map(({ name, mint }) => `No source knows ${mint ?? name}`),
    ...failed.map(({ name, reason }) => `${name} ${reason ?? 'failed'}`),
  ]
  return { found, not_found: notFound }
}

const describePlan = ({ subjects, terms, window }: Plan): Digest['plan'] => ({
  subjects: subjects.map(({ kind, name, mint }) => ({ kind, name, mint: mint ?? null })),
  terms,
  from: window.isGiven ? toIso(window.fromMs) : null,
  to: new Date(window.toMs).toISOString(),
  window: window.label,
})

const toIso = (timeMs: number | null): string | null =>
  timeMs === null ? null : new Date(timeMs).toISOString()

const MAX_FOLLOW_UPS = 4
/** A title such as `owner/name v9.8.0` is no question. */
const RELEASE = /\bv?\d+\.\d+\.\d+/

function suggestFollowUps({ subjects, window }: Plan, stories: readonly Story[]): string[] {
  const [first, second] = subjects.map(({ name }) => name)
  // Only of these do sources have prices.
  const priced = subjects.find(({ coinGecko }) => coinGecko !== undefined)?.name
  const titles = stories
    .filter(({ title }) => !RELEASE.test(title) && !isInstruction(title))
    .slice(1, 3)
    .map(({ title }) => title.replace(/^(?:\[?DEMO\]?:?\s*)+/, ''))
  const made = [
    ...(first === undefined || stories.length === 0 || window.isGiven
      ? []
      : [`What happened to ${first} in the last 30 days?`]),
    ...titles,
    ...(first !== undefined && second !== undefined ? [`${first} and ${second} compared`] : []),
    ...(priced === undefined
      ? ['What is new on Solana today?']
      : [`${priced} price and volume today`]),
  ]
  return [...new Set(made)].slice(0, MAX_FOLLOW_UPS)
}
