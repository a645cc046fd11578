import { enableCompileCache } from 'node:module'

/**
 * A server process that kills itself (SIGKILL) after so many steps: every statement, every end of a transaction and every
 * answer of the chain is one. Without HTTP it goes through one round of the reconciler instead.
 */
type Settings = {
  databaseUrl: string
  rpcUrl: string
  receiver: string
  jwtSecret: string
  origin: string
  dieAfter: number
  /** Added to the wall clock. */
  clockOffsetMs: number
  role: 'serve' | 'reconcile'
}

enableCompileCache()
const { buildApp } = await import('#server/app.ts')
const { createSolanaRpc } = await import('#server/clients/solana-rpc.ts')
const { openDatabase } = await import('#server/db/database.ts')
const { registerAnalysisRoutes } = await import('#server/modules/analysis/analysis-routes.ts')
const { createAuth } = await import('#server/modules/auth/auth-service.ts')
const { createLedger } = await import('#server/modules/ledger/ledger-service.ts')
const { registerPaymentRoutes } = await import('#server/modules/payments/payment-routes.ts')
const { createReconciler } = await import('#server/modules/payments/reconciler.ts')

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings
const { databaseUrl, rpcUrl, receiver, jwtSecret, origin, dieAfter, clockOffsetMs } = settings

let taken = 0
async function step<T>(work: () => Promise<T>): Promise<T> {
  const result = await work()
  taken += 1
  if (taken < dieAfter) return result
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => undefined)
}

const db = await openDatabase({ url: databaseUrl, poolSize: 3 })
const mortal: typeof db = {
  query: (text, params) => step(() => db.query(text, params)),
  transaction: (work) =>
    step(() =>
      db.transaction((tx) => work({ query: (text, params) => step(() => tx.query(text, params)) })),
    ),
  close: () => db.close(),
}
const rpc = createSolanaRpc({
  url: rpcUrl,
  timeoutMs: 4_000,
  fetch: (input, init) => step(() => fetch(input, init)),
})
const ledger = createLedger(mortal)
const network = 'localnet'
const clock = () => Date.now() + clockOffsetMs
const limits = { minPaymentLamports: 10_000_000n, maxPaymentLamports: 1_000_000_000_000n }
const payments = { db: mortal, ledger, rpc, receiver, network, clock, limits }

if (settings.role === 'reconcile') {
  await createReconciler(payments).runOnce()
  await db.close()
} else {
  const app = await buildApp({
    config: { publicOrigin: null, trustProxy: [] },
    publicOrigin: origin,
    db: mortal,
    rpc,
    auth: createAuth({
      db,
      ledger: createLedger(db),
      appName: 'SolDesk',
      network,
      publicOrigin: origin,
      jwtSecrets: [jwtSecret],
      welcomePoints: 0,
    }),
    publicConfig: {
      name: 'SolDesk',
      network,
      rpc: '/rpc',
      receiver,
      point_lamports: 10_000_000,
      product_token: null,
      demo: null,
      model: null,
      limits: {
        min_payment_lamports: 10_000_000,
        max_payment_lamports: 1_000_000_000_000,
        page_limit: 100,
        wallet_finder_max_mints: 10,
      },
    },
    siteRoot: null,
    modules: [
      (instance) => registerPaymentRoutes(instance, payments),
      (instance) => registerAnalysisRoutes(instance, { db: mortal, ledger, rpc }),
    ],
  })
  taken = 0
  process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
}
