import { Digest } from '#contract/research-digest.ts'
import type { ResearchCounts } from '#contract/research.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import type { DeadJobHook, JobHandler } from '#server/jobs/running-job.ts'
import { watchCancellation } from '#server/jobs/watch-cancellation.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'

import { usefulSources } from '#server/modules/research/pipeline/digest.ts'
import { createLiveView } from '#server/modules/research/pipeline/progress.ts'
import { withProse, type ProseModel } from '#server/modules/research/prose/prose.ts'
import {
  abandonResearch,
  appendEvent,
  findResearch,
  finishResearch,
  isRunning,
  readDigest,
  saveDigest,
  startResearchRow,
  type ResearchRow,
  type StoredDigest,
} from './research-repository.ts'
import { runResearch, type ResearchWorld } from '#server/modules/research/pipeline/run-research.ts'
import { comparedWith } from '#server/modules/research/pipeline/since-last.ts'
import { previousDigest } from './topic-repository.ts'

export const RESEARCH_JOB = 'research'

export type ResearchJobServices = {
  db: Database
  ledger: Pick<Ledger, 'refund' | 'markConsumption'>
  world: ResearchWorld
  /** Fewer sources that gave something, and the POINT goes back. */
  minSources: number
  /** Null: the digest stays extractive. */
  model: ProseModel | null
}

/** How soon a cancelled research notices. */
const CANCEL_POLL_MS = 300
/** After this long a research is given up and refunded; a model that writes has the most of it. */
const DEADLINE_MS = 90_000

/** The handler that works researches off, and the hook that gives the POINT back when every try has failed. */
export function researchJobHandlers(services: ResearchJobServices): {
  handlers: Record<string, JobHandler>
  onDead: Record<string, DeadJobHook>
} {
  return {
    handlers: {
      [RESEARCH_JOB]: (payload, { signal }) => work(services, researchIdOf(payload), signal),
    },
    onDead: {
      [RESEARCH_JOB]: (payload) =>
        fail(services, researchIdOf(payload), 'The research stopped unexpectedly'),
    },
  }
}

function researchIdOf(payload: unknown): string {
  const id = (payload as { researchId?: unknown } | null)?.researchId
  if (typeof id !== 'string') throw new Error('a research job without a research')
  return id
}

async function work(
  services: ResearchJobServices,
  id: string,
  stopping: AbortSignal,
): Promise<void> {
  const { db, world } = services
  const row = await findResearch(db, id)
  if (!row || !(await startResearchRow(db, id, world.isDemo))) return

  const cancelled = new AbortController()
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  const signal = AbortSignal.any([stopping, cancelled.signal, deadline])
  const watch = watchCancellation(() => isRunning(db, id), {
    pollMs: CANCEL_POLL_MS,
    cancelled,
    signal,
  })
  try {
    await research(services, row, signal)
  } catch (error) {
    // The worker stops: another takes the research over. Or its owner has cancelled it, and it is settled.
    if (stopping.aborted) throw error
    if (cancelled.signal.aborted) return
    if (!deadline.aborted) throw error
    await fail(services, id, 'The research took too long')
  } finally {
    cancelled.abort()
    await watch
  }
}

async function research(
  services: ResearchJobServices,
  row: ResearchRow,
  signal: AbortSignal,
): Promise<void> {
  const { db, model } = services
  const view = createLiveView(db, row.id)
  const digest = (await storedDigest(db, row.id)) ?? (await gathered(services, row, view, signal))
  if (digest === null) return
  if (model !== null && digest.prose === null) {
    view.tell.stage('writing', `${model.name} writes from the evidence`)
    await view.flush()
    const written = await withProse(digest, model, signal)
    signal.throwIfAborted()
    if (written.prose !== null) await store(db, row.id, written)
  }
  await finish(services, row)
}

/** Returns the digest that a worker stored before it stopped: its owner may have read it, so it is not made again. */
async function storedDigest(db: Database, id: string): Promise<Digest | null> {
  const body = await readDigest(db, id)
  return body === null ? null : Digest.parse(JSON.parse(body))
}

