import type { SourceReport } from '#contract/research-digest.ts'
import type {
  ResearchCounts,
  ResearchEvent,
  ResearchStage,
  ResearchStatus,
} from '#contract/research.ts'
import type { Queryable } from '#server/db/database.ts'
import { pageOf, type Page } from '#server/db/page.ts'

export type ResearchRow = {
  id: string
  userId: string
  query: string
  status: ResearchStatus
  stage: ResearchStage
  followUpTo: string | null
  topicId: string | null
  transferId: string
  isDemo: boolean
  sources: SourceReport[] | null
  counts: ResearchCounts | null
  failure: string | null
  createdAt: Date
  finishedAt: Date | null
}

const COLUMNS = `id, user_id as "userId", query, status, stage, follow_up_to as "followUpTo",
  topic_id as "topicId", transfer_id as "transferId", is_demo as "isDemo", sources, counts, failure,
  created_at as "createdAt", finished_at as "finishedAt"`

export type NewResearch = Pick<
  ResearchRow,
  'id' | 'userId' | 'query' | 'followUpTo' | 'topicId' | 'transferId'
>

/** Returns the research of the topic that has not ended. */
export async function findRunningOfTopic(
  q: Queryable,
  topicId: string,
): Promise<string | undefined> {
  const [row] = await q.query<{ id: string }>(
    `select id from research where topic_id = $1 and status in ('queued', 'running')`,
    [topicId],
  )
  return row?.id
}

