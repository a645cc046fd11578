import type {
  AnalysisEvent,
  AnalysisProgress,
  ReportKind,
  ReportStatus,
} from '#contract/analysis.ts'
import type { Queryable } from '#server/db/database.ts'
import { pageOf, type Page } from '#server/db/page.ts'

export type ReportCounts = { wallets: number; excluded: number; trades: number }

export type ReportRow = {
  id: string
  userId: string
  kind: ReportKind
  status: ReportStatus
  addresses: string[]
  minHits: number | null
  transferId: string
  progress: AnalysisProgress | null
  counts: ReportCounts | null
  failure: string | null
  createdAt: Date
  finishedAt: Date | null
}

const COLUMNS = `id, user_id as "userId", kind, status, addresses, min_hits as "minHits",
  transfer_id as "transferId", progress, counts, failure, created_at as "createdAt",
  finished_at as "finishedAt"`

export type NewReport = {
  id: string
  userId: string
  kind: ReportKind
  addresses: readonly string[]
  minHits: number | null
  transferId: string
}

export async function insertReport(q: Queryable, report: NewReport): Promise<void> {
  const { id, userId, kind, addresses, minHits, transferId } = report
  await q.query(
    `insert into analysis_report (id, user_id, kind, addresses, min_hits, transfer_id)
     values ($1, $2, $3, $4::jsonb, $5, $6)`,
    [id, userId, kind, JSON.stringify(addresses), minHits, transferId],
  )
}

export async function findReportByTransfer(
  q: Queryable,
  transferId: string,
): Promise<ReportRow | undefined> {
  const [row] = await q.query<ReportRow>(
    `select ${COLUMNS} from analysis_report where transfer_id = $1`,
    [transferId],
  )
  return row
}

/** Whoever owns it, hidden or not: for the worker. */
export async function findReport(q: Queryable, id: string): Promise<ReportRow | undefined> {
  const [row] = await q.query<ReportRow>(`select ${COLUMNS} from analysis_report where id = $1`, [
    id,
  ])
  return row
}

export async function findOwnReport(
  q: Queryable,
  userId: string,
  id: string,
): Promise<ReportRow | undefined> {
  const [row] = await q.query<ReportRow>(
    `select ${COLUMNS} from analysis_report
     where id = $1 and user_id = $2 and hidden_at is null`,
    [id, userId],
  )
  return row
}

/** The stored bytes of a finished report. */
export async function readBody(q: Queryable, id: string): Promise<string | null> {
  const [row] = await q.query<{ body: string | null }>(
    'select body from analysis_report where id = $1',
    [id],
  )
  return row?.body ?? null
}

export async function listOwnReports(
  q: Queryable,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<Page<ReportRow>> {
  const own = 'analysis_report where user_id = $1 and hidden_at is null'
  const rows = await q.query<ReportRow>(
    `select ${COLUMNS} from ${own} order by created_at desc, id desc offset $2 limit $3`,
    [userId, offset, limit + 1],
  )
  return pageOf(q, rows, { offset, limit }, { from: own, values: [userId] })
}

/** Takes a queued report up; one that runs already (a crashed worker's) is taken over. False when it has ended. */
export async function startReport(q: Queryable, id: string): Promise<boolean> {
  const rows = await q.query(
    `update analysis_report set status = 'running'
     where id = $1 and status in ('queued', 'running') returning id`,
    [id],
  )
  return rows.length === 1
}

/** False when the report is no longer running, so that the work can stop. */
export async function saveProgress(
  q: Queryable,
  id: string,
  progress: AnalysisProgress,
): Promise<boolean> {
  const rows = await q.query(
    `update analysis_report set progress = $2::jsonb
     where id = $1 and status = 'running' returning id`,
    [id, JSON.stringify(progress)],
  )
  return rows.length === 1
}

export async function isRunning(q: Queryable, id: string): Promise<boolean> {
  const rows = await q.query(
    `select 1 as yes from analysis_report where id = $1 and status = 'running'`,
    [id],
  )
  return rows.length === 1
}

export async function finishReport(
  q: Queryable,
  id: string,
  { body, counts }: { body: string; counts: ReportCounts },
): Promise<boolean> {
  const rows = await q.query(
    `update analysis_report
     set status = 'done', body = $2, counts = $3::jsonb, progress = null, finished_at = now()
     where id = $1 and status = 'running' returning id`,
    [id, body, JSON.stringify(counts)],
  )
  return rows.length === 1
}

/** Ends a report that has not ended yet; false when somebody else was first. */
export async function abandonReport(
  q: Queryable,
  id: string,
  end: { status: 'failed' | 'cancelled'; failure: string | null },
): Promise<boolean> {
  const rows = await q.query(
    `update analysis_report
     set status = $2, failure = $3, progress = null, finished_at = now()
     where id = $1 and status in ('queued', 'running') returning id`,
    [id, end.status, end.failure],
  )
  return rows.length === 1
}

export async function hideReport(q: Queryable, userId: string, id: string): Promise<void> {
  await q.query(
    'update analysis_report set hidden_at = now() where id = $1 and user_id = $2 and hidden_at is null',
    [id, userId],
  )
}

/** Gives the event the next number; the report's row is locked by the caller's update before. */
export async function appendEvent(
  q: Queryable,
  id: string,
  event: Omit<AnalysisEvent, 'seq' | 'report_id'>,
): Promise<void> {
  await q.query(
    `insert into analysis_event (report_id, seq, event)
     select $1, coalesce(max(seq), 0) + 1, $2::jsonb from analysis_event where report_id = $1`,
    [id, JSON.stringify(event)],
  )
}

export async function eventsAfter(q: Queryable, id: string, seq: number): Promise<AnalysisEvent[]> {
  const rows = await q.query<{ seq: number; event: Omit<AnalysisEvent, 'seq' | 'report_id'> }>(
    `select seq, event from analysis_event where report_id = $1 and seq > $2
     order by seq limit 500`,
    [id, seq],
  )
  return rows.map(({ seq: number, event }) => ({ ...event, seq: number, report_id: id }))
}

/** True when no event will follow: the last one has been told to this reader before. */
export async function hasEnded(q: Queryable, id: string, seq: number): Promise<boolean> {
  const rows = await q.query(
    `select 1 as yes from analysis_report where id = $1 and status not in ('queued', 'running')
     and not exists (select 1 from analysis_event where report_id = $1 and seq > $2)`,
    [id, seq],
  )
  return rows.length === 1
}
