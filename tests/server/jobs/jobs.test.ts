import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import type { JobHandler, JobKind, Jobs, JobsOptions } from '#server/jobs/jobs.ts'
import { toDeadLetterKind } from '#server/jobs/queue-settings.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testJobs } from '#tests/support/paid-tools.ts'

let kind: string
const opened: Jobs[] = []

const database = await testDatabase()
const db = database.db
afterAll(() => database.drop())
beforeEach(() => {
  kind = `kind-${randomUUID()}`
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop({ graceMs: 50 })))
})

const nothing = async () => undefined

async function open(
  kinds: readonly (Partial<JobKind> & { handler?: JobHandler })[] = [{}],
  options: Partial<JobsOptions> = {},
): Promise<Jobs> {
  const jobs = testJobs(db, options)
  opened.push(jobs)
  await jobs.open(
    kinds.map((each) => ({ kind, handler: nothing, concurrency: 4, maxAttempts: 5, ...each })),
  )
  return jobs
}

/** Opens and starts a queue of one kind. */
async function working(
  handler: JobHandler,
  more: Partial<JobKind> = {},
  options: Partial<JobsOptions> = {},
): Promise<Jobs> {
  const jobs = await open([{ handler, ...more }], options)
  await jobs.work()
  return jobs
}

const enqueued = async (jobs: Jobs, payload: object = {}, name = kind) => {
  const id = uuidv7()
  await jobs.enqueue(db, { kind: name, id, payload })
  return id
}

type Row = { state: string; retries: number; output: { message?: string } | null; waitMs: number }
const rowOf = async (id: string, name = kind) => {
  const [row] = await db.query<Row>(
    `select state, retry_count as retries, output,
       (extract(epoch from start_after - now()) * 1000)::float8 as "waitMs"
     from pgboss.job where id = $1 and name = $2`,
    [id, name],
  )
  return row
}
const stateIs = (id: string, state: string, name = kind) =>
  vi.waitFor(async () => expect((await rowOf(id, name))?.state).toBe(state), { timeout: 15_000 })
const countOf = async (name: string) =>
  (await db.query('select 1 as yes from pgboss.job where name = $1', [name])).length
/** Leaves the job as a worker does that takes it and dies. */
const dieWith = (id: string, silentSeconds: number, retries = 0) =>
  db.query(
    `update pgboss.job set state = 'active', started_on = now(), retry_count = $3,
       heartbeat_on = now() - $2 * interval '1 second'
     where id = $1`,
    [id, silentSeconds, retries],
  )

const failing = async () => {
  throw new Error('broken')
}

describe('enqueueing', () => {
  it('makes one job of an id, also 20 times at once', async () => {
    const other = `${kind}-2`
    const jobs = await open([{}, { kind: other }])
    const id = uuidv7()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => jobs.enqueue(db, { kind, id, payload: { n } })),
    )
    await jobs.enqueue(db, { kind: other, id, payload: {} })
    expect([await countOf(kind), await countOf(other)]).toEqual([1, 1])
  })

  it('makes a job of every call without an id', async () => {
    const jobs = await open()
    for (let nth = 0; nth < 2; nth += 1) await jobs.enqueue(db, { kind, payload: {} })
    expect(await countOf(kind)).toBe(2)
  })

  it('creates no job if its transaction is rolled back', async () => {
    const jobs = await open()
    await db
      .transaction(async (tx) => {
        await jobs.enqueue(tx, { kind, payload: {} })
        throw new Error('undo')
      })
      .catch(() => undefined)
    expect(await countOf(kind)).toBe(0)
  })
})

