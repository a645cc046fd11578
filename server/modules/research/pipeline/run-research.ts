import type { Digest, SourceReport } from '#contract/research-digest.ts'
import type { ResearchStage } from '#contract/research.ts'

import type { Ask } from '#server/modules/research/source-client/source-client.ts'
import { digestOf, relevantDocuments } from './digest.ts'
import type { Document } from './evidence.ts'
import { gather } from './gather.ts'
import { planOf, type Plan } from './plan.ts'
import { readPage } from '#server/modules/research/text/read-page.ts'
import type { Source } from '#server/modules/research/sources/source.ts'

export type ResearchLimits = {
  /** For one source, all it is asked included. */
  sourceMs: number
  /** For the sources together, and then for whole pages until the end. */
  gatherMs: number
  totalMs: number
}

/** A digest stands within twelve seconds; a source has six. */
export const RESEARCH_LIMITS: ResearchLimits = { sourceMs: 6_000, gatherMs: 8_500, totalMs: 11_000 }

export type SourceRegistry = {
  sources: readonly Source[]
  ask: Ask
  now: () => number
  isDemo: boolean
  limits: ResearchLimits
}

export type ProgressReporter = {
  stage(stage: ResearchStage, message: string): void
  source(report: SourceReport): void
}

/** Feeds give summaries; of so many of the best, the whole page is read. */
const MAX_PAGES = 8
const PAGE_CHARS_ENOUGH = 1_200
const PAGE_BYTES = 1_500_000

/** One research from the question to the digest without a model. Failing sources cost time, never the digest. */
export async function runResearch(
  { query, earlierQuery }: { query: string; earlierQuery: string | null },
  registry: SourceRegistry,
  { progress, signal }: { progress: ProgressReporter; signal: AbortSignal },
): Promise<{ plan: Plan; digest: Digest }> {
  const { now, limits } = registry
  const startedMs = now()
  progress.stage('planning', 'Reading the question')
  const earlier = earlierQuery === null ? null : planOf(earlierQuery, startedMs)
  const plan = planOf(query, startedMs, earlier)

  progress.stage('asking', `Asking ${registry.sources.length} sources`)
  const { yields, reports } = await gather(plan, {
    ...registry,
    sourceMs: limits.sourceMs,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limits.gatherMs)]),
    onReport: (report) => progress.source(report),
  })
  signal.throwIfAborted()

  const best = relevantDocuments({ plan, yields, reports })
  const leftMs = limits.totalMs - (now() - startedMs)
  const pages = await readPages(best, registry, {
    signal,
    leftMs,
    onStart: (count) =>
      progress.stage('reading', `Reading ${count} ${count === 1 ? 'page' : 'pages'}`),
  })
  signal.throwIfAborted()
  progress.stage('digesting', 'Putting it together')
  return { plan, digest: digestOf({ plan, yields, reports, pages }) }
}

async function readPages(
  best: readonly Document[],
  { ask }: SourceRegistry,
  {
    signal,
    leftMs,
    onStart,
  }: { signal: AbortSignal; leftMs: number; onStart: (n: number) => void },
): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const wanted = best
    .filter(({ kind, text }) => kind === 'news' && text.length < PAGE_CHARS_ENOUGH)
    .slice(0, MAX_PAGES)
  if (wanted.length === 0 || leftMs <= 0) return pages
  onStart(wanted.length)
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(leftMs)])
  await Promise.allSettled(
    wanted.map(async ({ url, canonicalUrl, sourceId, sourceName }) => {
      const accept = 'text/html, application/xhtml+xml;q=0.9'
      const source = pageSource(sourceId, sourceName)
      const { text } = await ask(source, { url, accept, maxBytes: PAGE_BYTES }, inTime)
      const article = readPage(text)
      if (article !== null) pages.set(canonicalUrl, article)
    }),
  )
  return pages
}

/** A publisher's pages have a budget of their own beside its feed. */
const pageSource = (id: string, name: string): Source => ({
  id: `page-${id}`,
  name,
  kind: 'news',
  rate: { perMinute: 30, burst: 8 },
  freshMs: 3_600_000,
  requests: () => [],
  parse: () => ({ documents: [], figures: [], series: [] }),
})