/** Throws unique_violation when the topic has a research that has not ended. */
export async function insertResearch(q: Queryable, research: NewResearch): Promise<void> {
  const { id, userId, query, followUpTo, topicId, transferId } = research
  await q.query(
    `insert into research (id, user_id, query, follow_up_to, topic_id, transfer_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, userId, query, followUpTo, topicId, transferId],
  )
}

export async function findResearchByTransfer(
  q: Queryable,
  transferId: string,
): Promise<ResearchRow | undefined> {
  const [row] = await q.query<ResearchRow>(
    `select ${COLUMNS} from research where transfer_id = $1`,
    [transferId],
  )
  return row
}

/** Whoever owns it, hidden or not: for the worker. */
export async function findResearch(q: Queryable, id: string): Promise<ResearchRow | undefined> {
  const [row] = await q.query<ResearchRow>(`select ${COLUMNS} from research where id = $1`, [id])
  return row
}

export async function findOwnResearch(
  q: Queryable,
  userId: string,
  id: string,
): Promise<ResearchRow | undefined> {
  const [row] = await q.query<ResearchRow>(
    `select ${COLUMNS} from research where id = $1 and user_id = $2 and hidden_at is null`,
    [id, userId],
  )
  return row
}

/** The stored bytes of the digest, once there is one. */
export async function readDigest(q: Queryable, id: string): Promise<string | null> {
  const [row] = await q.query<{ body: string | null }>('select body from research where id = $1', [
    id,
  ])
  return row?.body ?? null
}

export async function listOwnResearch(
  q: Queryable,
  page: { userId: string; topicId: string | null; offset: number; limit: number },
): Promise<Page<ResearchRow>> {
  const { userId, topicId, offset, limit } = page
  const own = `research where user_id = $1 and hidden_at is null
    and ($2::uuid is null or topic_id = $2::uuid)`
  const values = [userId, topicId]
  const rows = await q.query<ResearchRow>(
    `select ${COLUMNS} from ${own} order by created_at desc, id desc offset $3 limit $4`,
    [...values, offset, limit + 1],
  )
  return pageOf(q, rows, page, { from: own, values })
}

/** Takes a queued research up; one that runs already (a crashed worker's) is taken over. False when it has ended. */
export async function startResearchRow(
  q: Queryable,
  id: string,
  isDemo: boolean,
): Promise<boolean> {
  return isChanged(
    q.query(
      `update research set status = 'running', is_demo = $2
       where id = $1 and status in ('queued', 'running') returning id`,
      [id, isDemo],
    ),
  )
}

/** False when the research is no longer running, so that the work can stop. */
export async function saveStage(
  q: Queryable,
  id: string,
  { stage, sources }: { stage: ResearchStage; sources: readonly SourceReport[] },
): Promise<boolean> {
  return isChanged(
    q.query(
      `update research set stage = $2, sources = $3::jsonb
       where id = $1 and status = 'running' returning id`,
      [id, stage, JSON.stringify(sources)],
    ),
  )
}

export async function isRunning(q: Queryable, id: string): Promise<boolean> {
  return isChanged(
    q.query(`select 1 as yes from research where id = $1 and status = 'running'`, [id]),
  )
}

export type StoredDigest = {
  body: string
  counts: ResearchCounts
  sources: readonly SourceReport[]
}

export async function saveDigest(q: Queryable, id: string, digest: StoredDigest): Promise<boolean> {
  return isChanged(
    q.query(
      `update research set body = $2, counts = $3::jsonb, sources = $4::jsonb
       where id = $1 and status = 'running' returning id`,
      [id, digest.body, JSON.stringify(digest.counts), JSON.stringify(digest.sources)],
    ),
  )
}

export async function finishResearch(q: Queryable, id: string): Promise<boolean> {
  return isChanged(
    q.query(
      `update research set status = 'done', stage = 'finished', finished_at = now()
       where id = $1 and status = 'running' and body is not null returning id`,
      [id],
    ),
  )
}

/**
 * Ends a research without delivering it, together with a digest that says what was asked. Returns false when it has
 * ended, or when its owner can already read a digest: then the charge is earned.
 */
export async function abandonResearch(
  q: Queryable,
  id: string,
  end: {
    status: 'failed' | 'cancelled'
    failure: string | null
    digest?: StoredDigest | undefined
  },
): Promise<boolean> {
  const { status, failure, digest } = end
  return isChanged(
    q.query(
      `update research set status = $2, failure = $3, stage = 'finished', finished_at = now(),
         body = $4, counts = coalesce($5::jsonb, counts), sources = coalesce($6::jsonb, sources)
       where id = $1 and status in ('queued', 'running') and body is null returning id`,
      [
        id,
        status,
        failure,
        digest?.body ?? null,
        digest === undefined ? null : JSON.stringify(digest.counts),
        digest === undefined ? null : JSON.stringify(digest.sources),
      ],
    ),
  )
}

export async function hideResearch(q: Queryable, userId: string, id: string): Promise<void> {
  await q.query(
    'update research set hidden_at = now() where id = $1 and user_id = $2 and hidden_at is null',
    [id, userId],
  )
}

/** Gives the event the next number; the research's row is locked by the caller's update before. */
export async function appendEvent(
  q: Queryable,
  id: string,
  event: Omit<ResearchEvent, 'seq' | 'research_id'>,
): Promise<void> {
  await q.query(
    `insert into research_event (research_id, seq, event)
     select $1, coalesce(max(seq), 0) + 1, $2::jsonb from research_event where research_id = $1`,
    [id, JSON.stringify(event)],
  )
}

export async function eventsAfter(q: Queryable, id: string, seq: number): Promise<ResearchEvent[]> {
  const rows = await q.query<{ seq: number; event: Omit<ResearchEvent, 'seq' | 'research_id'> }>(
    `select seq, event from research_event where research_id = $1 and seq > $2
     order by seq limit 500`,
    [id, seq],
  )
  return rows.map(({ seq: number, event }) => ({ ...event, seq: number, research_id: id }))
}

/** True when no event will follow: the last one has been told before. */
export async function hasEnded(q: Queryable, id: string, seq: number): Promise<boolean> {
  return isChanged(
    q.query(
      `select 1 as yes from research where id = $1 and status not in ('queued', 'running')
       and not exists (select 1 from research_event where research_id = $1 and seq > $2)`,
      [id, seq],
    ),
  )
}

const isChanged = async (rows: Promise<object[]>): Promise<boolean> => (await rows).length === 1