describe('a process', () => {
  it('hands the payload to the handler and marks the job completed', async () => {
    const seen: unknown[] = []
    const jobs = await open([
      {
        handler: async (payload, { jobId, attempt }) => void seen.push({ payload, jobId, attempt }),
      },
    ])
    const id = await enqueued(jobs, { mint: 'abc', list: [1] })
    await jobs.work()
    await stateIs(id, 'completed')
    expect(seen).toEqual([{ payload: { mint: 'abc', list: [1] }, jobId: id, attempt: 1 }])
  })

  it('leaves kinds that are not its own', async () => {
    const other = `${kind}-other`
    await open([{ kind: other }])
    const jobs = await working(nothing)
    const foreign = await enqueued(jobs, {}, other)
    await stateIs(await enqueued(jobs), 'completed')
    expect((await rowOf(foreign, other))?.state).toBe('created')
  })

  it('runs a job at once when woken, long before it would look', async () => {
    const jobs = await working(nothing, {}, { pollSeconds: 600 })
    await sleep(200)
    const id = await enqueued(jobs)
    jobs.wake(kind)
    await stateIs(id, 'completed')
  })

  it('starts the next job at once, even if more wait than it can run at a time', async () => {
    const jobs = await open([{ concurrency: 1 }], { pollSeconds: 600 })
    const ids = [await enqueued(jobs), await enqueued(jobs), await enqueued(jobs)]
    await jobs.work()
    for (const id of ids) await stateIs(id, 'completed')
  })

  it('runs no more than its concurrency at once', async () => {
    let active = 0
    let peak = 0
    const handler = async () => {
      active += 1
      peak = Math.max(peak, active)
      await sleep(150)
      active -= 1
    }
    const jobs = await open([{ handler, concurrency: 3 }])
    const ids = await Promise.all(Array.from({ length: 12 }, () => enqueued(jobs)))
    await jobs.work()
    for (const id of ids) await stateIs(id, 'completed')
    expect(peak).toBe(3)
  })

  it('runs a kind while long jobs of another kind take all their places', async () => {
    const long = `${kind}-long`
    const gate = Promise.withResolvers<void>()
    const jobs = await open([{ kind: long, handler: () => gate.promise }, {}])
    for (let nth = 0; nth < 6; nth += 1) await enqueued(jobs, {}, long)
    await jobs.work()
    await sleep(100)
    await stateIs(await enqueued(jobs), 'completed')
    gate.resolve()
  })

  it('fails a job for good if its last worker died while long jobs fill all slots', async () => {
    const gate = Promise.withResolvers<void>()
    const dead: unknown[] = []
    const jobs = await working(() => gate.promise, {
      maxAttempts: 1,
      onDead: async (payload) => void dead.push(payload),
    })
    for (let nth = 0; nth < 4; nth += 1) await stateIs(await enqueued(jobs), 'active')
    const id = await enqueued(jobs, { nth: 5 })
    await dieWith(id, 11)
    await stateIs(id, 'failed')
    await vi.waitFor(() => expect(dead).toEqual([{ nth: 5 }]), { timeout: 15_000 })
    gate.resolve()
  })

  it('keeps the times of a job, and catches up once on those at which no process ran', async () => {
    await open([{ schedule: '0 3 * * *' }])
    const kept = await db.query('select cron, options from pgboss.schedule where name = $1', [kind])
    expect(kept).toEqual([{ cron: '0 3 * * *', options: { missed: 'once' } }])
  })
})

describe('two processes', () => {
  it('never run one job twice at once and finish every job exactly once', async () => {
    const second = await openDatabase({ url: database.url, poolSize: 4 })
    const runs = new Map<string, number>()
    const active = new Set<string>()
    const overlaps: string[] = []
    const shares = [0, 0]
    const bothWork = Promise.withResolvers<void>()
    const handlerOf =
      (index: number): JobHandler =>
      async (_, { jobId }) => {
        shares[index] = (shares[index] ?? 0) + 1
        if (Math.min(...shares) > 0) bothWork.resolve()
        if (active.has(jobId)) overlaps.push(jobId)
        active.add(jobId)
        runs.set(jobId, (runs.get(jobId) ?? 0) + 1)
        await bothWork.promise
        await sleep(runs.size % 8)
        active.delete(jobId)
      }
    const both = await Promise.all(
      [db, second].map((pool, index) =>
        open([{ handler: handlerOf(index), concurrency: 5 }], { db: pool }),
      ),
    )
    const ids = await Promise.all(Array.from({ length: 120 }, () => enqueued(both[0]!)))
    await Promise.all(both.map((jobs) => jobs.work()))
    for (const id of ids) await stateIs(id, 'completed')
    await Promise.all(opened.splice(0).map((jobs) => jobs.stop()))
    await second.close()
    expect(overlaps).toEqual([])
    expect([...runs.values()].filter((count) => count !== 1)).toEqual([])
    expect(runs.size).toBe(120)
    expect(Math.min(...shares)).toBeGreaterThan(0)
  })

  it('take over the job of a crashed one when it has been silent for 10 s, not before', async () => {
    const attempts: number[] = []
    const jobs = await open([{ handler: async (_, { attempt }) => void attempts.push(attempt) }])
    const id = await enqueued(jobs)
    await dieWith(id, 2)
    await jobs.work()
    await sleep(2_500)
    expect(attempts).toEqual([])
    await dieWith(id, 11)
    await stateIs(id, 'completed')
    expect(attempts).toEqual([2])
  })

  it('keep a long job by signs of life', async () => {
    let runs = 0
    const slow = async () => {
      runs += 1
      await sleep(12_500)
    }
    const [jobs] = [await working(slow), await working(slow)]
    const id = await enqueued(jobs)
    await sleep(12_000)
    await stateIs(id, 'completed')
    expect(runs).toBe(1)
  }, 40_000)

  it('abort a handler that lost its job and leave the outcome to the new holder', async () => {
    let isAborted = false
    const losing = await working(
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            isAborted = true
            resolve()
          })
        }),
    )
    const id = await enqueued(losing)
    await stateIs(id, 'active')
    await dieWith(id, 0, 1)
    await vi.waitFor(() => expect(isAborted).toBe(true), { timeout: 15_000 })
    await losing.stop()
    expect(await rowOf(id)).toMatchObject({ state: 'active', retries: 1 })
  })
})

