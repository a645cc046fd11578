import { buildApp } from '#server/app.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createMetrics } from '#server/metrics.ts'
import { createAuth } from '#server/modules/auth/auth-service.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { registerPaymentRoutes } from '#server/modules/payments/payment-routes.ts'
import { createReconciler } from '#server/modules/payments/reconcile/reconciler.ts'
import { LONE_RECONCILER } from '#tests/support/lone-reconciler.ts'
import { withoutTransactions } from './forgetful-node.ts'
import { openTools, testAnalysis, testJobs } from './paid-tools.ts'
import { APP_CONFIG, PUBLIC_CONFIG } from './public-config.ts'

export type MortalSettings = {
  databaseUrl: string
  rpcUrl: string
  receiver: string
  jwtSecret: string
  origin: string
}

/**
 * `die` ends the server after so many steps: every statement, every end of a transaction and every answer of the chain is
 * one. `forget` makes its node know nothing of some transactions.
 */
export type MortalOrder =
  | { kind: 'die'; afterSteps: number }
  | { kind: 'reconcile' }
  | { kind: 'clock'; offsetMs: number }
  | { kind: 'forget'; signatures: readonly string[] }

export type MortalApp = {
  /** `http://127.0.0.1:port` */
  url: string
  jobs: Jobs
  obey(order: MortalOrder): Promise<unknown>
  /** Ends its calls without an answer. */
  cut(): void
}

const never = new Promise<never>(() => undefined)

type Step = <T>(work: () => Promise<T>) => Promise<T>

/** Counts steps, and calls `die` at the last one. That one and all after it never end. */
function countSteps(die: () => void): { step: Step; dieAfter(steps: number): void } {
  let left = Number.POSITIVE_INFINITY
  return {
    async step(work) {
      if (left <= 0) return never
      const result = await work()
      left -= 1
      if (left === 0) die()
      return left > 0 ? result : never
    },
    dieAfter(steps) {
      left = steps
    },
  }
}

const onSteps = (db: Database, step: Step): Database => ({
  url: db.url,
  query: (text, params) => step(() => db.query(text, params)),
  transaction: (work) =>
    step(() =>
      db.transaction((tx) => work({ query: (text, params) => step(() => tx.query(text, params)) })),
    ),
  slowReads: db.slowReads,
  connections: () => db.connections(),
  close: () => db.close(),
})

/** Opens a server that calls `die` at the step it was ordered to, and does nothing more from then on. */
export async function openMortalApp(
  { databaseUrl, rpcUrl, receiver, jwtSecret, origin }: MortalSettings,
  { die, jobs: openedJobs }: { die: () => void; jobs?: Jobs },
): Promise<MortalApp> {
  let clockOffsetMs = 0
  let forgotten: ReadonlySet<string> = new Set()
  const { step, dieAfter } = countSteps(die)
  const db = await openDatabase({ url: databaseUrl, poolSize: 4 })
  const mortal = onSteps(db, step)
  const askNode = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init)
    const text = await response.text()
    const request = typeof init?.body === 'string' ? init.body : ''
    const known = response.ok ? withoutTransactions(request, text, forgotten) : text
    return new Response(known, { status: response.status })
  }
  const rpc = createSolanaRpc({
    url: rpcUrl,
    timeoutMs: 4_000,
    fetch: (input, init) => step(() => askNode(input, init)),
  })
  const ledger = createLedger(mortal)
  const network = 'localnet'
  const payments = {
    db: mortal,
    ledger,
    rpc,
    receiver,
    network,
    now: () => Date.now() + clockOffsetMs,
    limits: { minPaymentLamports: 10_000_000n, maxPaymentLamports: 1_000_000_000_000n },
    dustBelowLamports: 0n,
  }
  const reconciler = createReconciler({ ...payments, ...LONE_RECONCILER })

  const jobs = openedJobs ?? testJobs(db)
  const tools = openTools([testAnalysis({ rpc })], { db: mortal, ledger, jobs })
  if (openedJobs === undefined) await jobs.open(tools.jobs)

  const app = await buildApp({
    config: APP_CONFIG,
    publicOrigin: origin,
    version: { version: 'test', commit: null },
    metrics: createMetrics(),
    db: mortal,
    rpc,
    // Signing in is not what dies here.
    auth: createAuth({
      db,
      ledger: createLedger(db),
      appName: 'SolDesk',
      network,
      publicOrigin: origin,
      jwtSecrets: [jwtSecret],
      welcomePoints: 0,
      maxWelcomesPerDay: null,
    }),
    publicConfig: { ...PUBLIC_CONFIG, network, receiver },
    siteRoot: null,
    storageDir: null,
    modules: [(instance) => registerPaymentRoutes(instance, payments), tools.routes],
  })

  return {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    jobs,
    async obey(order) {
      switch (order.kind) {
        case 'die':
          dieAfter(order.afterSteps)
          return true
        case 'clock':
          clockOffsetMs = order.offsetMs
          return true
        case 'forget':
          forgotten = new Set(order.signatures)
          return true
        case 'reconcile':
          return reconciler.runOnce()
      }
    },
    cut() {
      app.server.close()
      app.server.closeAllConnections()
    },
  }
}
