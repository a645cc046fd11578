import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { OpenPaidTools } from '#server/modules/runs/paid-tool.ts'
import { echoTool } from '#tests/server/modules/runs/echo-tool.ts'
import { openTools, testJobs } from './paid-tools.ts'
import { testServer, type SignedIn } from './server.ts'

const POINT = 10_000_000n
const PRICE = 2n
const WORKER = fileURLToPath(new URL('./mortal-worker.ts', import.meta.url))
const ENDED = new Set(['done', 'failed', 'cancelled'])
const MAX_WAIT_MS = 60_000

type Run = { id: string; status: string; text: string }

/** Result of one round: a run whose worker died after `steps` statements, unless it ended before. */
export type Round = { wasKilled: boolean; status: string; text: string; points: bigint }

/** A server with the echo tool whose runs are worked on by processes that die. */
export async function workerKills(own?: Database) {
  let jobs: Jobs | undefined
  let tools: OpenPaidTools | undefined
  const server = await testServer({
    ...(own === undefined ? {} : { db: own }),
    modules: (parts) => {
      jobs = testJobs(parts.db)
      tools = openTools([echoTool], { ...parts, jobs })
      return [tools.routes]
    },
  })
  // It only enqueues.
  await jobs?.open(tools?.jobs ?? [])
  const { db, ledger } = server

  async function payer(): Promise<SignedIn> {
    const user = await server.signIn()
    const { userId } = user
    await server.grant(userId, 10n * POINT)
    return user
  }

  const read = async (user: SignedIn, id: string) =>
    (await user.call<{ data: Run }>('GET', `/echo/${id}`)).body.data

  async function ended(user: SignedIn, id: string): Promise<Run> {
    for (let waited = 0; waited < MAX_WAIT_MS; waited += 50) {
      const run = await read(user, id)
      if (ENDED.has(run.status)) return run
      // As if the dead worker had been silent for long.
      await db.query(
        `update pgboss.job set heartbeat_on = now() - interval '11 seconds'
         where state = 'active' and data ->> 'runId' = $1`,
        [id],
      )
      await sleep(50)
    }
    throw new Error(`the run ${id} did not end`)
  }

  return {
    ledger,
    /** Starts a run, lets a worker die over it, and lets another one end it. */
    async round(steps: number, text = 'one two three'): Promise<Round> {
      const user = await payer()
      const started = await user.call<{ data: Run }>('POST', '/echo', { body: { text } })
      const { id } = started.body.data
      const child = spawn(process.execPath, [WORKER, db.url, String(steps)], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const gone = once(child, 'exit').then(() => true)
      while (!(await Promise.race([gone, sleep(50, false)]))) {
        const { status } = await read(user, id)
        if (ENDED.has(status)) break
      }
      const wasKilled = child.signalCode === 'SIGKILL'
      if (!wasKilled) {
        child.kill('SIGKILL')
        await gone
      }
      const survivor = testJobs(db)
      await survivor.open(openTools([echoTool], { db, ledger, jobs: survivor }).jobs)
      await survivor.work()
      try {
        const run = await ended(user, id)
        const points = (await ledger.getBalance(user.userId)) / POINT
        return { wasKilled, status: run.status, text: run.text, points }
      } finally {
        await survivor.stop({ graceMs: 0 })
      }
    },
    /** Points that a round must leave. */
    pointsAfter: (status: string) => (status === 'done' ? 10n - PRICE : 10n),
    async close() {
      await jobs?.stop({ graceMs: 0 })
      await server.close()
    },
  }
}
