import { Keypair } from '@solana/web3.js'
import { afterAll, expect, it, vi } from 'vitest'
import { openJobs, startJobs, startReconciler } from '#server/boot/background.ts'
import { createLlm } from '#server/clients/llm/llm.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { PURGE_JOB } from '#server/jobs/retention.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { createLogger } from '#server/lib/logger.ts'
import { createMetrics } from '#server/metrics.ts'
import { openTools, testAnalysis, testJobs } from '#tests/support/paid-tools.ts'
import { testResearch } from '#tests/support/research-tool.ts'
import { AppError } from '#server/errors.ts'
import { testChain } from '#tests/support/chain.ts'
import { scriptedLlm } from '#tests/support/scripted-llm.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testServer } from '#tests/support/server.ts'

const metrics = createMetrics()
const [database, chain] = await Promise.all([testDatabase(), testChain()])
const { db } = database
metrics.watchDatabase(db, { general: db })
const server = await testServer({
  db,
  metrics,
  modules: () => [
    (app) => {
      app.get('/poor', () => {
        throw new AppError('INSUFFICIENT_BALANCE', 'Too little')
      })
      app.get('/busy', () => {
        throw new AppError('RATE_LIMITED', 'Too often')
      })
    },
  ],
})
afterAll(async () => {
  await server.close()
  await database.drop()
  await chain.stop()
})

