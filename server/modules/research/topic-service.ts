import type { ResearchTopic } from '#contract/research/research.ts'
import type { Database } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import type { Runs } from '#server/modules/runs/runs.ts'
import { MAX_TITLE_CHARS, type ResearchShape, type StartResearch } from './start-research.ts'
import {
  findOwnTopic,
  hideTopic,
  listOwnTopics,
  saveTopicRow,
  scheduleTopicRow,
  type TopicRow,
} from './topic-repository.ts'

type Services = { db: Database; runs: Runs<ResearchShape>; start: StartResearch }

/** Creates the service for topics: questions that users save from a research and ask again. */
export const createTopics = ({ db, runs, start }: Services) => ({
  async saveTopic(
    userId: string,
    { researchId, title }: { researchId: string; title: string | undefined },
  ): Promise<ResearchTopic> {
    const run = await runs.getOwn(userId, researchId)
    const { query, focus = 'all' } = run.input
    const topic = { id: uuidv7(), userId, query, focus, originId: run.id }
    const named = title ?? query.slice(0, MAX_TITLE_CHARS)
    const id = await saveTopicRow(db, { ...topic, title: named })
    return toTopic(await requireTopic(db, userId, id))
  },

  async listTopics(
    userId: string,
    page: { offset: number; limit: number },
  ): Promise<Page<ResearchTopic>> {
    const found = await listOwnTopics(db, { userId, ...page })
    return { ...found, rows: found.rows.map(toTopic) }
  },

  /** Starts a research of the topic, or returns the unfinished one. */
  async refreshTopic(userId: string, id: string, idempotencyKey: string | undefined) {
    const { id: topicId, query, followUpTo, focus } = await requireTopic(db, userId, id)
    return start(userId, { query, followUpTo, focus }, { topicId, idempotencyKey })
  },

  /** Refreshes the topic like `refreshTopic`, with keys that no request can have. */
  async refreshScheduled(userId: string, id: string, idempotencyKey: string) {
    const { id: topicId, query, followUpTo, focus } = await requireTopic(db, userId, id)
    const input = { query, followUpTo, focus }
    return start(userId, input, { topicId, idempotencyKey, keyScope: 'SCHEDULE' })
  },

  /** Schedules the topic, with a new count of POINTS. Null: stops the schedule. */
  async scheduleTopic(
    userId: string,
    id: string,
    schedule: { everyHours: number; pointsLimit: number } | null,
  ): Promise<ResearchTopic> {
    const topic = await requireTopic(db, userId, id)
    await scheduleTopicRow(db, { userId, id: topic.id, schedule })
    return toTopic(await requireTopic(db, userId, id))
  },

  async removeTopic(userId: string, id: string): Promise<void> {
    const topic = await requireTopic(db, userId, id)
    await hideTopic(db, userId, topic.id)
  },
})

/** Throws `NOT_FOUND` unless the topic is the user's. */
export async function requireTopic(db: Database, userId: string, id: string): Promise<TopicRow> {
  const row = isUuid(id) ? await findOwnTopic(db, userId, id) : undefined
  if (!row) throw new AppError('NOT_FOUND', 'There is no such topic')
  return row
}

const toTopic = (row: TopicRow): ResearchTopic => ({
  id: row.id,
  topic_id: row.id,
  title: row.title,
  query: row.query,
  focus: row.focus,
  created_at: row.createdAt.toISOString(),
  last: toFound(row.lastId, row.lastAt, row.lastNewStories),
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
  last_change: toFound(row.changeId, row.changeAt, row.changeStories),
})

const toFound = (id: string | null, at: Date | null, newStories: number | null) =>
  id === null || at === null
    ? null
    : { research_id: id, at: at.toISOString(), new_stories: newStories ?? 0 }
