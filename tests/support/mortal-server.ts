import { enableCompileCache } from 'node:module'
import { createInterface } from 'node:readline'

/**
 * A server process that takes orders from its standard input, a line of JSON each, and answers each with one: to kill
 * itself (SIGKILL) after so many steps (every statement, every end of a transaction and every answer of the chain is one),
 * to go through a round of the reconciler, to shift its clock, or to know nothing of some transactions.
 */
export type MortalSettings = {
  databaseUrl: string
  rpcUrl: string
  receiver: string
  jwtSecret: string
  origin: string
}

export type MortalOrder =
  | { kind: 'die'; afterSteps: number }
  | { kind: 'reconcile' }
  | { kind: 'clock'; offsetMs: number }
  | { kind: 'forget'; signatures: readonly string[] }

enableCompileCache()
const { buildApp } = await import('#server/app.ts')
const { createSolanaRpc } = await import('#server/clients/solana-rpc/solana-rpc.ts')
const { openDatabase } = await import('#server/db/database.ts')
const { createAuth } = await import('#server/modules/auth/auth-service.ts')
const { createLedger } = await import('#server/modules/ledger/ledger-service.ts')
const { registerPaymentRoutes } = await import('#server/modules/payments/payment-routes.ts')
const { createMetrics } = await import('#server/metrics.ts')
const { createReconciler } = await import('#server/modules/payments/reconcile/reconciler.ts')
const { openTools, testAnalysis, testJobs } = await import('./paid-tools.ts')
const { withoutTransactions } = await import('./forgetful-node.ts')
const { APP_CONFIG, PUBLIC_CONFIG } = await import('./public-config.ts')

const settings = JSON.parse(process.argv[2] ?? '{}') as MortalSettings
const { databaseUrl, rpcUrl, receiver, jwtSecret, origin } = settings

let stepsLeft = Number.POSITIVE_INFINITY
let clockOffsetMs = 0
let forgotten: ReadonlySet<string> = new Set()

async function step<T>(work: () => Promise<T>): Promise<T> {
  const result = await work()
  stepsLeft -= 1
  if (stepsLeft > 0) return result
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => undefined)
}

const db = await openDatabase({ url: databaseUrl, poolSize: 4 })
const mortal: typeof db = {
  url: db.url,
  query: (text, params) => step(() => db.query(text, params)),
  transaction: (work) =>
    step(() =>
      db.transaction((tx) => work({ query: (text, params) => step(() => tx.query(text, params)) })),
    ),
  slowReads: db.slowReads,
  connections: () => db.connections(),
  close: () => db.close(),
}

async function askNode(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
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
const clock = () => Date.now() + clockOffsetMs
const limits = { minPaymentLamports: 10_000_000n, maxPaymentLamports: 1_000_000_000_000n }
const payments = {
  db: mortal,
  ledger,
  rpc,
  receiver,
  network,
  clock,
  limits,
  dustBelowLamports: 0n,
}
const reconciler = createReconciler(payments)

const jobs = testJobs(db)
const tools = openTools([testAnalysis({ rpc })], { db: mortal, ledger, jobs })
await jobs.open(tools.jobs)

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

async function obey(order: MortalOrder): Promise<unknown> {
  switch (order.kind) {
    case 'die':
      stepsLeft = order.afterSteps
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
}

const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
const orders = createInterface({ input: process.stdin })
orders.on('line', (line) => {
  void obey(JSON.parse(line) as MortalOrder).then(say, (error: unknown) =>
    say({ error: String(error) }),
  )
})
// Its parent process is gone.
orders.on('close', () => process.exit(0))
say(await app.listen({ port: 0, host: '127.0.0.1' }))
