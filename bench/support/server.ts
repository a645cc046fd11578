import { DEFAULT_LIMITS } from '#contract/endpoint/limits.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp, type AppDependencies } from '#server/app.ts'
import { createSolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { installJobs } from '#server/jobs/install-jobs.ts'
import { createAuth } from '#server/modules/auth/auth-service.ts'
import { createMetrics } from '#server/metrics.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { APP_CONFIG, PUBLIC_CONFIG } from '#tests/support/public-config.ts'

export const BENCH_ORIGIN = 'http://127.0.0.1:3000'
export const BENCH_SECRET = 'a secret of the bench, forty characters.'

export const BENCH_LIMITS = {
  ...DEFAULT_LIMITS,
  openOrders: 1_000_000,
  chatTurns: 1_000_000,
  runningJobs: 1_000_000,
}

type DatabaseOptions = {
  poolSize?: number
  prepare?: (owner: Database) => Promise<void>
}

export async function startDatabase(
  dir: string,
  { poolSize, prepare }: DatabaseOptions = {},
): Promise<{ db: Database; url: string; stop(): Promise<void> }> {
  const postgres = await startEmbeddedPostgres({ dir })
  try {
    const owner = await openDatabase({ url: postgres.ownerUrl, poolSize: 1 })
    await migrate(owner, MIGRATIONS, { appRole: postgres.appRole })
    await installJobs(owner, { appRole: postgres.appRole })
    await prepare?.(owner)
    await owner.close()
    const { url } = postgres
    const db = await openDatabase({ url, ...(poolSize === undefined ? {} : { poolSize }) })
    const stop = async () => {
      await db.close()
      await postgres.stop()
    }
    return { db, url, stop }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

export async function withDatabase<T>(
  work: (db: Database) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  const dir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-'))
  try {
    const { db, stop } = await startDatabase(dir, options)
    try {
      return await work(db)
    } finally {
      await stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

export async function serveApp(db: Database, modules: AppDependencies['modules'] = []) {
  const auth = createAuth({
    db,
    ledger: createLedger(db),
    appName: 'SolDesk',
    network: 'localnet',
    publicOrigin: BENCH_ORIGIN,
    jwtSecrets: [BENCH_SECRET],
    welcomePoints: 0,
    maxWelcomesPerDay: null,
  })
  const app = await buildApp({
    config: { ...APP_CONFIG, limits: BENCH_LIMITS },
    publicOrigin: BENCH_ORIGIN,
    version: { version: 'bench', commit: null },
    metrics: createMetrics(),
    db,
    rpc: createSolanaRpc({ url: 'http://127.0.0.1:9', timeoutMs: 1_000 }),
    auth,
    publicConfig: PUBLIC_CONFIG,
    siteRoot: null,
    storageDir: null,
    modules,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    auth,
    signUp: async (username: string) => {
      const { id } = await auth.accounts.add({ username, password: 'a bench secret' })
      return { userId: id, ...(await auth.sessions.open(id, 'bench')) }
    },
    close: () => app.close(),
  }
}
