import type { Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'

export type NewJob = {
  kind: string
  payload: object
  /** While a job of this kind and key exists (until a week after its end), no second one is created. */
  dedupeKey?: string
  /** Earliest start; by default immediately. */
  runAt?: Date
  /** Maximum number of attempts, default 5. A worker's crash counts as an attempt. */
  maxAttempts?: number
}

export type ClaimedJob = {
  id: string
  kind: string
  payload: unknown
  /** 1 on the first attempt. */
  attempt: number
  maxAttempts: number
  lastError: string | null
}

/**
 * Enqueues a job and returns its id, or the id of the job with the same `dedupeKey`. Inside a transaction the job
 * exists once the transaction commits.
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
 * Claims up to `limit` due jobs, including those with an expired lease: either jobs with attempts left, or jobs that
 * can only be given up because their last worker died.
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

/** Returns `false` when `lease` no longer holds the job. This applies to the functions below as well. */
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

/** Stores the reason of the last failure, for the worker that finishes the job if this one dies. */
export const noteError = (q: Queryable, id: string, lease: string, error: string) =>
  isHeld(
    q.query('update job set last_error = $3 where id = $1 and lease = $2 returning id', [
      id,
      lease,
      error,
    ]),
  )

/** Returns a job to the queue; the interrupted attempt does not count. */
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
