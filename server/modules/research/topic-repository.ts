import type { ResearchFocus } from '#contract/research/focus.ts'
import type { Queryable } from '#server/db/database.ts'
import { createPage, type Page } from '#server/db/page.ts'

export type TopicRow = {
  id: string
  title: string
  query: string
  focus: ResearchFocus
  /** The research that the question followed up on; null without one. */
  followUpTo: string | null
  createdAt: Date
  /** The latest finished research; null before the first. */
  lastId: string | null
  lastAt: Date | null
  /** Number of stories in the latest research that the one before did not have. */
  lastNewStories: number | null
  /** The unfinished research, if there is one. */
  runningId: string | null
  /** Null without a schedule. */
  everyHours: number | null
  nextAt: Date | null
  /** Maximum number of POINTS that the schedule may spend. Null without a schedule. */
  pointsLimit: number | null
  pointsSpent: number
  /** Why the schedule stopped by itself, for the user. */
  stoppedBecause: string | null
  /** The latest refresh with new stories. */
  changeId: string | null
  changeAt: Date | null
  changeStories: number | null
}

/** SQL for the schedule's POINTS without a refunded last run. `except`: a run that does not count as the last. */
const pointsSpent = (except = 'null'): string => `greatest(0, topic.points_spent - coalesce((
    select (usage.status = 'REFUNDED')::int
    from paid_run run join transfer on transfer.id = run.transfer_id
      join consumption usage on usage.transfer_id = run.transfer_id
    where run.group_id = topic.id and transfer.idempotency_key like 'charge:SCHEDULE:%'
      and run.id is distinct from ${except}::uuid
    order by run.created_at desc, run.id desc limit 1), 0))`

const COLUMNS = `topic.id, topic.title, topic.query, topic.focus, topic.created_at as "createdAt",
  origin.input ->> 'followUpTo' as "followUpTo",
  last.id as "lastId", last.finished_at as "lastAt",
  (last.counts ->> 'new_stories')::int as "lastNewStories", running.id as "runningId",
  topic.every_hours as "everyHours", topic.next_at as "nextAt", topic.points_limit as "pointsLimit",
  ${pointsSpent()} as "pointsSpent", topic.stopped_because as "stoppedBecause",
  change.id as "changeId", change.finished_at as "changeAt",
  (change.counts ->> 'new_stories')::int as "changeStories"`

/** A topic has the research it was saved from, and those that refreshed it. They form a group of runs. */
const JOINS = `left join paid_run origin on origin.id = topic.origin_id
  left join lateral (
    select id, finished_at, counts from paid_run
    where (group_id = topic.id or id = topic.origin_id) and status = 'done'
    order by finished_at desc, id desc limit 1
  ) last on true
  left join lateral (
    select id from paid_run where group_id = topic.id and status in ('queued', 'running')
    order by created_at desc limit 1
  ) running on true
  left join lateral (
    select id, finished_at, counts from paid_run
    where group_id = topic.id and status = 'done' and (counts ->> 'new_stories')::int > 0
    order by finished_at desc, id desc limit 1
  ) change on true`

/** Saves the topic and returns its id. If it was hidden, it is shown again. */
export async function saveTopicRow(
  q: Queryable,
  topic: Pick<TopicRow, 'id' | 'title' | 'query' | 'focus'> & { userId: string; originId: string },
): Promise<string> {
  const { id, userId, title, query, focus, originId } = topic
  const [row] = await q.query<{ id: string }>(
    `insert into research_topic (id, user_id, title, query, focus, origin_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, origin_id) do update set hidden_at = null, title = excluded.title
     returning id`,
    [id, userId, title, query, focus, originId],
  )
  if (!row) throw new Error('a topic was neither made nor found')
  return row.id
}

/** Returns undefined for a topic that is hidden or another user's. */
export async function findOwnTopic(
  q: Queryable,
  userId: string,
  id: string,
): Promise<TopicRow | undefined> {
  const [row] = await q.query<TopicRow>(
    `select ${COLUMNS} from research_topic topic ${JOINS}
     where topic.id = $1 and topic.user_id = $2 and topic.hidden_at is null`,
    [id, userId],
  )
  return row
}

