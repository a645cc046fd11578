import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { createFollowRun } from '#server/modules/runs/follow-run.ts'
import { appendEvent } from '#server/modules/runs/run-repository.ts'
import { testDatabase } from '#tests/support/database.ts'

const { db, url, ownerUrl, drop } = await testDatabase()
/** The connections of another process, which does the work. */
const worker = await openDatabase({ url, poolSize: 2 })
afterAll(async () => {
  await worker.close()
  await drop()
})

async function insertRun(): Promise<string> {
  const id = uuidv7()
  await worker.query(
    `insert into paid_run (id, kind, user_id, transfer_id, input, status)
     values ($1, 'echo', $2, $3, '{}', 'running')`,
    [id, randomUUID(), randomUUID()],
  )
  return id
}

const write = (id: string, ...types: string[]): Promise<void> =>
  worker.transaction(async (tx) => {
    for (const type of types) await appendEvent(tx, id, { type })
  })

/** Counts the statements of a process that follows. */
function createReader(fails: () => boolean = () => false) {
  let statements = 0
  const counted: Pick<Database, 'query'> = {
    query: (...given) => {
      statements += 1
      return fails() ? Promise.reject(new Error('database gone')) : db.query(...given)
    },
  }
  const follow = createFollowRun(counted)
  const read = async (id: string, { after = 0, signal = AbortSignal.timeout(30_000) } = {}) => {
    const seen: string[] = []
    for await (const { seq, event } of follow(id, after, signal)) seen.push(`${seq} ${event.type}`)
    return seen
  }
  return { follow, read, countStatements: () => statements }
}

it('reads the events of a hundred runs with one statement at a time', async () => {
  const { read, countStatements } = createReader()
  const ids = await Promise.all(Array.from({ length: 100 }, insertRun))
  const readers = ids.map((id) => read(id))
  await expect.poll(countStatements).toBeGreaterThan(100)
  const [before, startedMs] = [countStatements(), performance.now()]
  await sleep(1_000)
  const looks = Math.ceil((performance.now() - startedMs) / 150) + 1
  expect(countStatements() - before).toBeLessThanOrEqual(looks)
  await Promise.all(ids.map((id) => write(id, 'word', 'done')))
  for (const seen of await Promise.all(readers)) expect(seen).toEqual(['1 word', '2 done'])
})

it('brings a thousand readers of one run all of its events, wherever they begin', async () => {
  const { read, countStatements } = createReader()
  const id = await insertRun()
  await write(id, 'word', 'word')
  const readers = Array.from({ length: 1_000 }, (_, nth) => read(id, { after: nth % 3 }))
  await expect.poll(countStatements).toBeGreaterThan(999)
  await write(id, 'word')
  await sleep(200)
  await write(id, 'cancelled')
  const all = ['1 word', '2 word', '3 word', '4 cancelled']
  for (const [nth, seen] of (await Promise.all(readers)).entries()) {
    expect(seen).toEqual(all.slice(nth % 3))
  }
})

it('brings a slow reader everything, also more than it is given at once', async () => {
  const { follow, read } = createReader()
  const id = await insertRun()
  const fast = read(id)
  const slow: number[] = []
  const stream = follow(id, 0, AbortSignal.timeout(30_000))
  await write(id, 'word')
  slow.push((await stream.next()).value?.seq)
  await write(id, ...Array.from({ length: 1_200 }, () => 'word'), 'done')
  expect((await fast).length).toBe(1_202)
  for await (const { seq } of stream) slow.push(seq)
  expect(slow).toEqual(Array.from({ length: 1_202 }, (_, nth) => nth + 1))
})

it('ends at once for a run that ended before, also behind its last event', async () => {
  const { read } = createReader()
  const id = await insertRun()
  await write(id, 'word', 'done')
  await worker.query(`update paid_run set status = 'done', body = '' where id = $1`, [id])
  expect(await read(id)).toEqual(['1 word', '2 done'])
  expect(await read(id, { after: 2 })).toEqual([])
})

it('ends when the run is deleted', async () => {
  const { read, countStatements } = createReader()
  const id = await insertRun()
  const seen = read(id)
  await expect.poll(countStatements).toBeGreaterThan(1)
  const owner = await openDatabase({ url: ownerUrl, poolSize: 1 })
  await owner.query('delete from paid_run where id = $1', [id])
  await owner.close()
  expect(await seen).toEqual([])
})

it('stops polling after the last reader has left', async () => {
  const { read, countStatements } = createReader()
  const leaving = new AbortController()
  const seen = read(await insertRun(), { signal: leaving.signal })
  await expect.poll(countStatements).toBeGreaterThan(1)
  leaving.abort()
  expect(await seen).toEqual([])
  const before = countStatements()
  await sleep(400)
  expect(countStatements() - before).toBeLessThanOrEqual(1)
})

it('fails its readers while the database is away, and serves new ones afterwards', async () => {
  let isAway = false
  const { read, countStatements } = createReader(() => isAway)
  const id = await insertRun()
  const seen = read(id)
  await expect.poll(countStatements).toBeGreaterThan(1)
  isAway = true
  await expect(seen).rejects.toThrow('database gone')
  isAway = false
  await write(id, 'done')
  expect(await read(id)).toEqual(['1 done'])
})

it('catches up without a wait between full pages', async () => {
  const { follow, countStatements } = createReader()
  const id = await insertRun()
  await worker.query(
    `insert into run_event (run_id, seq, event)
     select $1, seq, '{"type":"word"}' from generate_series(1, 12500) seq`,
    [id],
  )
  await write(id, 'done')
  const leaving = new AbortController()
  const stream = follow(id, 0, leaving.signal)
  await stream.next()
  const startedMs = performance.now()
  let last = ''
  for await (const { event } of stream) last = event.type
  expect(last).toBe('done')
  expect(countStatements()).toBe(26)
  expect(performance.now() - startedMs).toBeLessThan(3_000)
})
