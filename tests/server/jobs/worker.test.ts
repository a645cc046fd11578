import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { claimJobs, enqueueJob } from '#server/jobs/job-queue.ts'
import { createWorker, type Worker, type WorkerOptions } from '#server/jobs/worker.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let db: Database
let kind: string
const workers: Worker[] = []

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
})
afterAll(() => database.drop())
beforeEach(() => {
  kind = `kind-${randomUUID()}`
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop({ graceMs: 50 })))
})

function worker(
  handler: NonNullable<WorkerOptions['handlers'][string]>,
  more: Partial<WorkerOptions> = {},
) {
  const made = createWorker({ db, handlers: { [kind]: handler }, pollMs: 10, ...more })
  workers.push(made)
  made.start()
  return made
}

type Row = { status: string; attempts: number; lastError: string | null; waitMs: number }
const rowOf = async (id: string) => {
  const [row] = await db.query<Row>(
    `select status, attempts, last_error as "lastError",
       (extract(epoch from due_at - now()) * 1000)::float8 as "waitMs" from job where id = $1`,
    [id],
  )
  return row
}
const statusIs = (id: string, status: string) =>
  vi.waitFor(async () => expect((await rowOf(id))?.status).toBe(status), { timeout: 5_000 })
const makeDue = (id: string) =>
  db.query(`update job set due_at = now() - interval '1 second' where id = $1`, [id])

const failing = async () => {
  throw new Error('broken')
}

describe('enqueueJob', () => {
  it('gives the same job for the same dedupe key, also 20 times at once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        enqueueJob(db, { kind, payload: { n }, dedupeKey: 'a' }),
      ),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await enqueueJob(db, { kind, payload: {}, dedupeKey: 'b' })).not.toBe(ids[0])
    expect(await enqueueJob(db, { kind: `${kind}-2`, payload: {}, dedupeKey: 'a' })).not.toBe(
      ids[0],
    )
  })

  it('makes a job of every call without a key', async () => {
    expect(await enqueueJob(db, { kind, payload: {} })).not.toBe(
      await enqueueJob(db, { kind, payload: {} }),
    )
  })

  it('leaves no job behind when its transaction is undone', async () => {
    await db
      .transaction(async (tx) => {
        await enqueueJob(tx, { kind, payload: {}, dedupeKey: 'x' })
        throw new Error('undo')
      })
      .catch(() => undefined)
    expect(await db.query('select 1 from job where kind = $1', [kind])).toEqual([])
  })
})

describe('a worker', () => {
  it('hands the payload to the handler and marks the job done', async () => {
    const seen: unknown[] = []
    const id = await enqueueJob(db, { kind, payload: { mint: 'abc', list: [1] } })
    worker(async (payload, { jobId, attempt }) => void seen.push({ payload, jobId, attempt }))
    await statusIs(id, 'done')
    expect(seen).toEqual([{ payload: { mint: 'abc', list: [1] }, jobId: id, attempt: 1 }])
  })

  it('leaves kinds it does not know and jobs that are not due yet', async () => {
    const other = await enqueueJob(db, { kind: `${kind}-other`, payload: {} })
    const later = await enqueueJob(db, { kind, payload: {}, runAt: new Date(Date.now() + 60_000) })
    const now = await enqueueJob(db, { kind, payload: {} })
    worker(async () => undefined)
    await statusIs(now, 'done')
    expect((await rowOf(other))?.status).toBe('ready')
    expect((await rowOf(later))?.status).toBe('ready')
  })

  it('runs a job at once when woken, long before it would look', async () => {
    const idle = worker(async () => undefined, { pollMs: 600_000 })
    await sleep(50)
    const id = await enqueueJob(db, { kind, payload: {} })
    idle.wake()
    await statusIs(id, 'done')
  })

  it('runs no more than its concurrency at once', async () => {
    let active = 0
    let peak = 0
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => enqueueJob(db, { kind, payload: {} })),
    )
    const handler = async () => {
      active += 1
      peak = Math.max(peak, active)
      await sleep(15)
      active -= 1
    }
    worker(handler, { concurrency: { [kind]: 3 } })
    for (const id of ids) await statusIs(id, 'done')
    expect(peak).toBe(3)
  })

  it('runs a kind while long jobs of another kind take all their places', async () => {
    const long = `${kind}-long`
    const gate = Promise.withResolvers<void>()
    for (let nth = 0; nth < 6; nth += 1) await enqueueJob(db, { kind: long, payload: {} })
    worker(async () => undefined, {
      handlers: { [long]: () => gate.promise, [kind]: async () => undefined },
    })
    await sleep(100)
    const id = await enqueueJob(db, { kind, payload: {} })
    await statusIs(id, 'done')
    gate.resolve()
  })

  it('gives up a job whose last worker died while long jobs take all places', async () => {
    const gate = Promise.withResolvers<void>()
    for (let nth = 0; nth < 4; nth += 1) await enqueueJob(db, { kind, payload: {} })
    const dead: string[] = []
    worker(() => gate.promise, {
      onDead: { [kind]: async (_, { jobId }) => void dead.push(jobId) },
    })
    await sleep(100)
    const id = await enqueueJob(db, { kind, payload: {}, maxAttempts: 1 })
    await db.query(`update job set status = 'running', attempts = 1 where id = $1`, [id])
    await statusIs(id, 'dead')
    expect(dead).toEqual([id])
    gate.resolve()
  })
})

