import type { FastifyInstance } from 'fastify'
import type { Version } from '#server/lib/version.ts'

/** Asks a part whether it works; rejects when it does not. */
export type HealthCheck = {
  run: (signal: AbortSignal) => Promise<unknown>
  /** False: the product works without this part, only worse. */
  isNeeded: boolean
}

/** A balancer asks every few seconds; a part that needs longer than this is as good as down. */
const CHECK_MS = 2_000

/** Anybody may ask, so the parts are asked once in this time at most. */
const KEPT_MS = 1_000

/** `/healthz`: the process answers. `/readyz`: it can serve, each part by name; 503 when a needed one cannot. */
export function registerHealth(
  app: FastifyInstance,
  checks: Readonly<Record<string, HealthCheck>>,
  version: Version,
): void {
  const kept: { at: number; results: ReturnType<typeof checkAll> | null } = { at: 0, results: null }
  const checked = () => {
    const now = performance.now()
    if (kept.results === null || now - kept.at >= KEPT_MS) {
      kept.at = now
      kept.results = checkAll(checks)
    }
    return kept.results
  }
  app.get('/healthz', async () => ({ status: 'ok', ...version }))
  app.get('/readyz', async (_request, reply) => {
    const results = await checked()
    const isReady = results.every(([, result]) => result !== 'failed') && !app.api.stopping.aborted
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', checks: Object.fromEntries(results) })
  })
}

const checkAll = (checks: Readonly<Record<string, HealthCheck>>) =>
  Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcome(check)] as const),
  )

async function outcome(check: HealthCheck): Promise<'ok' | 'degraded' | 'failed'> {
  const deadline = AbortSignal.timeout(CHECK_MS)
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () => reject(new Error('no answer in time')))
  })
  try {
    await Promise.race([check.run(deadline), late])
    return 'ok'
  } catch {
    // Why is for the log of whoever failed; a balancer only needs to know that it did.
    return check.isNeeded ? 'failed' : 'degraded'
  }
}