describe('a failing job', () => {
  it('is tried again after a growing delay and then succeeds', async () => {
    let failures = 2
    const handler = async () => {
      failures -= 1
      if (failures >= 0) throw new Error(`no luck ${failures}`)
    }
    const jobs = await working(handler, {}, { retryDelaySeconds: 100 })
    const id = await enqueued(jobs)
    for (const [retries, message] of [
      [0, 'no luck 1'],
      [1, 'no luck 0'],
    ] as const) {
      await vi.waitFor(
        async () =>
          expect(await rowOf(id)).toMatchObject({ state: 'retry', retries, output: { message } }),
        { timeout: 15_000 },
      )
      const waitMs = (await rowOf(id))?.waitMs ?? 0
      expect(waitMs).toBeGreaterThan(2 ** retries * 100_000 - 20_000)
      expect(waitMs).toBeLessThanOrEqual(2 ** (retries + 1) * 100_000)
      await db.query('update pgboss.job set start_after = now() where id = $1', [id])
    }
    await stateIs(id, 'completed')
  })

  it('is dead after its last try, and the hook runs once', async () => {
    const dead: unknown[] = []
    const reported: unknown[] = []
    const outcomes: string[] = []
    const onDead = async (payload: unknown) => void dead.push(payload)
    const onError = (error: unknown) => void reported.push(error)
    const onEnd: JobsOptions['onEnd'] = (_, outcome) => void outcomes.push(outcome)
    const jobs = await working(failing, { maxAttempts: 2, onDead }, { onError, onEnd })
    const id = await enqueued(jobs, { report: 7 })
    await stateIs(id, 'failed')
    await vi.waitFor(() => expect(dead).toEqual([{ report: 7 }]), { timeout: 15_000 })
    expect(reported).toEqual([new Error('broken'), new Error('broken')])
    expect(await rowOf(id)).toMatchObject({ retries: 1, output: { message: 'broken' } })
    await sleep(700)
    expect(dead).toHaveLength(1)
    expect(outcomes).toEqual(['retried', 'dead'])
  })

  it('stays on record until its dead hook has worked', async () => {
    let calls = 0
    const jobs = await working(failing, {
      maxAttempts: 1,
      onDead: async () => {
        calls += 1
        if (calls < 6) throw new Error('the refund failed')
      },
    })
    await enqueued(jobs)
    await vi.waitFor(() => expect(calls).toBe(6), { timeout: 20_000 })
    const [buried] = await db.query<{ id: string }>(
      'select id from pgboss.job where name = $1 and source_name = $2',
      [toDeadLetterKind(kind), kind],
    )
    await stateIs(buried!.id, 'completed', toDeadLetterKind(kind))
    expect(calls).toBe(6)
  })

  it('is not run again when its worker died at the last try', async () => {
    const ran = vi.fn(nothing)
    const dead = vi.fn(nothing)
    const jobs = await open([{ handler: ran, onDead: dead, maxAttempts: 1 }])
    const id = await enqueued(jobs)
    await dieWith(id, 11)
    await jobs.work()
    await stateIs(id, 'failed')
    await vi.waitFor(() => expect(dead).toHaveBeenCalledOnce(), { timeout: 15_000 })
    expect(ran).not.toHaveBeenCalled()
  })
})

describe('stop', () => {
  it('lets a running job end and takes no other', async () => {
    const gate = Promise.withResolvers<void>()
    const jobs = await working(() => gate.promise, { concurrency: 1 })
    const first = await enqueued(jobs)
    await stateIs(first, 'active')
    const second = await enqueued(jobs)
    const stopped = jobs.stop({ graceMs: 10_000 })
    gate.resolve()
    await stopped
    expect((await rowOf(first))?.state).toBe('completed')
    expect((await rowOf(second))?.state).toBe('created')
  })

  it('requeues a job that obeys its signal, without counting the attempt', async () => {
    const jobs = await working((_, { signal }) => sleep(60_000, undefined, { signal }), {
      maxAttempts: 1,
      onDead: nothing,
    })
    const [id, userId] = [uuidv7(), uuidv7()]
    await jobs.enqueue(db, { kind, id, userId, payload: { report: 8 } })
    await stateIs(id, 'active')
    await jobs.stop({ graceMs: 300 })
    const waiting = await db.query(
      `select data, retry_count as retries, retry_limit as "retryLimit", group_id as "userId"
       from pgboss.job where name = $1 and state = 'created' and start_after <= now()`,
      [kind],
    )
    expect(waiting).toEqual([{ data: { report: 8 }, retries: 0, retryLimit: 0, userId }])
    expect(await countOf(toDeadLetterKind(kind))).toBe(0)
  })

  it('returns a job that does not heed its signal, as a failed try', async () => {
    const gate = Promise.withResolvers<void>()
    const jobs = await working(() => gate.promise)
    const id = await enqueued(jobs)
    await stateIs(id, 'active')
    await jobs.stop({ graceMs: 50 })
    expect(await rowOf(id)).toMatchObject({ state: 'retry', retries: 0 })
    gate.resolve()
  })
})
