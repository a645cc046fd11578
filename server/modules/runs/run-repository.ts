import type { LimitSettings } from '#contract/endpoint/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { createPage, type Page } from '#server/db/page.ts'
import type { LogPosition } from '#server/lib/async/polled-lookup.ts'
import type { Run, RunEnd, RunResult, RunShape } from './run.ts'

const COLUMNS = `id, user_id as "userId", status, transfer_id as "transferId", group_id as "groupId", input,
  progress, counts, failure, created_at as "createdAt", finished_at as "finishedAt"`

const IS_OPEN = `status in ('queued', 'running')`

export type NewRun = Pick<Run, 'id' | 'userId' | 'transferId' | 'groupId' | 'input'> & {
  kind: string
}

export type StartCaps = Pick<LimitSettings, 'runningJobs' | 'unpaidStarts'>

/** Outcome of a start, with the figures of the caps: unfinished runs of any kind, and the wait after too many free runs. */
export type StartUsage = { isStarted: boolean; running: number; waitSeconds: number | null }

/**
 * Inserts a queued run with its first event, unless the user has reached a cap. One statement, because the charge before
 * it has locked the user's account. Throws unique_violation when the group has an unfinished run.
 */
export async function insertRun(
  q: Queryable,
  run: NewRun,
  event: object,
  caps: StartCaps,
): Promise<StartUsage> {
  const { id, kind, userId, transferId, groupId, input } = run
  const [usage] = await q.query<StartUsage>(
    `with usage as (
       select
         (select count(*) from paid_run where user_id = $3 and ${IS_OPEN})::int as running,
         (select extract(epoch from finished_at + interval '1 hour' - now())::float8 from paid_run
          where user_id = $3 and status in ('failed', 'cancelled') and finished_at > now() - interval '1 hour'
          order by finished_at desc offset $9 limit 1) as wait
     ), run as (
       insert into paid_run (id, kind, user_id, transfer_id, group_id, input)
       select $1::uuid, $2::text, $3::uuid, $4::uuid, $5::uuid, $6::jsonb from usage
       where running < $8 and wait is null
       returning id
     ), first as (
       insert into run_event (run_id, seq, event) select id, 1, $7::jsonb from run
     )
     select exists (select 1 from run) as "isStarted", running, wait as "waitSeconds" from usage`,
    [
      id,
      kind,
      userId,
      transferId,
      groupId,
      JSON.stringify(input),
      JSON.stringify(event),
      caps.runningJobs,
      caps.unpaidStarts - 1,
    ],
  )
  if (usage === undefined) throw new Error('the run was neither inserted nor refused')
  return usage
}

/** Returns the id of the unfinished run of a group. */
export async function findOpenOfGroup(q: Queryable, groupId: string): Promise<string | undefined> {
  const [row] = await q.query<{ id: string }>(
    `select id from paid_run where group_id = $1 and ${IS_OPEN}`,
    [groupId],
  )
  return row?.id
}

export async function findIdByTransfer(
  q: Queryable,
  transferId: string,
): Promise<string | undefined> {
  const [row] = await q.query<{ id: string }>('select id from paid_run where transfer_id = $1', [
    transferId,
  ])
  return row?.id
}

/** Returns a run by id, without an ownership check. */
export async function findRun<Shape extends RunShape>(
  q: Queryable,
  kind: string,
  id: string,
): Promise<Run<Shape> | undefined> {
  const [row] = await q.query<Run<Shape>>(
    `select ${COLUMNS} from paid_run where id = $1 and kind = $2`,
    [id, kind],
  )
  return row
}

/** Returns undefined for a run that is unknown, removed or another user's. */
export async function findOwnRun<Shape extends RunShape>(
  q: Queryable,
  { kind, userId, id }: { kind: string; userId: string; id: string },
): Promise<Run<Shape> | undefined> {
  const [row] = await q.query<Run<Shape>>(
    `select ${COLUMNS} from paid_run
     where id = $1 and kind = $2 and user_id = $3 and hidden_at is null`,
    [id, kind, userId],
  )
  return row
}

