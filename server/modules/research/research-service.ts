import type { Digest } from '#contract/research/digest.ts'
import type { ResearchSummary } from '#contract/research/research.ts'
import type { Database } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import type { ShareLinks } from '#server/modules/sharing/share-links.ts'
import { isOpen, type Run } from '#server/modules/runs/run.ts'
import type { Runs } from '#server/modules/runs/runs.ts'
import { toPublicDigest } from './digest/public-digest.ts'
import { createStart, type ResearchInput, type ResearchShape } from './start-research.ts'
import { createTopics, requireTopic } from './topic-service.ts'

export type Research = ReturnType<typeof createResearch>

/** Creates the service for researches and the topics saved from them. Each call acts on the user's own. */
export function createResearch(
  runs: Runs<ResearchShape>,
  { db, links }: { db: Database; links: ShareLinks },
) {
  const start = createStart(runs)

  async function loadDigest({ id }: Run<ResearchShape>): Promise<Digest | null> {
    const body = await runs.readBody(id)
    return body === null ? null : (JSON.parse(body) as Digest)
  }

  /** Throws `CONFLICT` while there is no digest. */
  async function readDigest(userId: string, id: string): Promise<Digest> {
    const digest = await loadDigest(await runs.getOwn(userId, id))
    if (digest === null) throw new AppError('CONFLICT', 'This research has no digest yet')
    return digest
  }

  const toSummary = (run: Run<ResearchShape>): ResearchSummary => ({
    ...runs.summarize(run),
    query: run.input.query,
    focus: run.input.focus ?? 'all',
    stage: isOpen(run) ? (run.progress?.stage ?? 'queued') : 'finished',
    is_demo: run.progress?.isDemo ?? false,
    topic_id: run.groupId,
  })

  return {
    ...createTopics({ db, runs, start }),
    ...createDigestLinks(runs, { links, readDigest }),

    async remove(userId: string, id: string): Promise<void> {
      await runs.remove(userId, id)
      await links.delete(userId, id)
    },

    follow: runs.follow,

    async start(
      userId: string,
      { query, followUpTo, focus: given }: ResearchInput,
      idempotencyKey: string | undefined,
    ) {
      const earlier = followUpTo === null ? null : await runs.getOwn(userId, followUpTo)
      const asked = withoutControlCharacters(query)
      if (asked === '') throw new AppError('VALIDATION_FAILED', 'query: Ask a question')
      const focus = given ?? earlier?.input.focus ?? 'all'
      const input = { query: asked, followUpTo: earlier?.id ?? null, focus }
      return start(userId, input, { topicId: null, idempotencyKey })
    },

    async list(
      userId: string,
      { topicId, ...page }: { offset: number; limit: number; topicId: string | null },
    ): Promise<Page<ResearchSummary>> {
      const topic = topicId === null ? null : await requireTopic(db, userId, topicId)
      const found = await runs.list({ userId, groupId: topic?.id ?? null, ...page })
      return { ...found, rows: found.rows.map(toSummary) }
    },

    async read(userId: string, id: string) {
      const run = await runs.getOwn(userId, id)
      const digest = await loadDigest(run)
      const sources = digest?.sources ?? run.progress?.sources ?? []
      return { ...toSummary(run), sources, digest }
    },

    readDigest,
  }
}

type LinkParts = {
  links: ShareLinks
  readDigest: (userId: string, id: string) => Promise<Digest>
}

const createDigestLinks = (
  runs: Pick<Runs<ResearchShape>, 'getOwn'>,
  { links, readDigest }: LinkParts,
) => ({
  async linkedSince(userId: string, id: string): Promise<string | null> {
    return links.findCreatedAt(userId, (await runs.getOwn(userId, id)).id)
  },

  /** Throws `CONFLICT` for a research that is not finished or found nothing. */
  async link(userId: string, id: string) {
    const run = await runs.getOwn(userId, id)
    if (run.status !== 'done') {
      throw new AppError('CONFLICT', 'Only a finished digest can be shared')
    }
    return links.create(userId, run.id)
  },

  async unlink(userId: string, id: string): Promise<void> {
    await links.delete(userId, (await runs.getOwn(userId, id)).id)
  },

  /** Returns what the link of a digest shows. Throws `NOT_FOUND` when the link has ended. */
  async readShared(token: string): Promise<Digest> {
    const { userId, itemId } = await links.find(token)
    return toPublicDigest(await readDigest(userId, itemId))
  },
})

/** PostgreSQL cannot store all control characters. */
const withoutControlCharacters = (query: string): string =>
  query
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