async function scrape(): Promise<string> {
  const answer = await fetch(`${server.url}/metrics`)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of a series with exactly these labels; undefined when there is none. */
async function valueOf(series: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

it('counts jobs that wait by kind, and how long the oldest due one has waited', async () => {
  const { db } = database
  const jobs = testJobs(db)
  const handler = async () => undefined
  await jobs.open([{ kind: 'idle', handler, concurrency: 1, maxAttempts: 1 }])
  const [due, later] = [uuidv7(), uuidv7()]
  for (const id of [due, later]) await jobs.enqueue(db, { kind: 'idle', id, payload: {} })
  await jobs.stop({ graceMs: 0 })
  await db.query(
    `update pgboss.job set start_after = now() + case id when $1 then -1 else 40 end * interval '90 seconds'
     where name = 'idle'`,
    [due],
  )
  expect(await valueOf('soldesk_jobs{kind="idle",state="ready"}')).toBe(2)
  expect(await valueOf('soldesk_jobs{kind="idle",state="running"}')).toBe(0)
  const waited = await valueOf('soldesk_oldest_due_job_seconds{kind="idle"}')
  expect(waited).toBeGreaterThanOrEqual(90)
  await db.query(`delete from pgboss.job where name = 'idle'`)
  expect(await valueOf('soldesk_jobs{kind="idle",state="ready"}')).toBe(0)
})

it('counts job outcomes by kind, rounds of the reconciler and calls to the node', async () => {
  const { db } = database
  const { ledger } = server
  const rpc = createSolanaRpc({ url: chain.rpcUrl, timeoutMs: 3_000, onCall: metrics.countRpcCall })
  const { jobs: kinds } = openTools([testAnalysis({ rpc }), testResearch()], { db, ledger })
  const logger = createLogger()
  const jobs = openJobs({ db, backend: 'postgres', logger, metrics })
  const running = new AsyncDisposableStack()
  const before = (await valueOf('soldesk_reconciler_lag_seconds')) ?? 0
  try {
    await startJobs(
      { db, ledger, jobs, kinds, retentionDays: {}, logger, tracing: null, metrics },
      running,
    )
    const receiver = Keypair.generate().publicKey.toBase58()
    const payments = { db, ledger, rpc, receiver, network: 'localnet', now: Date.now }
    startReconciler(
      { ...payments, dustBelowLamports: 0n, token: null, idleRoundMs: 5_000, logger, metrics },
      running,
    )
    await jobs.enqueue(db, { kind: PURGE_JOB, payload: { rule: 'no such rule' } })
    await vi.waitFor(
      async () => {
        const text = await scrape()
        expect(text).toMatch(/soldesk_job_outcomes_total\{kind="[a-z_-]+",outcome="\w+"\} [1-9]/)
        expect(text).toMatch(/soldesk_rpc_calls_total\{group="blocks",outcome="ok"\} [1-9]/)
        expect(await valueOf('soldesk_reconciler_lag_seconds')).toBeLessThan(before)
      },
      { timeout: 20_000, interval: 200 },
    )
    expect(await valueOf('soldesk_reconciler_failed_items_total')).toBe(0)
  } finally {
    await running.disposeAsync()
  }
})

it('counts calls that the node does not answer', async () => {
  const rpc = createSolanaRpc({
    url: 'http://127.0.0.1:9',
    timeoutMs: 500,
    onCall: metrics.countRpcCall,
  })
  await expect(rpc.getBalance('a')).rejects.toThrow()
  await expect(rpc.call('somethingElse')).rejects.toThrow()
  expect(await valueOf('soldesk_rpc_calls_total{group="accounts",outcome="error"}')).toBe(1)
  expect(await valueOf('soldesk_rpc_calls_total{group="other",outcome="error"}')).toBe(1)
})

it('counts requests to the model and the tokens that it reports', async () => {
  const endpoint = await scriptedLlm()
  const usage = { prompt_tokens: 12, completion_tokens: 3 }
  endpoint.script(
    [{ say: 'Hello' }, { finish: 'stop' }, { event: { choices: [], usage } }, 'done'],
    [{ status: 400, body: {} }],
  )
  const llm = createLlm({
    baseUrl: endpoint.url,
    apiKey: null,
    model: 'm',
    onCall: metrics.countModelCall,
  })
  const { signal } = new AbortController()
  const ask = async () => {
    const messages = [{ role: 'user', content: 'Hi' }] as const
    const conversation = { instructions: '', messages, tools: [], maxSteps: 1, signal }
    const events = []
    for await (const event of llm.converse(conversation)) events.push(event)
    return events
  }
  await ask()
  await expect(ask()).rejects.toThrow()
  await endpoint.close()
  expect(await valueOf('soldesk_model_calls_total{outcome="ok"}')).toBe(1)
  expect(await valueOf('soldesk_model_calls_total{outcome="error"}')).toBe(1)
  expect(await valueOf('soldesk_model_tokens_total{direction="prompt"}')).toBe(12)
  expect(await valueOf('soldesk_model_tokens_total{direction="completion"}')).toBe(3)
})

it('counts refusals, unmatched deposits and connections', async () => {
  await fetch(`${server.url}/poor`)
  await fetch(`${server.url}/busy`)
  await database.db.query(
    `insert into payment_receipt (id, network, signature, currency, receiver, received, slot, recorded_at, state, reason)
     values (gen_random_uuid(), 'localnet', 's', 'SOL', 'r', 1, 1, now(), 'UNMATCHED', 'a test')`,
  )
  expect(await valueOf('soldesk_refused_charges_total')).toBe(1)
  expect(await valueOf('soldesk_rate_limited_total{route="/busy"}')).toBe(1)
  expect(await valueOf('soldesk_unmatched_deposits')).toBe(1)
  expect(await valueOf('soldesk_database_connections{pool="general",state="waiting"}')).toBe(0)
  const idle = await valueOf('soldesk_database_connections{pool="general",state="idle"}')
  expect(idle).toBeGreaterThan(0)
})

it('answers with everything else while the database is away', async () => {
  const lonely = createMetrics()
  const away = { ...database.db, slowReads: { query: () => Promise.reject(new Error('away')) } }
  lonely.watchDatabase(away, {})
  const other = await testServer({ db: database.db, metrics: lonely })
  const answer = await fetch(`${other.url}/metrics`)
  const text = await answer.text()
  await other.close()
  expect(answer.status).toBe(200)
  expect(text).toContain('soldesk_reconciler_lag_seconds')
  expect(text).not.toMatch(/^soldesk_jobs\{/m)
})
