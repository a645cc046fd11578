import { randomUUID } from 'node:crypto'
import type { LimitSettings } from '#contract/endpoint/limits.ts'
import { formatLamports, formatPoints, LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { ConsumptionType } from '#contract/payments.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { isUuid, uuidv7 } from '#server/lib/ids.ts'
import { pluralize } from '#server/lib/text/pluralize.ts'
import { sha256 } from '#server/lib/sha256.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import {
  abandonRun,
  appendEvent,
  findIdByTransfer,
  findOpenOfGroup,
  findOwnRun,
  findRun,
  finishRun,
  hideRun,
  insertRun,
  listOwnRuns,
  readBody,
  rewriteBody,
  type StartCaps,
  type StartUsage,
  type StoredEvent,
} from './run-repository.ts'
import type { FollowRun } from './follow-run.ts'
import type { Run, RunEnd, RunResult, RunShape } from './run.ts'

export type RunServices = {
  db: Database
  ledger: Pick<Ledger, 'charge' | 'refund'>
  caps: LimitSettings
  jobs: Pick<Jobs, 'enqueue' | 'wake'>
  followRun: FollowRun
}

export type RunRules<Shape extends RunShape> = {
  /** Stored with every run; also the kind of its jobs. */
  kind: string
  /** Price of a run. A run without a result is refunded. */
  points: number
  /** Names in texts, as in "There is no such report" and "The analysis took too long". */
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
  /** A start returns the unfinished run of the group, if there is one. Null: no group. */
  groupId?: string | null
  /** The client's `Idempotency-Key`. Without one, every call starts a run. */
  idempotencyKey: string | undefined
  /** Keeps equal keys of different callers apart. */
  keyScope: string
  /** Returns the value that a repeated key must match; the input by default. */
  identity?: object
}

export type Runs<Shape extends RunShape = RunShape> = ReturnType<typeof createRuns<Shape>>

/** Shared by all functions here: the rules of one paid tool, and the services of all tools. */
type Engine<Shape extends RunShape> = { rules: RunRules<Shape>; services: RunServices }

