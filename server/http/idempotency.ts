import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'

type IdempotentCall = {
  userId: string
  /** The endpoint's name: the same key may be used once with each. */
  endpoint: string
  key: string
  /** Everything that decides the outcome, as plain JSON data. */
  request: unknown
}

/** Runs `work` unless the call already has an answer, and returns the first answer in both cases. */
export type WithIdempotencyKey = <T>(call: IdempotentCall, work: () => Promise<T>) => Promise<T>

/** A call without an answer after this time died with its server, so `work` must tolerate a second run. */
const LEASE_SECONDS = 60
const WAIT_MS = 10_000
const POLL_MS = 50

type Row = { request_hash: string; body: string | null }

/**
 * Answers to idempotent calls, kept for two days: same key and request, same answer, also for callers that ask at the
 * same moment through another server. Another request under a used key throws `IDEMPOTENCY_CONFLICT`. A thrown error
 * is not kept, so the call can be repeated. Answers are plain JSON data. Since a server may die between the work and
 * the keeping of its answer, money must move under a key of its own (the ledger's), not only under this one.
 */
export function createIdempotency(db: Queryable): WithIdempotencyKey {
  return async <T>(call: IdempotentCall, work: () => Promise<T>): Promise<T> => {
    const hash = digest(call.request)
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
      await keep(db, call, JSON.stringify(answer))
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

async function keep(db: Queryable, call: IdempotentCall, body: string): Promise<void> {
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

const digest = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('base64url')

/** Returns JSON with the members of every object sorted by name. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : typeof member === 'bigint'
        ? String(member)
        : member,
  ) ?? 'undefined'