/** Returns null without a result, or once the result was purged. */
export async function readBody(q: Queryable, id: string): Promise<string | null> {
  const [row] = await q.query<{ body: string | null }>('select body from paid_run where id = $1', [
    id,
  ])
  return row?.body ?? null
}

export type OwnRuns = {
  kind: string
  userId: string
  /** Null: the runs of all groups and of none. */
  groupId: string | null
  offset: number
  limit: number
}

/** Returns SQL that passes over the rows before the page by an index alone. */
const pageSql = (columns: string, own: string, values: number): string =>
  `select ${columns} from paid_run where id in (
     select id from ${own} order by created_at desc, id desc offset $${values + 1} limit $${values + 2})
   order by created_at desc, id desc`

/** Returns a page of the user's runs, newest first. Leaves out removed ones. */
export async function listOwnRuns<Shape extends RunShape>(
  q: Queryable,
  { kind, userId, groupId, offset, limit }: OwnRuns,
): Promise<Page<Run<Shape>>> {
  const own = `paid_run where user_id = $1 and kind = $2 and hidden_at is null
    ${groupId === null ? '' : 'and group_id = $3'}`
  const values = groupId === null ? [userId, kind] : [userId, kind, groupId]
  const rows = await q.query<Run<Shape>>(pageSql(COLUMNS, own, values.length), [
    ...values,
    offset,
    limit + 1,
  ])
  return createPage(q, rows, { offset, limit }, { from: own, values })
}

type ListedRow = Pick<Run, 'id' | 'status' | 'input' | 'counts'> & { kind: string }

/** Returns a page of the user's runs of all these kinds, newest first. */
export async function listRunsOfKinds(
  q: Queryable,
  {
    kinds,
    userId,
    offset,
    limit,
  }: { kinds: readonly string[]; userId: string; offset: number; limit: number },
): Promise<Page<ListedRow>> {
  const own = 'paid_run where user_id = $1 and kind = any($2) and hidden_at is null'
  const values = [userId, kinds]
  const rows = await q.query<ListedRow>(
    pageSql('id, kind, status, input, counts', own, values.length),
    [...values, offset, limit + 1],
  )
  return createPage(q, rows, { offset, limit }, { from: own, values })
}

/** Marks an unfinished run as running, also one of a worker that crashed. Returns undefined when the run has ended. */
export async function takeRun<Shape extends RunShape>(
  q: Queryable,
  id: string,
): Promise<Run<Shape> | undefined> {
  const [row] = await q.query<Run<Shape>>(
    `update paid_run set status = 'running' where id = $1 and ${IS_OPEN} returning ${COLUMNS}`,
    [id],
  )
  return row
}

export async function isRunning(q: Queryable, id: string): Promise<boolean> {
  const rows = await q.query(`select 1 as yes from paid_run where id = $1 and status = 'running'`, [
    id,
  ])
  return rows.length === 1
}

/** Stores progress and its events in one statement. Does nothing when the run is no longer running. */
export async function saveProgress(
  q: Queryable,
  id: string,
  { progress, events }: { progress: object; events: readonly object[] },
): Promise<void> {
  await q.query(
    `with run as (
       update paid_run set progress = $2::jsonb where id = $1 and status = 'running' returning id
     ), last as (
       select run.id, (select coalesce(max(seq), 0) from run_event where run_id = $1) as seq from run
     )
     insert into run_event (run_id, seq, event)
     select last.id, (last.seq + added.nth)::int, added.event::jsonb
     from last, unnest($3::text[]) with ordinality as added (event, nth)`,
    [id, JSON.stringify(progress), events.map((event) => JSON.stringify(event))],
  )
}

/** Replaces the body of a delivered run by the same result in another form. */
export async function rewriteBody(q: Queryable, id: string, body: string): Promise<void> {
  await q.query(
    `update paid_run set body = $2 where id = $1 and status = 'done' and body is not null`,
    [id, body],
  )
}

