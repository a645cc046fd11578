import type { SourceReport } from '#contract/research/digest.ts'

import { SourceFailed } from './fetch-source.ts'
import type { FetchAnswer } from './source-client.ts'
import type { CreateReaders } from './text-readers.ts'
import { NOTHING, type Found, type SourceYield } from './evidence.ts'
import { normalize } from '#server/modules/research/ranking/normalize.ts'
import { rank } from '#server/modules/research/ranking/rank.ts'
import type { Plan } from '#server/modules/research/question/plan.ts'
import { UnreadableAnswer, type Source } from '#server/modules/research/sources/source.ts'

export type Gathering = {
  sources: readonly Source[]
  fetchAnswer: FetchAnswer
  createReaders: CreateReaders
  now: () => number
  isDemo: boolean
  /** Time for all requests to one source. */
  sourceMs: number
  /** Aborts when the time for all sources is over. */
  signal: AbortSignal
  onReport: (report: SourceReport) => void
}

/** Queries all sources at once. A failing or slow source never fails the research. */
export async function gather(
  plan: Plan,
  gathering: Gathering,
): Promise<{ yields: SourceYield[]; reports: SourceReport[] }> {
  const outcomes = await Promise.all(
    gathering.sources.map((source) => querySource(source, plan, gathering)),
  )
  return {
    yields: outcomes.flatMap(({ yielded }) => yielded ?? []),
    reports: outcomes.map(({ report }) => report),
  }
}

type Outcome = { report: SourceReport; yielded: SourceYield | null }

async function querySource(source: Source, plan: Plan, gathering: Gathering): Promise<Outcome> {
  const { fetchAnswer, now, isDemo, onReport } = gathering
  const { id, name, kind } = source
  const startedMs = now()
  const report = (
    state: SourceReport['state'],
    rest: Partial<Pick<SourceReport, 'items' | 'reason' | 'titles'>> = {},
  ): SourceReport => {
    const hasEnded = state !== 'asking' && state !== 'skipped'
    const duration_ms = hasEnded ? Math.round(now() - startedMs) : null
    const base = { id, name, kind, state, items: 0, reason: null, is_demo: isDemo }
    const reported = { ...base, ...rest, duration_ms }
    onReport(reported)
    return reported
  }

  const requests = source.missing === undefined ? source.requests(plan) : []
  if (requests.length === 0) {
    const reason = source.missing ?? 'does not fit the question'
    return { report: report('skipped', { reason }), yielded: null }
  }
  report('asking')
  const signal = AbortSignal.any([gathering.signal, AbortSignal.timeout(gathering.sourceMs)])
  const readers = gathering.createReaders(signal)
  let retrievedAtMs = now()
  const outcomes = await Promise.allSettled(
    requests.map(async (request) => {
      const answer = await fetchAnswer(source, request, signal)
      retrievedAtMs = Math.min(retrievedAtMs, answer.fetchedAtMs)
      const parsed = await source.parse(answer.text, request, plan, readers)
      return onlyWritten(parsed, answer.text)
    }),
  )
  const found = outcomes.reduce<Found>(
    (sum, outcome) => (outcome.status === 'fulfilled' ? mergeFound(sum, outcome.value) : sum),
    NOTHING,
  )
  const items = found.documents.length + found.figures.length
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  const reason = failure === undefined ? null : failureReason(failure.reason)
  if (items === 0 && reason !== null) return { report: report('failed', { reason }), yielded: null }
  const yielded = { ...found, sourceId: id, sourceName: name, kind, isDemo, retrievedAtMs }
  const titles = firstTitles(yielded, plan)
  return {
    report: report(items === 0 ? 'empty' : 'answered', {
      items,
      reason,
      ...(titles.length > 0 ? { titles } : {}),
    }),
    yielded,
  }
}

const FIRST_TITLES = 2

/** Returns what a reader can see of the source while others are still loading. */
const firstTitles = (yielded: SourceYield, plan: Plan): string[] =>
  rank(normalize([yielded]), plan)
    .slice(0, FIRST_TITLES)
    .map(({ document }) => document.title)

/** Drops figures whose characters are not in the answer. */
const onlyWritten = (found: Found, text: string): Found => ({
  ...found,
  figures: found.figures.filter(({ raw }) => text.includes(raw)),
})

const mergeFound = (a: Found, b: Found): Found => ({
  documents: [...a.documents, ...b.documents],
  figures: [...a.figures, ...b.figures],
  series: [...a.series, ...b.series],
})

function failureReason(error: unknown): string {
  const isOwn = error instanceof SourceFailed || error instanceof UnreadableAnswer
  return isOwn ? error.message : 'sent an unreadable answer'
}
