import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalJson } from '#server/lib/canonical-json.ts'
import { sha256 } from '#server/lib/sha256.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'

type IdempotentCall = {
  userId: string
  /** A key can be used once per endpoint. */
  endpoint: string
  key: string
  /** Everything that decides the outcome, as plain JSON. */
  request: unknown
}

/** Runs `work` once, and returns the first answer to every repeated call. */
export type WithIdempotencyKey = <T>(call: IdempotentCall, work: () => Promise<T>) => Promise<T>

/** A call without an answer after this time died with its server, so `work` must tolerate a second run. */
const LEASE_SECONDS = 60
const WAIT_MS = 10_000
const POLL_MS = 50

type Row = { request_hash: string; body: string | null }

/**
 * Stores answers for two days. Equal calls get the same answer, even concurrent ones on another server. A different
 * request under a used key throws `IDEMPOTENCY_CONFLICT`. Errors are not stored. A server may die between the work and
 * storing its answer, so money needs its own key in the ledger.
 */
export function createIdempotency(db: Queryable): WithIdempotencyKey {
  return async <T>(call: IdempotentCall, work: () => Promise<T>): Promise<T> => {
    const hash = sha256(canonicalJson(call.request))
    const deadline = performance.now() + WAIT_MS
    while (!(await claim(db, call, hash))) {
      const earlier = await find(db, call)
      if (earlier !== undefined && earlier.request_hash !== hash) {
        throw new AppError(
          'IDEMPOTENCY_CONFLICT',
          'This Idempotency-Key was used with another request',
        )
      }
      if (earlier !== undefined && earlier.body !== null) return JSON.parse(earlier.body) as T
      if (performance.now() > deadline) {
        throw new AppError('CONFLICT', 'The same call is still being worked on', {
          retryAfterSeconds: 2,
        })
      }
      await sleep(POLL_MS)
    }
    try {
      const answer = await work()
      await storeAnswer(db, call, JSON.stringify(answer))
      return answer
    } catch (error) {
      await release(db, call)
      throw error
    }
  }
}

async function claim(db: Queryable, call: IdempotentCall, hash: string): Promise<boolean> {
  const rows = await db.query(
    `with swept as (
       delete from idempotent_answer where (user_id, endpoint, key) in (
         select user_id, endpoint, key from idempotent_answer
         where claimed_at < now() - interval '2 days' limit 5 for update skip locked))
     insert into idempotent_answer as held (user_id, endpoint, key, request_hash)
     values ($1, $2, $3, $4)
     on conflict (user_id, endpoint, key) do update set claimed_at = now()
     where held.body is null and held.request_hash = $4
       and held.claimed_at < now() - interval '${LEASE_SECONDS} seconds'
     returning 1 as claimed`,
    [call.userId, call.endpoint, call.key, hash],
  )
  return rows.length === 1
}

async function find(db: Queryable, call: IdempotentCall): Promise<Row | undefined> {
  const [row] = await db.query<Row>(
    'select request_hash, body from idempotent_answer where user_id = $1 and endpoint = $2 and key = $3',
    [call.userId, call.endpoint, call.key],
  )
  return row
}

async function storeAnswer(db: Queryable, call: IdempotentCall, body: string): Promise<void> {
  await db.query(
    `update idempotent_answer set body = $4
     where user_id = $1 and endpoint = $2 and key = $3 and body is null`,
    [call.userId, call.endpoint, call.key, body],
  )
}

async function release(db: Queryable, call: IdempotentCall): Promise<void> {
  await db.query(
    `delete from idempotent_answer
     where user_id = $1 and endpoint = $2 and key = $3 and body is null`,
    [call.userId, call.endpoint, call.key],
  )
}