describe('two workers', () => {
  it('never run one job twice at once and finish every job exactly once', async () => {
    const second = await openDatabase({ url: database.url, poolSize: 4 })
    const runs = new Map<string, number>()
    const active = new Set<string>()
    const overlaps: string[] = []
    const handler = async (_: unknown, { jobId }: { jobId: string }) => {
      if (active.has(jobId)) overlaps.push(jobId)
      active.add(jobId)
      runs.set(jobId, (runs.get(jobId) ?? 0) + 1)
      await sleep(Math.random() * 8)
      active.delete(jobId)
    }
    const ids = await Promise.all(
      Array.from({ length: 120 }, (_, n) => enqueueJob(db, { kind, payload: { n } })),
    )
    const shares = [0, 0]
    ;[db, second].forEach((pool, index) =>
      worker(
        async (payload, context) => {
          shares[index] = (shares[index] ?? 0) + 1
          await handler(payload, context)
        },
        { db: pool, pollMs: 1, concurrency: { [kind]: 5 } },
      ),
    )
    for (const id of ids) await statusIs(id, 'done')
    await Promise.all(workers.splice(0).map((one) => one.stop()))
    await second.close()
    expect(overlaps).toEqual([])
    expect([...runs.values()].filter((count) => count !== 1)).toEqual([])
    expect(runs.size).toBe(120)
    expect(Math.min(...shares)).toBeGreaterThan(0)
  })

  it('pass by a job that another is claiming at this moment instead of waiting for it', async () => {
    const [first, second] = [
      await enqueueJob(db, { kind, payload: {} }),
      await enqueueJob(db, { kind, payload: {} }),
    ]
    await db.transaction(async (tx) => {
      // So that the transaction is not run again when the suite runs under SERIALIZABLE.
      await tx.query('set transaction isolation level read committed')
      const claim = { kinds: [kind], hasTriesLeft: true, limit: 1, leaseMs: 60_000 }
      const here = await claimJobs(tx, { ...claim, lease: randomUUID() })
      const there = await claimJobs(db, { ...claim, lease: randomUUID() })
      const ids = [...here, ...there].map((job) => job.id)
      expect(ids.toSorted()).toEqual([first, second].toSorted())
    })
  })

  it('take over the job of a crashed one when its lease ends, not before', async () => {
    const id = await enqueueJob(db, { kind, payload: {} })
    const claim = {
      kinds: [kind],
      hasTriesLeft: true,
      limit: 1,
      lease: randomUUID(),
      leaseMs: 60_000,
    }
    expect(await claimJobs(db, claim)).toHaveLength(1)
    const attempts: number[] = []
    worker(async (_, { attempt }) => void attempts.push(attempt))
    await sleep(60)
    expect(attempts).toEqual([])
    await makeDue(id)
    await statusIs(id, 'done')
    expect(attempts).toEqual([2])
  })

  it('keep a long job by renewing its lease', async () => {
    let runs = 0
    const slow = async () => {
      runs += 1
      await sleep(600)
    }
    const id = await enqueueJob(db, { kind, payload: {} })
    worker(slow, { leaseMs: 200 })
    worker(slow, { leaseMs: 200 })
    await statusIs(id, 'done')
    expect(runs).toBe(1)
  })

  it('abort a handler whose lease was taken and leave the outcome to the new holder', async () => {
    let aborted: unknown
    const id = await enqueueJob(db, { kind, payload: {} })
    const losing = worker(
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = signal.reason
            resolve()
          })
        }),
      { leaseMs: 300 },
    )
    await statusIs(id, 'running')
    await db.query('update job set lease = $2 where id = $1', [id, randomUUID()])
    await vi.waitFor(() => expect(aborted).toMatchObject({ name: 'LeaseLost' }))
    await losing.stop()
    expect(await rowOf(id)).toMatchObject({ status: 'running', attempts: 1 })
  })
})

