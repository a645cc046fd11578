import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { Database } from '#server/db/database.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { definePaidTool, openPaidTools } from '#server/modules/runs/paid-tool.ts'
import { saveProgress } from '#server/modules/runs/run-repository.ts'
import type { RunShape } from '#server/modules/runs/run.ts'
import type { Runs } from '#server/modules/runs/runs.ts'
import { createLimits, quantile } from '#bench/support/figures.ts'
import { withDatabase } from '#bench/support/server.ts'

/**
 * Live views: 1, 100 and 1,000 followers of one process, each of a run of its own or all of the same one. Queries per
 * second and processor time while nothing happens, and the time from the write of an event until a follower has it.
 */

const FOLLOWERS = [1, 100, 1_000]
const QUIET_MS = 3_000
const ROUNDS = 10
/** Runs that get an event in a round. */
const WRITTEN = 10
const MAX_QUERIES_PER_SECOND = 8
const MAX_MEDIAN_MS = 150

const KIND = 'bench'
const event = { type: 'stage' }

export const run = (): Promise<void> =>
  withDatabase(async (db) => {
    const limits = createLimits()
    const rows: Record<string, object> = {}
    for (const count of FOLLOWERS) {
      for (const runCount of new Set([count, 1])) {
        const figures = await measure(db, count, runCount)
        const name = `${count} followers of ${runCount} runs`
        rows[name] = figures
        limits.expectAtMost(`${name}, queries/s`, figures.queriesPerSecond, MAX_QUERIES_PER_SECOND)
        limits.expectAtMost(`${name}, median ms to an event`, figures.eventP50Ms, MAX_MEDIAN_MS)
      }
    }
    console.table(rows)
    limits.end()
  })

async function measure(db: Database, followers: number, runCount: number) {
  let queries = 0
  const counting: Database = {
    ...db,
    query: (...given) => {
      queries += 1
      return db.query(...given)
    },
  }
  const runs = openRuns(counting)
  const userId = randomUUID()
  const ids = await insertRuns(db, userId, runCount)
  const written = ids.slice(0, WRITTEN)
  const left = new AbortController()
  const received = { count: 0 }
  let writtenAtMs: number | null = null
  const latencies: number[] = []
  const read = async (nth: number) => {
    const id = ids[nth % runCount] ?? ''
    for await (const _ of await runs.follow(userId, id, 0, left.signal)) {
      received.count += 1
      if (writtenAtMs !== null) latencies.push(performance.now() - writtenAtMs)
    }
  }
  const reading = Promise.all(Array.from({ length: followers }, (_, nth) => read(nth)))
  const allHave = async (count: number) => {
    while (received.count < count) await sleep(1)
  }
  await allHave(followers)
  await sleep(300)

  queries = 0
  const cpu = process.cpuUsage()
  await sleep(QUIET_MS)
  const { user, system } = process.cpuUsage(cpu)
  const queriesPerSecond = (queries * 1_000) / QUIET_MS

  for (let round = 1; round <= ROUNDS; round += 1) {
    // The next event happens at any moment between two polls.
    await sleep(37 * round)
    writtenAtMs = performance.now()
    await Promise.all(written.map((id) => saveProgress(db, id, { progress: {}, events: [event] })))
    await allHave(followers + round * written.length * (followers / runCount))
  }
  left.abort()
  await reading
  return {
    queriesPerSecond: Number(queriesPerSecond.toFixed(1)),
    cpuPercent: Number(((user + system) / QUIET_MS / 10).toFixed(1)),
    eventP50Ms: Math.round(quantile(latencies, 0.5)),
    eventMaxMs: Math.round(Math.max(...latencies)),
  }
}

function openRuns(db: Database): Runs {
  let opened: Runs | undefined
  const tool = definePaidTool<RunShape>({
    kind: KIND,
    points: 1,
    concurrency: 1,
    words: { run: 'run', work: 'work' },
    ids: (id) => ({ bench_id: id }),
    describe: () => ({ title: '', about: '', path: '' }),
    queuedEvent: () => event,
    endEvent: ({ status }) => ({ type: status }),
    deadlineMs: 1_000,
    progress: { everyMs: 0, isLatestOnly: false },
    work: async () => null,
    open: (runs) => {
      opened = runs
      return { routes: () => undefined, chat: null }
    },
  })
  const jobs = { enqueue: async () => undefined, wake: () => undefined }
  openPaidTools([tool], { db, ledger: createLedger(db), caps: DEFAULT_LIMITS, jobs })
  if (opened === undefined) throw new Error('The tool was not opened')
  return opened
}

/** Inserts running runs with one event each. */
async function insertRuns(db: Database, userId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7())
  await db.query(
    `with run as (
       insert into paid_run (id, kind, user_id, transfer_id, input, status)
       select id, $2, $3, gen_random_uuid(), '{}', 'running' from unnest($1::uuid[]) id returning id)
     insert into run_event (run_id, seq, event) select id, 1, $4::jsonb from run`,
    [ids, KIND, userId, JSON.stringify(event)],
  )
  return ids
}