export function createRuns<Shape extends RunShape>(rules: RunRules<Shape>, services: RunServices) {
  const engine: Engine<Shape> = { rules, services }
  const { db } = services
  const { kind, ids } = rules
  return {
    /**
     * Charges, inserts the run and enqueues its job in one transaction. Returns the earlier run for a repeated key, and
     * the unfinished one of the group. Throws `INSUFFICIENT_BALANCE`, `IDEMPOTENCY_CONFLICT` or `RATE_LIMITED`.
     */
    async start(request: StartRequest<Shape>) {
      const id = await startRun(engine, request)
      services.jobs.wake(kind)
      return { id, ...ids(id), status: 'queued' as const }
    },

    find: (id: string) => findRun<Shape>(db, kind, id),

    /** Throws `NOT_FOUND` for a run that is unknown, removed or another user's. */
    getOwn: (userId: string, id: string) => findOwn(engine, userId, id),

    list: (page: { userId: string; groupId?: string | null; offset: number; limit: number }) =>
      listOwnRuns<Shape>(db, { groupId: null, ...page, kind }),

    readBody: (id: string) => readBody(db, id),

    rewriteBody: (id: string, body: string) => rewriteBody(db, id, body),

    summarize: (run: Run<Shape>) => ({
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
      const { id } = await findOwn(engine, userId, runId)
      return nameEvents(engine, id, services.followRun<Shape>(id, seq, signal))
    },

    /** Ends the run with this result, or with the published one if null. Returns false if it has ended before. */
    deliver: (id: string, result: RunResult<Shape> | null) =>
      db.transaction((tx) => deliver(engine, tx, id, result)),

    /** Fails and refunds the run once. Delivers it instead if the owner can already read a result. */
    fail: (id: string, failure: string, result: RunResult | null = null) => {
      const end = { status: 'failed', failure, result } as const
      return db.transaction((tx) => abandon(engine, tx, id, end, failure))
    },

    /** Ends an unfinished run, with a refund unless its result can be read. Hides an ended one. */
    remove: async (userId: string, runId: string): Promise<void> => {
      const { id } = await findOwn(engine, userId, runId)
      const end = { status: 'cancelled', failure: null, result: null } as const
      const hasEndedNow = await db.transaction((tx) =>
        abandon(engine, tx, id, end, 'cancelled by the user'),
      )
      if (!hasEndedNow) await hideRun(db, userId, id)
    },
  }
}

/** Returns the id of the run: the new one, or the earlier one that the request repeats. */
const startRun = <Shape extends RunShape>(
  { rules, services }: Engine<Shape>,
  request: StartRequest<Shape>,
): Promise<string> => {
  const { db, caps, jobs } = services
  const { kind } = rules
  const { userId, input, groupId = null } = request
  const newId = uuidv7()
  return db.transaction(async (tx) => {
    if (groupId !== null) {
      await lockUser(tx, userId)
      const open = await findOpenOfGroup(tx, groupId)
      if (open !== undefined) return open
    }
    // Before the charge, which locks the user's account until the commit. A repeated request inserts no run: this job
    // finds none and ends.
    await jobs.enqueue(tx, { kind, id: newId, payload: { runId: newId }, userId })
    const { transferId, replayed } = await charge({ rules, services }, tx, request, newId)
    if (replayed) {
      const earlier = await findIdByTransfer(tx, transferId)
      if (earlier !== undefined) return earlier
    }
    const run = { id: newId, kind, userId, transferId, groupId, input }
    const usage = await insertRun(tx, run, rules.queuedEvent(), caps)
    if (!usage.isStarted) throw startRefused(usage, caps)
    return newId
  })
}

async function charge<Shape extends RunShape>(
  { rules: { points }, services: { ledger } }: Engine<Shape>,
  tx: Queryable,
  { userId, input, consumption, idempotencyKey, keyScope, identity }: StartRequest<Shape>,
  runId: string,
) {
  const lamports = LAMPORTS_PER_POINT * BigInt(points)
  const outcome = await ledger.charge(
    {
      userId,
      lamports,
      idempotencyKey: `${keyScope}:${sha256(idempotencyKey ?? randomUUID())}`,
      requestHash: sha256(JSON.stringify(identity ?? input)),
      consumption: { ...consumption, featureId: runId },
    },
    tx,
  )
  if (outcome.ok) return outcome
  if (outcome.reason === 'idempotency_conflict') {
    throw new AppError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was used for another query')
  }
  const price = `${formatPoints(points)} (${formatLamports(lamports)} SOL)`
  throw new AppError('INSUFFICIENT_BALANCE', `You need ${price} for this query. Recharge to go on.`)
}

async function findOwn<Shape extends RunShape>(
  { rules: { kind, words }, services: { db } }: Engine<Shape>,
  userId: string,
  id: string,
): Promise<Run<Shape>> {
  const run = isUuid(id) ? await findOwnRun<Shape>(db, { kind, userId, id }) : undefined
  if (run === undefined) throw new AppError('NOT_FOUND', `There is no such ${words.run}`)
  return run
}

/** Returns false if the run has ended before. */
async function deliver<Shape extends RunShape>(
  { rules }: Engine<Shape>,
  tx: Queryable,
  id: string,
  result: RunResult | null,
): Promise<boolean> {
  const run = await finishRun(tx, id, result)
  if (run === undefined) return false
  await appendEvent(tx, id, rules.endEvent({ status: 'done', failure: null }))
  return true
}

/** Ends and refunds the run once, or delivers it if its owner can already read a result. Returns false if it has ended before. */
async function abandon<Shape extends RunShape>(
  engine: Engine<Shape>,
  tx: Queryable,
  id: string,
  end: RunEnd & { result: RunResult | null },
  reason: string,
): Promise<boolean> {
  const run = await abandonRun(tx, id, end)
  if (run === undefined) return deliver(engine, tx, id, null)
  await engine.services.ledger.refund({ transferId: run.transferId, reason }, tx)
  await appendEvent(tx, id, engine.rules.endEvent(end))
  return true
}

const MINUTE = 60

function startRefused({ running, waitSeconds }: StartUsage, caps: StartCaps): AppError {
  if (waitSeconds === null || running >= caps.runningJobs) {
    return createCapError(
      `${caps.runningJobs} of your queries are still running. Wait for one to end`,
    )
  }
  const minutes = Math.max(1, Math.ceil(waitSeconds / MINUTE))
  return new AppError(
    'RATE_LIMITED',
    `${caps.unpaidStarts} queries ended without a charge in the last hour. Try again in ${pluralize(minutes, 'minute')}.`,
    { retryAfterSeconds: waitSeconds },
  )
}

/** Adds their numbers and the ids of the run to stored events. */
async function* nameEvents<Shape extends RunShape>(
  { rules: { ids } }: Engine<Shape>,
  id: string,
  stored: AsyncIterable<StoredEvent<Shape>>,
) {
  for await (const { seq, event } of stored) {
    yield { data: { ...event, ...ids(id), seq }, event: event.type }
  }
}