describe('a failing job', () => {
  it('is tried again after a growing delay and then succeeds', async () => {
    let failures = 2
    const id = await enqueueJob(db, { kind, payload: {} })
    const retrying = worker(
      async () => {
        failures -= 1
        if (failures >= 0) throw new Error(`no luck ${failures}`)
      },
      { retryDelayMs: (attempt) => attempt * 100_000 },
    )
    for (const [attempt, lastError] of [
      [1, 'no luck 1'],
      [2, 'no luck 0'],
    ] as const) {
      await vi.waitFor(async () =>
        expect(await rowOf(id)).toMatchObject({ status: 'ready', attempts: attempt, lastError }),
      )
      const waitMs = (await rowOf(id))?.waitMs ?? 0
      expect(waitMs).toBeGreaterThan(attempt * 100_000 - 20_000)
      expect(waitMs).toBeLessThanOrEqual(attempt * 100_000)
      await makeDue(id)
      retrying.wake()
    }
    await statusIs(id, 'done')
  })

  it('is dead after its last try, and the hook is told once with the reason', async () => {
    const dead: unknown[] = []
    const reported: unknown[] = []
    const id = await enqueueJob(db, { kind, payload: { report: 7 }, maxAttempts: 2 })
    worker(failing, {
      retryDelayMs: () => 0,
      onDead: { [kind]: async (payload, end) => void dead.push({ payload, end }) },
      onError: (error) => void reported.push(error),
    })
    await statusIs(id, 'dead')
    expect(dead).toEqual([{ payload: { report: 7 }, end: { jobId: id, error: 'broken' } }])
    expect(reported).toEqual([new Error('broken'), new Error('broken')])
    expect(await rowOf(id)).toMatchObject({ attempts: 2, lastError: 'broken' })
  })

  it('stays on record until its dead hook has worked', async () => {
    let calls = 0
    const id = await enqueueJob(db, { kind, payload: {}, maxAttempts: 1 })
    worker(failing, {
      leaseMs: 400,
      onDead: {
        [kind]: async () => {
          calls += 1
          if (calls < 3) throw new Error('the refund failed')
        },
      },
    })
    await statusIs(id, 'dead')
    expect(calls).toBe(3)
  })

  it('is not run again when its worker died at the last try', async () => {
    const id = await enqueueJob(db, { kind, payload: {}, maxAttempts: 1 })
    await claimJobs(db, {
      kinds: [kind],
      hasTriesLeft: true,
      limit: 1,
      lease: randomUUID(),
      leaseMs: 0,
    })
    const ran = vi.fn(async () => undefined)
    const dead = vi.fn(async () => undefined)
    worker(ran, { onDead: { [kind]: dead } })
    await statusIs(id, 'dead')
    expect(ran).not.toHaveBeenCalled()
    expect(dead).toHaveBeenCalledOnce()
  })
})

describe('stop', () => {
  it('lets a running job end and takes no other', async () => {
    const gate = Promise.withResolvers<void>()
    const first = await enqueueJob(db, { kind, payload: {} })
    const stopping = worker(() => gate.promise, { concurrency: { [kind]: 1 } })
    await statusIs(first, 'running')
    const second = await enqueueJob(db, { kind, payload: {} })
    const stopped = stopping.stop({ graceMs: 10_000 })
    gate.resolve()
    await stopped
    expect((await rowOf(first))?.status).toBe('done')
    expect((await rowOf(second))?.status).toBe('ready')
  })

  it('gives back a job that heeds its signal, without counting the try', async () => {
    const id = await enqueueJob(db, { kind, payload: {} })
    const stopping = worker((_, { signal }) => sleep(60_000, undefined, { signal }))
    await statusIs(id, 'running')
    await stopping.stop({ graceMs: 20 })
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: 'ready', attempts: 0 })
    expect(row?.waitMs).toBeLessThanOrEqual(0)
  })

  it('leaves a job that does not heed its signal to its lease', async () => {
    const gate = Promise.withResolvers<void>()
    const id = await enqueueJob(db, { kind, payload: {} })
    const stopping = worker(() => gate.promise)
    await statusIs(id, 'running')
    await stopping.stop({ graceMs: 20 })
    expect(await rowOf(id)).toMatchObject({ status: 'running', attempts: 1 })
    gate.resolve()
    await statusIs(id, 'done')
  })
})
