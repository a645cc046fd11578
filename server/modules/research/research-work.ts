import { Digest } from '#contract/research-digest.ts'
import type { ResearchCounts } from '#contract/research.ts'
import type { Database } from '#server/db/database.ts'
import { RunFailed, type Run, type RunContext, type RunResult } from '#server/modules/runs/run.ts'
import { usefulSources } from '#server/modules/research/pipeline/digest.ts'
import { createProgress } from '#server/modules/research/pipeline/progress.ts'
import {
  runResearch,
  type SourceRegistry,
  type ProgressReporter,
} from '#server/modules/research/pipeline/run-research.ts'
import { comparedWith } from '#server/modules/research/pipeline/since-last.ts'
import { withProse, type ProseModel } from '#server/modules/research/prose/prose.ts'
import type { ResearchShape } from './research-service.ts'
import { previousDigest } from './topic-repository.ts'

export type ResearchParts = {
  registry: SourceRegistry
  /** With fewer useful sources, a research fails and is refunded. */
  minSources: number
  /** Without a model, digests stay extractive. */
  model: ProseModel | null
}

type ResearchRun = Run<ResearchShape>
type Context = RunContext<ResearchShape>

/** Gathers and publishes the extractive digest, then publishes it again with what the model wrote. */
export async function research(
  parts: ResearchParts,
  run: ResearchRun,
  context: Context,
): Promise<null> {
  const { model, registry } = parts
  const progress = createProgress(registry.isDemo, context.reportProgress)
  // The owner may have read what another worker published, so it is not gathered again.
  const published = await context.published()
  const digest =
    published === null
      ? await gather(parts, run, { ...context, progress })
      : Digest.parse(JSON.parse(published))
  if (published === null) await publish(context, digest)
  if (model === null || digest.prose !== null) return null
  progress.stage('writing', `${model.name} writes from the evidence`)
  const written = await withProse(digest, model, context.signal)
  context.signal.throwIfAborted()
  if (written.prose !== null) await publish(context, written)
  return null
}

/** Returns the extractive digest. Throws `RunFailed` with the digest when the sources returned too little. */
async function gather(
  { registry, minSources }: ResearchParts,
  run: ResearchRun,
  { db, find, signal, progress }: Omit<Context, 'reportProgress'> & { progress: ProgressReporter },
): Promise<Digest> {
  const { query, followUpTo } = run.input
  const earlier = followUpTo === null ? undefined : await find(followUpTo)
  const request = { query, earlierQuery: earlier?.input.query ?? null }
  const found = await runResearch(request, registry, { progress, signal })
  const digest = await compareWithLast(db, run, found.digest)
  const useful = usefulSources(digest)
  if (useful < minSources || (digest.stories.length === 0 && digest.figures.length === 0)) {
    throw new RunFailed(tooFewText(digest, useful), resultOf(digest))
  }
  return digest
}

function tooFewText({ sources, stories, figures }: Digest, useful: number): string {
  const asked = sources.filter(({ state }) => state !== 'skipped').length
  const failed = sources.filter(({ state }) => state === 'failed').length
  if (stories.length === 0 && figures.length === 0) {
    const silent = failed > 0 ? `; ${failed} didn’t respond` : ''
    return `No results. We searched ${asked} sources${silent}. Your POINT was refunded.`
  }
  return `Only ${useful} of ${asked} sources had results. Your POINT was refunded.`
}

/** Marks what is new since the topic's last research. */
async function compareWithLast(
  db: Database,
  { id, groupId: topicId }: ResearchRun,
  digest: Digest,
): Promise<Digest> {
  const last = topicId === null ? undefined : await previousDigest(db, topicId, id)
  const parsed = last === undefined ? undefined : Digest.safeParse(JSON.parse(last.body))
  if (last === undefined || parsed?.success !== true) return digest
  const { id: researchId, finishedAt } = last
  return comparedWith(digest, { digest: parsed.data, researchId, at: finishedAt.toISOString() })
}

const publish = (context: Context, digest: Digest): Promise<void> =>
  context.publish(resultOf(digest), {
    type: 'digest',
    status: 'running',
    stage: digest.prose === null ? 'digesting' : 'writing',
    message: digest.label,
    source: null,
    failure: null,
  })

const resultOf = (digest: Digest): RunResult<ResearchShape> => ({
  body: JSON.stringify(digest),
  counts: countsOf(digest),
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
