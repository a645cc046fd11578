import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import type { Research } from './research-service.ts'
import {
  advanceTopic,
  type DueTopic,
  listDueTopics,
  postponeTopic,
  stopTopic,
} from './topic-repository.ts'

/** Every five minutes. */
const SCHEDULE = '*/5 * * * *'
const BATCH = 50

/** Returns the job that refreshes due topics. A scheduled refresh costs as much as a manual one. */
export const createScheduledTopicsJob = (
  db: Database,
  research: Pick<Research, 'refreshScheduled'>,
): JobKind => ({
  kind: 'research-topics',
  concurrency: 1,
  maxAttempts: 3,
  schedule: SCHEDULE,
  handler: (_payload, { signal }) => refreshDueTopics(db, research, signal),
})

/** Refreshes each due topic once. A failing topic does not stop the others. Throws `AggregateError` at the end. */
export async function refreshDueTopics(
  db: Database,
  research: Pick<Research, 'refreshScheduled'>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  const tried = new Set<string>()
  for (;;) {
    const due = (await listDueTopics(db, BATCH)).filter(({ id }) => !tried.has(id))
    if (due.length === 0) break
    for (const topic of due) {
      signal.throwIfAborted()
      tried.add(topic.id)
      await refreshDue(db, research, topic).catch((error: unknown) => failures.push(error))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'topics could not be refreshed')
}

async function refreshDue(
  db: Database,
  research: Pick<Research, 'refreshScheduled'>,
  topic: DueTopic,
): Promise<void> {
  const { id, userId, dueAt, isSpent } = topic
  if (isSpent) return stopTopic(db, id, 'Its spending limit is used up.')
  // One key per due time, so that a retry is not charged again.
  const key = `schedule:${id}:${dueAt.getTime()}`
  const run = await research.refreshScheduled(userId, id, key).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'INSUFFICIENT_BALANCE') {
      return stopTopic(db, id, 'Your balance is too low for a refresh.')
    }
    // Even an unexpected error must not make other topics wait behind this one.
    await postponeTopic(db, topic)
    if (!(error instanceof AppError)) throw error
  })
  // If this fails, the topic stays due, because a later time would be charged again without a count of this one.
  if (run !== undefined) await advanceTopic(db, topic, run.id)
}
