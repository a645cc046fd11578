import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { createLedger, type Ledger } from '#server/modules/ledger/ledger-service.ts'
import { openTools, testAnalysis, testJobs } from '#tests/support/paid-tools.ts'
import { testResearch } from '#tests/support/research-tool.ts'
import { measureLoad, summarize, type LoadResult } from '#bench/support/http-load.ts'
import { serveApp, withDatabase } from '#bench/support/server.ts'

/**
 * Paid calls per second over HTTP: `POST /analysis/ca`, which asks a node about the token first, and `POST /research`.
 * Each charges, inserts the run with its first event and enqueues its job in one transaction. 64 clients wait for their
 * answer before they ask again, over 64 users and on one. The floor is the charge alone, in this process and without
 * HTTP. Fsync, full-page writes and checksums are on. Clients, server, node and database share the machine's cores.
 */

const CLIENTS = 64
const POOL_SIZE = 16
const ROUNDS = 3
const ROUND_MS = 2_500
const WARM_UP_MS = 500
const LAMPORTS = 1_000_000_000_000n
const BUDGET = { spreadPerSecond: 800, onePerSecond: 300, p99Ms: 250 }
const FLOOR = 'charge alone'
const MINT = 'So11111111111111111111111111111111111111112'

const CALLS = [
  { name: 'POST /analysis/ca', path: '/api/analysis/ca', body: { contract_address: MINT } },
  { name: 'POST /research', path: '/api/research', body: { query: 'What is new on Solana?' } },
]

export async function run(): Promise<void> {
  const { rows, drift } = await measure()
  console.table(rows)
  const { spreadPerSecond, onePerSecond, p99Ms } = BUDGET
  console.log(`${drift} violated invariants of the ledger`)
  console.log(
    `budget: ${spreadPerSecond}/s over many users, ${onePerSecond}/s on one, p99 ${p99Ms} ms`,
  )
  const isMissed = Object.entries(rows).some(
    ([name, row]) =>
      (!name.startsWith(FLOOR) &&
        row.requestsPerSecond < (name.endsWith('one user') ? onePerSecond : spreadPerSecond)) ||
      row.p99Ms > p99Ms,
  )
  if (isMissed || drift > 0) throw new Error('charges: budget missed')
}

async function measure() {
  return withDatabase(
    async (db) => {
      const ledger = createLedger(db)
      const node = await startNode()
      const stopWorker = finishRuns(db)
      const rpc = createSolanaRpc({ url: node.url, timeoutMs: 5_000 })
      const caps = { ...DEFAULT_LIMITS, runningJobs: 1_000_000 }
      const jobs = testJobs(db)
      const tools = openTools([testAnalysis({ rpc }), testResearch()], { db, ledger, caps, jobs })
      await jobs.open(tools.jobs)
      const server = await serveApp(db, [tools.routes])
      const port = Number(new URL(server.url).port)
      const signUp = async (username: string) => {
        const { userId, accessToken } = await server.signUp(username)
        const grant = { userId, lamports: LAMPORTS, idempotencyKey: 'grant' }
        await ledger.credit(db, { ...grant, kind: 'grant' })
        return { userId, accessToken }
      }
      const taken = new Map<string, LoadResult[]>()
      const keep = (name: string, result: LoadResult) =>
        taken.set(name, [...(taken.get(name) ?? []), result])
      try {
        const many = await Promise.all(
          Array.from({ length: CLIENTS }, (_, index) => signUp(`client-${index}`)),
        )
        for (let round = -1; round < ROUNDS; round += 1) {
          const one = await signUp(`one-${round}`)
          const cases = { 'many users': many, 'one user': Array(CLIENTS).fill(one) as typeof many }
          const ms = round < 0 ? WARM_UP_MS : ROUND_MS
          for (const [users, clients] of Object.entries(cases)) {
            const charge = chargeAlone(ledger)
            const ids = clients.map(({ userId }) => userId)
            const floor = await loadDirectly(charge, ids, ms)
            if (round >= 0) keep(`${FLOOR}, ${users}`, floor)
            const tokens = clients.map(({ accessToken }) => accessToken)
            for (const { name, path: callPath, body } of CALLS) {
              const request = { port, path: callPath, body: JSON.stringify(body), ms, tokens }
              const result = await measureLoad(request)
              if (round >= 0) keep(`${name}, ${users}`, result)
            }
          }
        }
        const rows = Object.fromEntries([...taken].map(([name, all]) => [name, median(all)]))
        return { rows, drift: (await ledger.check()).length }
      } finally {
        await stopWorker()
        await jobs.stop({ graceMs: 0 })
        await server.close()
        node.stop()
      }
    },
    { poolSize: POOL_SIZE },
  )
}

const chargeAlone = (ledger: Ledger) => async (userId: string) => {
  const result = await ledger.charge({
    userId,
    lamports: 1n,
    idempotencyKey: randomUUID(),
    requestHash: 'bench',
    consumption: { type: 'CA_ANALYSIS' },
  })
  if (!result.ok) throw new Error(result.reason)
}

async function loadDirectly(
  work: (userId: string) => Promise<void>,
  users: readonly string[],
  ms: number,
): Promise<LoadResult> {
  const latencies: number[] = []
  const endsAt = performance.now() + ms
  await Promise.all(
    users.map(async (userId) => {
      while (performance.now() < endsAt) {
        const startedAt = performance.now()
        await work(userId)
        latencies.push(performance.now() - startedAt)
      }
    }),
  )
  return summarize(latencies, ms)
}

async function startNode(): Promise<{ url: string; stop(): void }> {
  const file = path.join(import.meta.dirname, 'mint-node.ts')
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: line.toString().trim(), stop: () => void child.kill() }
}

function finishRuns(db: Database): () => Promise<void> {
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await db.query(
        `update paid_run set status = 'done', body = '{}', finished_at = now() where status = 'queued'`,
      )
      await sleep(200, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const ended = loop()
  return async () => {
    stopping.abort()
    await ended
  }
}

function median(results: LoadResult[]): LoadResult {
  const sorted = results.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
