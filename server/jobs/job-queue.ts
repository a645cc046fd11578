import type { Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'

export type NewJob = {
  kind: string
  payload: object
  /** While a job of this kind and key is on record (a week after its end), no second one is made. */
  dedupeKey?: string
  /** Not before this moment; at once when absent. */
  runAt?: Date
  /** How often it is tried before it is dead; 5 unless told. A worker's crash counts as a try. */
  maxAttempts?: number
}

export type ClaimedJob = {
  id: string
  kind: string
  payload: unknown
  /** 1 at the first try. */
  attempt: number
  maxAttempts: number
  lastError: string | null
}

/**
 * Puts a job on record and gives its id, or that of the job with the same `dedupeKey`. Inside a transaction the job
 * exists when the transaction commits, so work and its cause are stored together or not at all.
 */
export async function enqueueJob(q: Queryable, job: NewJob): Promise<string> {
  const { kind, payload, dedupeKey, runAt, maxAttempts = 5 } = job
  const inserted = await q.query<{ id: string }>(
    `insert into job (id, kind, payload, dedupe_key, due_at, max_attempts)
     values ($1, $2, $3::jsonb, $4, coalesce($5::timestamptz, now()), $6)
     on conflict (kind, dedupe_key) do nothing returning id`,
    [uuidv7(), kind, JSON.stringify(payload), dedupeKey ?? null, runAt ?? null, maxAttempts],
  )
  const existing =
    inserted[0] ??
    (
      await q.query<{ id: string }>('select id from job where kind = $1 and dedupe_key = $2', [
        kind,
        dedupeKey,
      ])
    )[0]
  if (!existing) throw new Error(`job ${kind} ${dedupeKey} vanished while it was being enqueued`)
  return existing.id
}

/**
 * Takes up to `limit` due jobs, among them those whose worker let its lease run out; either jobs with tries left, or
 * jobs whose last worker died and that can only be given up.
 */
export async function claimJobs(
  q: Queryable,
  claim: {
    kinds: string[]
    hasTriesLeft: boolean
    limit: number
    lease: string
    leaseMs: number
  },
): Promise<ClaimedJob[]> {
  return q.query<ClaimedJob>(
    `with due as (
       select id from job
       where status in ('ready', 'running') and due_at <= now() and kind = any($1)
         and (attempts < max_attempts) = $5
       order by due_at limit $2 for update skip locked
     )
     update job set status = 'running', attempts = attempts + 1, lease = $3,
       due_at = now() + $4 * interval '1 millisecond'
     from due where job.id = due.id
     returning job.id, kind, payload, attempts as attempt, max_attempts as "maxAttempts",
       last_error as "lastError"`,
    [claim.kinds, claim.limit, claim.lease, claim.leaseMs, claim.hasTriesLeft],
  )
}

/** `false` when the job is no longer held under `lease`. The same goes for the functions below. */
export const renewLease = (q: Queryable, id: string, lease: string, leaseMs: number) =>
  isHeld(
    q.query(
      `update job set due_at = now() + $3 * interval '1 millisecond'
       where id = $1 and lease = $2 and status = 'running' returning id`,
      [id, lease, leaseMs],
    ),
  )

export const finishJob = (
  q: Queryable,
  id: string,
  lease: string,
  end: { status: 'done' | 'dead'; error: string | null },
) =>
  isHeld(
    q.query(
      `update job set status = $3, finished_at = now(), lease = null, last_error = coalesce($4, last_error)
       where id = $1 and lease = $2 and status = 'running' returning id`,
      [id, lease, end.status, end.error],
    ),
  )

export const retryJob = (
  q: Queryable,
  id: string,
  lease: string,
  retry: { delayMs: number; error: string },
) =>
  isHeld(
    q.query(
      `update job set status = 'ready', lease = null, last_error = $4,
         due_at = now() + $3 * interval '1 millisecond'
       where id = $1 and lease = $2 and status = 'running' returning id`,
      [id, lease, retry.delayMs, retry.error],
    ),
  )

/** Keeps the reason of the last failure for whoever has to finish the job should this worker die now. */
export const noteError = (q: Queryable, id: string, lease: string, error: string) =>
  isHeld(
    q.query('update job set last_error = $3 where id = $1 and lease = $2 returning id', [
      id,
      lease,
      error,
    ]),
  )

/** Gives a job back untouched: the interrupted try does not count. */
export const releaseJob = (q: Queryable, id: string, lease: string) =>
  isHeld(
    q.query(
      `update job set status = 'ready', lease = null, due_at = now(), attempts = attempts - 1
       where id = $1 and lease = $2 and status = 'running' returning id`,
      [id, lease],
    ),
  )

async function isHeld(update: Promise<object[]>): Promise<boolean> {
  return (await update).length === 1
}
