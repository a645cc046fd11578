import type { Digest, SourceReport } from '#contract/research/digest.ts'
import type { ResearchFocus } from '#contract/research/focus.ts'
import type { ResearchEvent, ResearchStage } from '#contract/research/research.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import { buildDigest, selectDocumentsToRead } from '#server/modules/research/digest/digest.ts'
import { type Plan, planResearch } from '#server/modules/research/question/plan.ts'
import { pickSources } from './source-focus.ts'
import type { FetchAnswer } from './source-client.ts'
import type { CreateReaders, OpenReaders } from './text-readers.ts'
import type { Source } from '#server/modules/research/sources/source.ts'
import type { Document } from './evidence.ts'
import { gather } from './gather.ts'

/** Time limits in milliseconds. */
export type ResearchLimits = {
  /** For all requests to one source. */
  sourceMs: number
  /** For all sources together. The rest of `totalMs` is for reading pages. */
  gatherMs: number
  totalMs: number
}

export const RESEARCH_LIMITS: ResearchLimits = { sourceMs: 6_000, gatherMs: 8_500, totalMs: 11_000 }

export type SourceRegistry = {
  sources: readonly Source[]
  fetchAnswer: FetchAnswer
  openReaders: OpenReaders
  now: () => number
  isDemo: boolean
  limits: ResearchLimits
  /** Access to sources that users chose, and the sources that are real even in the demo. */
  outside: { fetchAnswer: FetchAnswer; fetchSearch: FetchAnswer; sources: readonly Source[] } | null
}

export type ProgressReporter = {
  stage(stage: ResearchStage, message: string): void
  source(report: SourceReport): void
}

/** Feeds contain summaries, so the best pages are read in full. */
const MAX_PAGES = 12
const PAGE_BYTES = 1_500_000

/** Runs one research from the question to the extractive digest. Failing sources never fail the digest. */
export async function runResearch(
  {
    query,
    earlierQueries,
    ownSources,
    focus = 'all',
  }: {
    query: string
    earlierQueries: readonly string[]
    ownSources: readonly Source[]
    focus?: ResearchFocus
  },
  registry: SourceRegistry,
  { progress, signal }: { progress: ProgressReporter; signal: AbortSignal },
): Promise<{ plan: Plan; digest: Digest }> {
  const { now, limits } = registry
  const createReaders = registry.openReaders()
  const startedMs = now()
  progress.stage('planning', 'Reading the question')
  // Oldest first, so that a short question reaches back over others.
  const earlier = earlierQueries.reduce<Plan | null>(
    (before, each) => planResearch(each, startedMs, before),
    null,
  )
  const plan = planResearch(query, startedMs, earlier)

  const { outside } = registry
  const sources = pickSources(registry.sources, focus)
  const own = outside === null || (focus !== 'all' && focus !== 'own') ? [] : ownSources
  const search = outside !== null && registry.isDemo ? pickSources(outside.sources, focus) : []
  const sourceCount = sources.length + own.length + search.length
  progress.stage('asking', `Asking ${pluralize(sourceCount, 'source')}`)
  const gathering = {
    now,
    createReaders,
    sourceMs: limits.sourceMs,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limits.gatherMs)]),
    onReport: (report: SourceReport) => progress.source(report),
  }
  const { fetchAnswer, isDemo } = registry
  const fetchOutside = outside?.fetchAnswer ?? fetchAnswer
  const fetchSearch = outside?.fetchSearch ?? fetchAnswer
  const found = await Promise.all([
    gather(plan, { ...gathering, fetchAnswer, sources, isDemo }),
    gather(plan, { ...gathering, fetchAnswer: fetchOutside, sources: own, isDemo: false }),
    gather(plan, { ...gathering, fetchAnswer: fetchSearch, sources: search, isDemo: false }),
  ])
  const yields = found.flatMap((each) => each.yields)
  const reports = found.flatMap((each) => each.reports)
  signal.throwIfAborted()

  const best = selectDocumentsToRead({ plan, yields, reports })
  const leftMs = limits.totalMs - (now() - startedMs)
  // A search may find pages that anyone wrote.
  const outerIds = new Set([...own, ...(outside?.sources ?? [])].map(({ id }) => id))
  const chooseFetch = (sourceId: string) => (outerIds.has(sourceId) ? fetchOutside : fetchAnswer)
  const pages = await readPages(best, chooseFetch, {
    createReaders,
    signal,
    leftMs,
    onStart: (count) => progress.stage('reading', `Reading ${pluralize(count, 'page')}`),
  })
  signal.throwIfAborted()
  progress.stage('digesting', 'Putting it together')
  return { plan, digest: { ...buildDigest({ plan, yields, reports, pages }), focus } }
}

async function readPages(
  best: readonly Document[],
  chooseFetch: (sourceId: string) => FetchAnswer,
  {
    createReaders,
    signal,
    leftMs,
    onStart,
  }: {
    createReaders: CreateReaders
    signal: AbortSignal
    leftMs: number
    onStart: (n: number) => void
  },
): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const wanted = best.slice(0, MAX_PAGES)
  if (wanted.length === 0 || leftMs <= 0) return pages
  onStart(wanted.length)
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(leftMs)])
  const readers = createReaders(inTime)
  await Promise.allSettled(
    wanted.map(async ({ url, canonicalUrl, sourceId, sourceName }) => {
      const accept = 'text/html, application/xhtml+xml;q=0.9'
      const source = pageSource(sourceId, sourceName)
      const { text } = await chooseFetch(sourceId)(
        source,
        { url, accept, maxBytes: PAGE_BYTES },
        inTime,
      )
      const article = await readers.article(text)
      if (article !== null) pages.set(canonicalUrl, article.text)
    }),
  )
  return pages
}

/** A publisher's pages have their own rate limit beside its feed. */
const pageSource = (id: string, name: string): Source => ({
  id: `page-${id}`,
  name,
  kind: 'news',
  rate: { perMinute: 30, burst: 8 },
  freshMs: 3_600_000,
  requests: () => [],
  parse: () => ({ documents: [], figures: [], series: [] }),
})

export type ResearchProgress = {
  stage: ResearchStage
  isDemo: boolean
  sources: SourceReport[]
}

export type StoredEvent = Omit<ResearchEvent, 'seq' | 'research_id'>

export function createProgress(
  isDemo: boolean,
  reportProgress: (progress: ResearchProgress, event: StoredEvent) => void,
): ProgressReporter {
  const reports = new Map<string, SourceReport>()
  let stage: ResearchStage = 'planning'
  const add = (event: Pick<StoredEvent, 'type' | 'message' | 'source'>): void =>
    reportProgress(
      { stage, isDemo, sources: [...reports.values()] },
      { ...event, stage, status: 'running', failure: null },
    )
  return {
    stage: (next, message) => {
      stage = next
      add({ type: 'stage', message, source: null })
    },
    source: (report) => {
      reports.set(report.id, report)
      add({ type: 'source', message: describeReport(report), source: report })
    },
  }
}

function describeReport({ name, state, items, reason }: SourceReport): string {
  switch (state) {
    case 'waiting':
      return `${name} is waiting`
    case 'asking':
      return `Asking ${name}`
    case 'answered':
      return `${name} returned ${pluralize(items, 'item')}`
    case 'empty':
      return `${name} has no results`
    case 'failed':
      return `${name} ${reason ?? 'failed'}`
    case 'skipped':
      return `${name} ${reason ?? 'was skipped'}`
  }
}
