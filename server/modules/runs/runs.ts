import { randomUUID } from 'node:crypto'
import type { LimitSettings } from '#contract/limits.ts'
import { formatLamports, LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { ConsumptionType } from '#contract/payments.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { capReached, lockUser } from '#server/http/user-caps.ts'
import { followEvents, type EventLog } from '#server/jobs/job-events.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { sha256 } from '#server/lib/sha256.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import {
  abandonRun,
  appendEvent,
  eventsAfter,
  findIdByTransfer,
  findOpenOfGroup,
  findOwnRun,
  findRun,
  finishRun,
  hasEnded,
  hideRun,
  insertRun,
  listOwnRuns,
  readBody,
  rewriteBody,
  type StartCaps,
  type StartUsage,
} from './run-repository.ts'
import type { Run, RunEnd, RunResult, RunShape } from './run.ts'

export type RunServices = {
  db: Database
  ledger: Pick<Ledger, 'charge' | 'refund' | 'markConsumption'>
  caps: LimitSettings
  jobs: Pick<Jobs, 'enqueue' | 'wake'>
}

export type RunRules<Shape extends RunShape> = {
  /** Stored with every run; also the kind of its jobs. */
  kind: string
  points: number
  /** For texts: "There is no such report", "The analysis took too long". */
  words: { run: string; work: string }
  ids: (runId: string) => Shape['ids']
  queuedEvent(): Shape['event']
  /** The type is `done`, `failed` or `cancelled`. */
  endEvent(end: RunEnd): Shape['event']
}

export type StartRequest<Shape extends RunShape> = {
  userId: string
  input: Shape['input']
  consumption: { type: ConsumptionType; description: string }
  /** Starting a run of a group returns the unfinished one. */
  groupId?: string | null
  /** The client's `Idempotency-Key`. Without one, every call starts a run. */
  idempotencyKey: string | undefined
  keyScope: string
  /** What a repeated key must repeat; the input by default. */
  identity?: object
}

/** Any process may write events, so readers poll. */
const EVENT_POLL_MS = 150
const LAST_EVENTS = new Set(['done', 'failed', 'cancelled'])

export type Runs<Shape extends RunShape = RunShape> = ReturnType<typeof createRuns<Shape>>

