import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PublicConfig } from '#contract/system.ts'
import { LAMPORTS_PER_POINT } from '#contract/money.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { DataDirClaim } from './data-dir.ts'
import { choosePort } from './free-port.ts'
import { createWorker } from './jobs/worker.ts'
import { analysisJobHandlers } from './modules/analysis/analysis-jobs.ts'
import { registerAnalysisRoutes } from './modules/analysis/analysis-routes.ts'
import { createAuth } from './modules/auth/auth-service.ts'
import { createLedger } from './modules/ledger/ledger-service.ts'
import { registerPaymentRoutes } from './modules/payments/payment-routes.ts'
import { createReconciler } from './modules/payments/reconciler.ts'
import { openChain, type Chain } from './open-chain.ts'
import { openToken, type OpenedToken } from './open-token.ts'
import { publicOrigin } from './origin.ts'
import { registerRpcProxy } from './plugins/rpc-proxy.ts'
import { loadSecrets } from './secrets.ts'
import { openStorage } from './storage.ts'
import { banner, makeDemoUser } from './welcome.ts'

/** `worker` only works on jobs; it serves no one. */
export type Role = 'all' | 'worker'

type Running = { stop(): Promise<void> }

/** Sanity limit of one order: 1,000 SOL. */
const MAX_PAYMENT_LAMPORTS = 1_000_000_000_000n
/** Calls to the chain that one address may make through /rpc. */
const RPC_RATE = { calls: 600, windowSeconds: 60 }
const MAX_PAGE = 100
const MAX_FINDER_MINTS = 10

/** Starts everything the configuration asks for, prints where things are, and gives what stops it again. */
export const startServer = async (
  config: Config,
  role: Role,
  claim: DataDirClaim,
): Promise<Running> => {
  const startedAt = performance.now()
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of undo.splice(0).toReversed()) await end()
  }
  /** Opens a part and remembers how it ends; parts end in the opposite order. */
  const open = async <Part>(opening: Promise<Part>, end: (part: Part) => Promise<unknown>) => {
    const part = await opening
    undo.push(() => end(part))
    return part
  }
  try {
    const port = role === 'all' ? await choosePort(config.host, config.port) : 0
    const secrets = loadSecrets(config.dataDir)
    const opened = await Promise.allSettled([
      open(openStorage(config), (storage) => storage.close()),
      open(openChain(config, secrets), (chain) => chain.stop()),
    ])
    const [storage, chain] = [valueOf(opened[0]), valueOf(opened[1])]
    const { db } = storage
    const { rpc, receiver, network } = chain
    const onError = (error: unknown) => process.stderr.write(`${String(error)}\n`)
    const ledger = createLedger(db)
    const origin = publicOrigin(config, port)
    const auth = createAuth({
      db,
      ledger,
      appName: config.appName,
      network,
      publicOrigin: origin,
      jwtSecrets: config.jwtSecrets.length > 0 ? config.jwtSecrets : [secrets.jwtSecret],
      welcomePoints: config.welcomePoints,
    })
    const limits = {
      minPaymentLamports: LAMPORTS_PER_POINT,
      maxPaymentLamports: MAX_PAYMENT_LAMPORTS,
    }
    const token = await openToken(config, chain, secrets)
    const payments = {
      ...{ db, ledger, rpc, receiver, network, limits },
      clock: Date.now,
      token: token?.payment ?? null,
    }

    const worker = createWorker({ db, ...analysisJobHandlers({ db, ledger, rpc }), onError })
    worker.start()
    undo.push(() => worker.stop({ graceMs: 500 }))
    const reconciler = createReconciler({ ...payments, onError })
    reconciler.start()
    undo.push(() => reconciler.stop())
    if (role === 'worker') {
      process.stdout.write('Working on jobs. Press Ctrl-C to stop.\n')
      return { stop }
    }

    const demoUser = chain.isEmbedded ? await makeDemoUser(db, auth.accounts) : null
    const app = await buildApp({
      config,
      publicOrigin: origin,
      db,
      rpc,
      auth,
      publicConfig: publicConfigOf(config, chain, token),
      siteRoot: siteRoot(),
      logger: { level: 'warn' },
      modules: [
        (instance) => registerPaymentRoutes(instance, payments),
        (instance) =>
          registerAnalysisRoutes(instance, { db, ledger, rpc, onEnqueued: () => worker.wake() }),
        (instance) =>
          registerRpcProxy(instance, {
            httpUrl: chain.rpcUrl,
            wsUrl: chain.wsUrl,
            allowAirdrop: network === 'localnet',
            rateLimit: RPC_RATE,
            allowedOrigin: config.publicOrigin,
          }),
      ],
    })
    await app.listen({ host: config.host, port })
    undo.push(() => app.close())
    const url = publicOrigin({ ...config, publicOrigin: null }, port)
    claim.announce({ url, databaseUrl: storage.ownerUrl, rpcUrl: chain.rpcUrl })
    process.stdout.write(
      banner({
        config,
        url,
        rpcUrl: chain.rpcUrl,
        isEmbeddedDatabase: storage.isEmbedded,
        isEmbeddedChain: chain.isEmbedded,
        demoUser,
        readyMs: performance.now() - startedAt,
      }),
    )
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const valueOf = <Value>(outcome: PromiseSettledResult<Value>): Value => {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** The built browser side; absent while Vite serves it. */
const siteRoot = (): string | null => {
  const dist = path.resolve(import.meta.dirname, '../dist')
  return existsSync(path.join(dist, 'index.html')) ? dist : null
}

const publicConfigOf = (config: Config, chain: Chain, token: OpenedToken | null): PublicConfig => ({
  name: config.appName,
  network: chain.network,
  rpc: '/rpc',
  receiver: chain.receiver,
  point_lamports: Number(LAMPORTS_PER_POINT),
  product_token: token?.facts ?? null,
  demo: chain.demoMint === null ? null : { contract_address: chain.demoMint },
  model: config.llm?.model ?? null,
  limits: {
    min_payment_lamports: Number(LAMPORTS_PER_POINT),
    max_payment_lamports: Number(MAX_PAYMENT_LAMPORTS),
    page_limit: MAX_PAGE,
    wallet_finder_max_mints: MAX_FINDER_MINTS,
  },
})
