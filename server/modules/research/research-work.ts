import { Digest, type Story } from '#contract/research/digest.ts'
import { FOCUS_NAMES } from '#contract/research/focus.ts'
import type { ResearchCounts } from '#contract/research/research.ts'
import type { Database } from '#server/db/database.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import { countUsefulSources } from '#server/modules/research/digest/digest.ts'
import { type ProseModel, withProse } from '#server/modules/research/digest/prose.ts'
import {
  createProgress,
  type ProgressReporter,
  runResearch,
  type SourceRegistry,
} from '#server/modules/research/pipeline/run-research.ts'
import { canonicalUrl } from '#server/modules/research/text/canonical-url.ts'
import { type Run, type RunContext, RunFailed, type RunResult } from '#server/modules/runs/run.ts'
import { createOwnSource } from '#server/modules/research/sources/own-source.ts'
import { listOwnSourceRows } from './own-source-repository.ts'
import type { ResearchShape } from './start-research.ts'
import { previousDigest } from './topic-repository.ts'

export type ResearchParts = {
  registry: SourceRegistry
  /** Without an answer, fewer useful sources than this are named as the reason of the refund. */
  minSources: number
  /** Null: the digest only quotes. */
  model: ProseModel | null
}

/** How many earlier questions a follow-up reaches back. */
const MAX_THREAD = 5

type ResearchRun = Run<ResearchShape>
type Context = RunContext<ResearchShape>

/** Gathers and publishes the extractive digest, then publishes it again with what the model wrote. */
export async function researchQuestion(
  parts: ResearchParts,
  run: ResearchRun,
  context: Context,
): Promise<null> {
  const { model, registry } = parts
  // The sources of a user are real, also beside the demo's.
  const isDemo = registry.isDemo && run.input.focus !== 'own'
  const progress = createProgress(isDemo, context.reportProgress)
  // The owner may have read what another worker published, so sources are not asked again.
  const published = await context.readPublished()
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
  const { query, followUpTo, focus = 'all' } = run.input
  const earlierQueries: string[] = []
  for (let id = followUpTo; id !== null && earlierQueries.length < MAX_THREAD;) {
    const earlier = await find(id)
    if (earlier === undefined) break
    earlierQueries.unshift(earlier.input.query)
    id = earlier.input.followUpTo
  }
  const ownSources = (await listOwnSourceRows(db, run.userId)).map(createOwnSource)
  const request = { query, earlierQueries, ownSources, focus }
  const found = await runResearch(request, registry, { progress, signal })
  const digest = await compareWithLast(db, run, found.digest)
  const failure = explainFailure(digest, minSources)
  if (failure !== null) throw new RunFailed(failure, toResult(digest))
  return digest
}

/** Returns null for a digest that answers. One good source is enough. */
function explainFailure(digest: Digest, minSources: number): string | null {
  const useful = countUsefulSources(digest)
  const asked = digest.sources.filter(({ state }) => state !== 'skipped').length
  const isEmpty = digest.stories.length === 0 && digest.figures.length === 0
  if (digest.answer?.kind !== 'none' && !isEmpty) return null
  // A focus can have fewer sources than a search needs elsewhere.
  if (isEmpty || useful < Math.min(minSources, asked)) return tooFewText(digest, useful, asked)
  const note = digest.answer?.note ?? 'No source says anything about this.'
  return `${note}${offerAll(digest)} Your POINT was refunded.`
}

/** Returns '' for a research that searched everywhere. */
const offerAll = ({ focus = 'all' }: Digest): string =>
  focus === 'all' ? '' : ` We searched only “${FOCUS_NAMES[focus]}”. Search all sources instead.`

function tooFewText(digest: Digest, useful: number, asked: number): string {
  const { sources, stories, figures } = digest
  const failed = sources.filter(({ state }) => state === 'failed').length
  if (stories.length === 0 && figures.length === 0) {
    const silent = failed > 0 ? `; ${failed} didn’t respond` : ''
    return `No results. We searched ${pluralize(asked, 'source')}${silent}.${offerAll(digest)} Your POINT was refunded.`
  }
  return `Only ${useful} of ${asked} sources had results.${offerAll(digest)} Your POINT was refunded.`
}

async function compareWithLast(
  db: Database,
  { id, groupId: topicId }: ResearchRun,
  digest: Digest,
): Promise<Digest> {
  const last = topicId === null ? undefined : await previousDigest(db, topicId, id)
  const parsed = last === undefined ? undefined : Digest.safeParse(JSON.parse(last.body))
  if (last === undefined || parsed?.success !== true) return digest
  const { id: researchId, finishedAt } = last
  return diffDigest(digest, { digest: parsed.data, researchId, at: finishedAt.toISOString() })
}

const publish = (context: Context, digest: Digest): Promise<void> =>
  context.publish(toResult(digest), {
    type: 'digest',
    status: 'running',
    stage: digest.prose === null ? 'digesting' : 'writing',
    message: digest.label,
    source: null,
    failure: null,
  })

const toResult = (digest: Digest): RunResult<ResearchShape> => ({
  body: JSON.stringify(digest),
  counts: countResults(digest),
})

function countResults({ sources, stories, figures, evidence, since }: Digest): ResearchCounts {
  return {
    sources_asked: sources.filter(({ state }) => state !== 'skipped').length,
    sources_answered: sources.filter(({ state }) => state === 'answered').length,
    documents: evidence.length,
    stories: stories.length,
    figures: figures.length,
    new_stories: since?.new_stories ?? 0,
  }
}

type Earlier = { digest: Digest; researchId: string; at: string }

/** Marks stories that the topic's last digest did not have, and figures that changed. */
function diffDigest(digest: Digest, { digest: last, researchId, at }: Earlier): Digest {
  const known = new Set(last.evidence.flatMap(({ url }) => canonicalUrl(url) ?? []))
  const citedUrl = (cite: number): string =>
    canonicalUrl(digest.evidence.find(({ n }) => n === cite)?.url ?? '') ?? ''
  const isNew = ({ cites }: Story): boolean => cites.some((cite) => !known.has(citedUrl(cite)))
  const stories = digest.stories.map((story) => ({ ...story, is_new: isNew(story) }))
  const before = new Map(last.figures.map((figure) => [figureKey(figure), figure]))
  const figures = digest.figures.map((figure) => {
    const earlier = before.get(figureKey(figure))
    const previous = earlier ? { value: earlier.value, display: earlier.display } : null
    return { ...figure, previous }
  })
  return {
    ...digest,
    stories,
    figures,
    since: {
      research_id: researchId,
      at,
      new_stories: stories.filter(({ is_new: fresh }) => fresh).length,
      changed_figures: figures.filter(
        ({ previous, value }) => previous !== null && previous.value !== value,
      ).length,
    },
  }
}

const figureKey = ({ id, source_id: sourceId }: { id: string; source_id: string }): string =>
  `${id} ${sourceId}`