/** Creates the service for the runs of one paid tool. */
export function createRuns<Shape extends RunShape>(rules: RunRules<Shape>, services: RunServices) {
  const { db, ledger, caps, jobs } = services
  const { kind, points, words, ids } = rules

  async function chargeRun(
    tx: Queryable,
    { userId, input, consumption, idempotencyKey, keyScope, identity }: StartRequest<Shape>,
    runId: string,
  ) {
    const lamports = LAMPORTS_PER_POINT * BigInt(points)
    const charge = await ledger.charge(
      {
        userId,
        lamports,
        idempotencyKey: `${keyScope}:${sha256(idempotencyKey ?? randomUUID())}`,
        requestHash: sha256(JSON.stringify(identity ?? input)),
        consumption: { ...consumption, featureId: runId },
      },
      tx,
    )
    if (charge.ok) return charge
    if (charge.reason === 'idempotency_conflict') {
      throw new AppError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for another query')
    }
    const price = `${points} ${points === 1 ? 'POINT' : 'POINTS'} (${formatLamports(lamports)} SOL)`
    throw new AppError(
      'INSUFFICIENT_BALANCE',
      `You need ${price} for this query. Recharge to go on.`,
    )
  }

  async function deliverIn(tx: Queryable, id: string, result: RunResult | null): Promise<boolean> {
    const run = await finishRun(tx, id, result)
    if (run === undefined) return false
    await ledger.markConsumption(run.transferId, 'SUCCESS', tx)
    await appendEvent(tx, id, rules.endEvent({ status: 'done', failure: null }))
    return true
  }

  /** Throws `NOT_FOUND` for a run that is unknown, removed or another user's. */
  async function own(userId: string, id: string): Promise<Run<Shape>> {
    const run = isUuid(id) ? await findOwnRun<Shape>(db, { kind, userId, id }) : undefined
    if (run === undefined) throw new AppError('NOT_FOUND', `There is no such ${words.run}`)
    return run
  }

  return {
    /**
     * Charges, inserts the run and enqueues its job in one transaction. Returns the earlier run for a repeated key, and
     * the unfinished one of the group. Throws `INSUFFICIENT_BALANCE`, `IDEMPOTENCY_CONFLICT` or `RATE_LIMITED`.
     */
    async start(request: StartRequest<Shape>) {
      const { userId, input, groupId = null } = request
      const newId = uuidv7()
      const id = await db.transaction(async (tx) => {
        if (groupId !== null) {
          await lockUser(tx, userId)
          const open = await findOpenOfGroup(tx, groupId)
          if (open !== undefined) return open
        }
        // Before the charge, which locks the user's account until the commit. Where the run is not inserted after all, the
        // job finds none and ends.
        await jobs.enqueue(tx, { kind, id: newId, payload: { runId: newId } })
        const { transferId, replayed } = await chargeRun(tx, request, newId)
        if (replayed) {
          const earlier = await findIdByTransfer(tx, transferId)
          if (earlier !== undefined) return earlier
        }
        const run = { id: newId, kind, userId, transferId, groupId, input }
        const usage = await insertRun(tx, run, rules.queuedEvent(), caps)
        if (!usage.isStarted) throw startRefused(usage, caps)
        return newId
      })
      jobs.wake(kind)
      return { id, ...ids(id), status: 'queued' as const }
    },

    find: (id: string) => findRun<Shape>(db, kind, id),

    own,

    list: (page: { userId: string; groupId?: string | null; offset: number; limit: number }) =>
      listOwnRuns<Shape>(db, { groupId: null, ...page, kind }),

    body: (id: string) => readBody(db, id),

    rewriteBody: (id: string, body: string) => rewriteBody(db, id, body),

    summary: (run: Run<Shape>) => ({
      id: run.id,
      ...ids(run.id),
      status: run.status,
      created_at: run.createdAt.toISOString(),
      finished_at: run.finishedAt?.toISOString() ?? null,
      failure: run.failure,
      is_refunded: run.status === 'failed' || run.status === 'cancelled',
      counts: run.counts,
    }),

    /** Yields stored events after `seq`, then new ones until the run ends or `signal` is aborted. */
    follow: async (userId: string, runId: string, seq: number, signal: AbortSignal) => {
      const { id } = await own(userId, runId)
      const log: EventLog<Shape['event'] & Shape['ids'] & { seq: number }> = {
        after: async (from) => {
          const rows = await eventsAfter<Shape>(db, id, from)
          return rows.map((row) => ({ ...row.event, ...ids(id), seq: row.seq }))
        },
        isLast: ({ type }) => LAST_EVENTS.has(type),
        hasEnded: (from) => hasEnded(db, id, from),
        pollMs: EVENT_POLL_MS,
      }
      return followEvents(log, seq, signal)
    },

    deliver: (id: string, result: RunResult<Shape> | null) =>
      db.transaction((tx) => deliverIn(tx, id, result)),

    /** Fails and refunds the run once. Delivers it instead if the owner can already read a result. */
    fail: (id: string, failure: string, result: RunResult | null = null) =>
      db.transaction(async (tx) => {
        const end = { status: 'failed', failure } as const
        const run = await abandonRun(tx, id, { ...end, result })
        if (run === undefined) return deliverIn(tx, id, null)
        await ledger.markConsumption(run.transferId, 'FAILED', tx)
        await ledger.refund({ transferId: run.transferId, reason: failure }, tx)
        await appendEvent(tx, id, rules.endEvent(end))
        return true
      }),

    /**
     * Cancels and refunds an unfinished run, or ends it without a refund if its result can be read. Hides an ended
     * run from the history.
     */
    remove: async (userId: string, runId: string): Promise<void> => {
      const { id } = await own(userId, runId)
      const hasEndedNow = await db.transaction(async (tx) => {
        const end = { status: 'cancelled', failure: null } as const
        const run = await abandonRun(tx, id, { ...end, result: null })
        if (run === undefined) return deliverIn(tx, id, null)
        await ledger.refund({ transferId: run.transferId, reason: 'cancelled by the user' }, tx)
        await appendEvent(tx, id, rules.endEvent(end))
        return true
      })
      if (!hasEndedNow) await hideRun(db, userId, id)
    },
  }
}

const MINUTE = 60

function startRefused({ running, waitSeconds }: StartUsage, caps: StartCaps): AppError {
  if (waitSeconds === null || running >= caps.runningJobs) {
    return capReached(`${caps.runningJobs} of your queries are still running. Wait for one to end`)
  }
  const minutes = Math.max(1, Math.ceil(waitSeconds / MINUTE))
  return new AppError(
    'RATE_LIMITED',
    `${caps.unpaidStarts} queries ended without a charge in the last hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    { retryAfterSeconds: waitSeconds },
  )
}