/** Stores the result of a running run, which continues. Returns false when the run has ended. */
export async function publishResult(
  q: Queryable,
  id: string,
  { body, counts }: RunResult,
): Promise<boolean> {
  const rows = await q.query(
    `update paid_run set body = $2, counts = $3::jsonb where id = $1 and status = 'running'
     returning id`,
    [id, body, JSON.stringify(counts)],
  )
  return rows.length === 1
}

/** Ends a running run with `result` or the one published before. Returns undefined without either, or after the end. */
export async function finishRun(
  q: Queryable,
  id: string,
  result: RunResult | null,
): Promise<Run | undefined> {
  const [row] = await q.query<Run>(
    `update paid_run set status = 'done', finished_at = now(), body = coalesce($2, body),
       counts = coalesce($3::jsonb, counts)
     where id = $1 and status = 'running' and coalesce($2, body) is not null returning ${COLUMNS}`,
    [id, result?.body ?? null, result === null ? null : JSON.stringify(result.counts)],
  )
  return row
}

/**
 * Ends an unfinished run without delivering it. `result` is stored to show what was tried. Returns undefined when the run
 * has ended, or when its owner can already read a result: then the charge is earned.
 */
export async function abandonRun(
  q: Queryable,
  id: string,
  end: RunEnd & { result: RunResult | null },
): Promise<Run | undefined> {
  const { status, failure, result } = end
  const [row] = await q.query<Run>(
    `update paid_run set status = $2, failure = $3, finished_at = now(), body = $4,
       counts = coalesce($5::jsonb, counts)
     where id = $1 and ${IS_OPEN} and body is null returning ${COLUMNS}`,
    [
      id,
      status,
      failure,
      result?.body ?? null,
      result === null ? null : JSON.stringify(result.counts),
    ],
  )
  return row
}

/** Removes the run from the user's history. */
export async function hideRun(q: Queryable, userId: string, id: string): Promise<void> {
  await q.query(
    'update paid_run set hidden_at = now() where id = $1 and user_id = $2 and hidden_at is null',
    [id, userId],
  )
}

/** Appends an event. Requires a transaction that has locked the run's row. */
export async function appendEvent(q: Queryable, id: string, event: object): Promise<void> {
  await q.query(
    `insert into run_event (run_id, seq, event)
     select $1, coalesce(max(seq), 0) + 1, $2::jsonb from run_event where run_id = $1`,
    [id, JSON.stringify(event)],
  )
}

export type StoredEvent<Shape extends RunShape = RunShape> = { seq: number; event: Shape['event'] }
export type Unread = LogPosition & { events: StoredEvent[]; hasEnded: boolean }

type UnreadRow = {
  id: string
  after: number
  hasEnded: boolean
  seq: number | null
  event: StoredEvent['event'] | null
}

/** Maximum number of events that one read returns for a position. */
export const MAX_UNREAD = 500

/** Returns at most 500 events after each position, in order. Leaves out unfinished runs without any. A deleted run counts as ended. */
export async function listUnread(
  q: Queryable,
  positions: readonly LogPosition[],
): Promise<Unread[]> {
  const rows = await q.query<UnreadRow>(
    `select place.id, place.seq as "after", (run.${IS_OPEN}) is not true as "hasEnded", next.seq, next.event
     from unnest($1::uuid[], $2::int[]) as place (id, seq)
     left join paid_run run on run.id = place.id
     left join lateral (
       select seq, event from run_event where run_id = place.id and seq > place.seq order by seq limit ${MAX_UNREAD}
     ) next on true
     where next.seq is not null or (run.${IS_OPEN}) is not true
     order by next.seq`,
    [positions.map(({ id }) => id), positions.map(({ seq }) => seq)],
  )
  const byPosition = Map.groupBy(rows, ({ id, after }) => `${id} ${after}`)
  return [...byPosition.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const events = group.flatMap(({ seq, event }) =>
      seq === null || event === null ? [] : [{ seq, event }],
    )
    return [{ id: first.id, seq: first.after, events, hasEnded: first.hasEnded }]
  })
}