/** Returns the stored extractive digest; null when too little was found, which ends the research with a refund. */
async function gathered(
  services: ResearchJobServices,
  row: ResearchRow,
  view: ReturnType<typeof createLiveView>,
  signal: AbortSignal,
): Promise<Digest | null> {
  const { db, world, minSources } = services
  const earlier = row.followUpTo === null ? undefined : await findResearch(db, row.followUpTo)
  const request = { query: row.query, earlierQuery: earlier?.query ?? null }
  const found = await runResearch(request, world, { tell: view.tell, signal })
  const digest = await sinceLastOf(services, row, found.digest)
  const useful = usefulSources(digest)
  await view.flush()
  if (useful < minSources || (digest.stories.length === 0 && digest.figures.length === 0)) {
    await fail(services, row.id, tooFew(digest, useful), storedFormOf(digest))
    return null
  }
  await store(db, row.id, digest)
  return digest
}

/** What is said when the POINT goes back. */
function tooFew({ sources, stories, figures }: Digest, useful: number): string {
  const asked = sources.filter(({ state }) => state !== 'skipped').length
  const failed = sources.filter(({ state }) => state === 'failed').length
  if (stories.length === 0 && figures.length === 0) {
    const silent = failed > 0 ? `, ${failed} of which failed` : ''
    return `Nothing was found: ${asked} sources were asked${silent}. The POINT was given back`
  }
  return `Only ${useful} of ${asked} sources gave anything, so the POINT was given back`
}

async function sinceLastOf(
  { db }: ResearchJobServices,
  { id, topicId }: ResearchRow,
  digest: Digest,
): Promise<Digest> {
  const last = topicId === null ? undefined : await previousDigest(db, topicId, id)
  const parsed = last === undefined ? undefined : Digest.safeParse(JSON.parse(last.body))
  if (last === undefined || parsed?.success !== true) return digest
  const { id: researchId, finishedAt } = last
  return comparedWith(digest, { digest: parsed.data, researchId, at: finishedAt.toISOString() })
}

async function store(db: Database, id: string, digest: Digest): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await saveDigest(tx, id, storedFormOf(digest)))) return
    await appendEvent(tx, id, {
      type: 'digest',
      status: 'running',
      stage: digest.prose === null ? 'digesting' : 'writing',
      message: digest.label,
      source: null,
      failure: null,
    })
  })
}

const storedFormOf = (digest: Digest): StoredDigest => ({
  body: JSON.stringify(digest),
  counts: countsOf(digest),
  sources: digest.sources,
})

function countsOf({ sources, stories, figures, evidence, since }: Digest): ResearchCounts {
  return {
    sources_asked: sources.filter(({ state }) => state !== 'skipped').length,
    sources_answered: sources.filter(({ state }) => state === 'answered').length,
    documents: evidence.length,
    stories: stories.length,
    figures: figures.length,
    new_stories: since?.new_stories ?? 0,
  }
}

const LAST = { stage: 'finished', source: null } as const

async function finish(services: EndServices, row: ResearchRow): Promise<void> {
  await services.db.transaction((tx) => deliver(services, tx, row))
}

type EndServices = Pick<ResearchJobServices, 'db' | 'ledger'>

/** Ends a running research with the digest that it has; false when it has none, or has ended. */
export async function deliver(
  { ledger }: Pick<EndServices, 'ledger'>,
  tx: Queryable,
  { id, transferId }: ResearchRow,
): Promise<boolean> {
  if (!(await finishResearch(tx, id))) return false
  await ledger.markConsumption(transferId, 'SUCCESS', tx)
  const message = 'The digest is ready'
  await appendEvent(tx, id, { ...LAST, type: 'done', status: 'done', message, failure: null })
  return true
}

/**
 * Ends the research and gives the POINT back, both or neither, and only once. A research whose digest its owner can
 * already read ends with that digest instead, without a refund.
 */
async function fail(
  services: EndServices,
  id: string,
  failure: string,
  digest?: StoredDigest,
): Promise<void> {
  const { db, ledger } = services
  await db.transaction(async (tx) => {
    const row = await findResearch(tx, id)
    if (!row) return
    if (!(await abandonResearch(tx, id, { status: 'failed', failure, digest }))) {
      await deliver(services, tx, row)
      return
    }
    await ledger.markConsumption(row.transferId, 'FAILED', tx)
    await ledger.refund({ transferId: row.transferId, reason: failure }, tx)
    const end = { ...LAST, type: 'failed', status: 'failed', message: failure, failure } as const
    await appendEvent(tx, id, end)
  })
}
