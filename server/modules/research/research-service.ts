import type { Digest } from '#contract/research/digest.ts'
import type {
  ResearchCounts,
  ResearchEvent,
  ResearchSummary,
  ResearchTopic,
} from '#contract/research/research.ts'
import type { Database } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { isOpen, type Run } from '#server/modules/runs/run.ts'
import type { Runs } from '#server/modules/runs/runs.ts'
import type {
  ResearchProgress,
  StoredEvent,
} from '#server/modules/research/pipeline/run-research.ts'
import {
  findOwnTopic,
  hideTopic,
  listOwnTopics,
  saveTopicRow,
  scheduleTopicRow,
  type TopicRow,
} from './topic-repository.ts'

export type ResearchInput = {
  query: string
  /** An earlier research that a short question refers to. */
  followUpTo: string | null
}

export type ResearchShape = {
  input: ResearchInput
  progress: ResearchProgress
  counts: ResearchCounts
  event: StoredEvent
  ids: Pick<ResearchEvent, 'research_id'>
}

const DESCRIBED_CHARS = 80

type PageRequest = { offset: number; limit: number }

export type Research = ReturnType<typeof createResearch>

/** Creates the service for researches and the topics saved from them. */
export function createResearch(runs: Runs<ResearchShape>, db: Database) {
  const start = (
    userId: string,
    input: ResearchInput,
    {
      topicId,
      idempotencyKey,
      keyScope = 'RESEARCH',
    }: { topicId: string | null; idempotencyKey: string | undefined; keyScope?: string },
  ) => {
    const { query, followUpTo } = input
    return runs.start({
      userId,
      input,
      consumption: { type: 'PREMIUM_FEATURE', description: describe(query) },
      groupId: topicId,
      idempotencyKey,
      keyScope,
      identity: { query, followUpTo, topicId },
    })
  }

  async function requireTopic(userId: string, id: string): Promise<TopicRow> {
    const row = isUuid(id) ? await findOwnTopic(db, userId, id) : undefined
    if (!row) throw new AppError('NOT_FOUND', 'There is no such topic')
    return row
  }

  async function loadDigest({ id }: Run<ResearchShape>): Promise<Digest | null> {
    const body = await runs.body(id)
    return body === null ? null : (JSON.parse(body) as Digest)
  }

  const toSummary = (run: Run<ResearchShape>): ResearchSummary => ({
    ...runs.summary(run),
    query: run.input.query,
    stage: isOpen(run) ? (run.progress?.stage ?? 'queued') : 'finished',
    is_demo: run.progress?.isDemo ?? false,
    topic_id: run.groupId,
  })

  return {
    async start(
      userId: string,
      { query, followUpTo }: ResearchInput,
      idempotencyKey: string | undefined,
    ) {
      const earlier = followUpTo === null ? null : await runs.own(userId, followUpTo)
      const asked = withoutControlCharacters(query)
      if (asked === '') throw new AppError('VALIDATION_FAILED', 'query: Ask a question')
      const input = { query: asked, followUpTo: earlier?.id ?? null }
      return start(userId, input, { topicId: null, idempotencyKey })
    },

    async list(
      userId: string,
      { topicId, ...page }: PageRequest & { topicId: string | null },
    ): Promise<Page<ResearchSummary>> {
      const topic = topicId === null ? null : await requireTopic(userId, topicId)
      const found = await runs.list({ userId, groupId: topic?.id ?? null, ...page })
      return { ...found, rows: found.rows.map(toSummary) }
    },

    async read(userId: string, id: string) {
      const run = await runs.own(userId, id)
      const digest = await loadDigest(run)
      const sources = digest?.sources ?? run.progress?.sources ?? []
      return { ...toSummary(run), sources, digest }
    },

    /** Throws `CONFLICT` while there is no digest. */
    async digest(userId: string, id: string): Promise<Digest> {
      const digest = await loadDigest(await runs.own(userId, id))
      if (digest === null) throw new AppError('CONFLICT', 'This research has no digest yet')
      return digest
    },

    remove: runs.remove,
    follow: runs.follow,

    async saveTopic(
      userId: string,
      { researchId, title }: { researchId: string; title: string | undefined },
    ): Promise<ResearchTopic> {
      const run = await runs.own(userId, researchId)
      const { query } = run.input
      const topic = { id: uuidv7(), userId, query, originId: run.id }
      const named = title ?? query.slice(0, DESCRIBED_CHARS)
      const id = await saveTopicRow(db, { ...topic, title: named })
      return toTopic(await requireTopic(userId, id))
    },

    async listTopics(userId: string, page: PageRequest): Promise<Page<ResearchTopic>> {
      const found = await listOwnTopics(db, { userId, ...page })
      return { ...found, rows: found.rows.map(toTopic) }
    },

    /** Starts a research of the topic, or returns the unfinished one. */
    async refreshTopic(userId: string, id: string, idempotencyKey: string | undefined) {
      const { id: topicId, query } = await requireTopic(userId, id)
      return start(userId, { query, followUpTo: null }, { topicId, idempotencyKey })
    },

    /** As `refreshTopic`, with keys that no request can hold. */
    async refreshScheduled(userId: string, id: string, idempotencyKey: string) {
      const { id: topicId, query } = await requireTopic(userId, id)
      const input = { query, followUpTo: null }
      return start(userId, input, { topicId, idempotencyKey, keyScope: 'SCHEDULE' })
    },

    /** Switches the refreshing on, or off with null. */
    async scheduleTopic(
      userId: string,
      id: string,
      schedule: { everyHours: number; pointsLimit: number } | null,
    ): Promise<ResearchTopic> {
      const topic = await requireTopic(userId, id)
      await scheduleTopicRow(db, { userId, id: topic.id, schedule })
      return toTopic(await requireTopic(userId, id))
    },

    async removeTopic(userId: string, id: string): Promise<void> {
      const topic = await requireTopic(userId, id)
      await hideTopic(db, userId, topic.id)
    },
  }
}

const toTopic = (row: TopicRow): ResearchTopic => ({
  id: row.id,
  topic_id: row.id,
  title: row.title,
  query: row.query,
  created_at: row.createdAt.toISOString(),
  last:
    row.lastId === null || row.lastAt === null
      ? null
      : {
          research_id: row.lastId,
          at: row.lastAt.toISOString(),
          new_stories: row.lastNewStories ?? 0,
        },
  running_id: row.runningId,
  schedule:
    row.everyHours === null || row.nextAt === null
      ? null
      : {
          every_hours: row.everyHours,
          next_at: row.nextAt.toISOString(),
          points_limit: row.pointsLimit ?? 0,
          points_spent: row.pointsSpent,
        },
  stopped_because: row.stoppedBecause,
  last_change:
    row.changeId === null || row.changeAt === null
      ? null
      : {
          research_id: row.changeId,
          at: row.changeAt.toISOString(),
          new_stories: row.changeStories ?? 0,
        },
})

/** PostgreSQL cannot store all control characters. */
const withoutControlCharacters = (query: string): string =>
  query
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()

const describe = (query: string): string =>
  `Research: ${query.length > DESCRIBED_CHARS ? `${query.slice(0, DESCRIBED_CHARS)}…` : query}`