/** Returns the user's topics, newest first. */
export async function listOwnTopics(
  q: Queryable,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<Page<TopicRow>> {
  const rows = await q.query<TopicRow>(
    `select ${COLUMNS} from research_topic topic ${JOINS}
     where topic.user_id = $1 and topic.hidden_at is null
     order by topic.created_at desc, topic.id desc offset $2 limit $3`,
    [userId, offset, limit + 1],
  )
  const own = 'research_topic where user_id = $1 and hidden_at is null'
  return createPage(q, rows, { offset, limit }, { from: own, values: [userId] })
}

/**
 * Ends the schedule too, which would otherwise go on when the topic is saved again. Returns false if the user has no such
 * topic.
 */
export async function hideTopic(q: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await q.query(
    `update research_topic set hidden_at = now(), every_hours = null, next_at = null
     where id = $1 and user_id = $2 and hidden_at is null returning id`,
    [id, userId],
  )
  return rows.length === 1
}

/** Returns the topic's latest digest, except that of the given research. */
export async function previousDigest(
  q: Queryable,
  topicId: string,
  researchId: string,
): Promise<{ id: string; body: string; finishedAt: Date } | undefined> {
  const [row] = await q.query<{ id: string; body: string; finishedAt: Date }>(
    `select run.id, run.body, run.finished_at as "finishedAt"
     from paid_run run join research_topic topic on topic.id = $1
     where (run.group_id = topic.id or run.id = topic.origin_id)
       and run.status = 'done' and run.body is not null and run.id <> $2
     order by run.finished_at desc, run.id desc limit 1`,
    [topicId, researchId],
  )
  return row
}

/** Schedules the topic and resets what it has spent. Null: stops the schedule. */
export async function scheduleTopicRow(
  q: Queryable,
  {
    userId,
    id,
    schedule,
  }: {
    userId: string
    id: string
    schedule: { everyHours: number; pointsLimit: number } | null
  },
): Promise<void> {
  await q.query(
    `update research_topic set every_hours = $3::int, points_limit = $4::int, points_spent = 0,
       stopped_because = null, next_at = now() + $3::int * interval '1 hour'
     where id = $1 and user_id = $2`,
    [id, userId, schedule?.everyHours ?? null, schedule?.pointsLimit ?? null],
  )
}

/** `isSpent`: the schedule has used its limit of POINTS. */
export type DueTopic = { id: string; userId: string; dueAt: Date; isSpent: boolean }

/** Returns due topics: first the oldest of each user, then each second one. Leaves out disabled users. */
export const listDueTopics = (q: Queryable, limit: number): Promise<DueTopic[]> =>
  q.query<DueTopic>(
    `select id, user_id as "userId", next_at as "dueAt", ${pointsSpent()} >= points_limit as "isSpent"
     from research_topic topic
     where hidden_at is null and every_hours is not null and next_at <= now()
       and exists (select 1 from app_user u where u.id = topic.user_id and u.disabled_at is null)
     order by row_number() over (partition by user_id order by next_at, id), next_at, id limit $1`,
    [limit],
  )

/** Moves a due topic back by five minutes, unless another worker moved it first. */
export async function postponeTopic(q: Queryable, { id, dueAt }: DueTopic): Promise<void> {
  await q.query(
    `update research_topic set next_at = now() + interval '5 minutes'
     where id = $1 and date_trunc('milliseconds', next_at) = $2 and every_hours is not null`,
    [id, dueAt],
  )
}

/**
 * Counts the POINT of the started run, and no longer that of the run before if it was refunded. Sets the next time. Has
 * no effect if another worker did so for `dueAt`.
 */
export async function advanceTopic(
  q: Queryable,
  { id, dueAt }: DueTopic,
  runId: string,
): Promise<void> {
  await q.query(
    `update research_topic topic set points_spent = ${pointsSpent('$3')} + 1,
       next_at = now() + every_hours * interval '1 hour'
     where id = $1 and date_trunc('milliseconds', next_at) = $2 and every_hours is not null`,
    [id, dueAt, runId],
  )
}

/** Stops the schedule. The user sees `because`. */
export async function stopTopic(q: Queryable, id: string, because: string): Promise<void> {
  await q.query(
    `update research_topic set every_hours = null, next_at = null, stopped_because = $2
     where id = $1`,
    [id, because],
  )
}
