import type { FastifyInstance } from 'fastify'
import type { Version } from '#server/lib/version.ts'

/** Rejects if the part does not work. */
export type HealthCheck = {
  run: (signal: AbortSignal) => Promise<unknown>
  /** Public text for an error whose own message is private. */
  problem: string
  /** False if the product works without this part, only worse. */
  isNeeded: boolean
}

/** A failed check. Its text is public. */
export class HealthProblem extends Error {
  override name = 'HealthProblem'
}

const CHECK_MS = 2_000

/** Limits how often anyone can make the server run its checks. */
const KEPT_MS = 1_000

/** Serves `/healthz` (the process answers) and `/readyz` (every part by name; 503 when a needed one fails). */
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
    const isStopping = app.api.stopping.aborted
    const isReady = results.every(([, { state }]) => state !== 'failed') && !isStopping
    const problems = Object.fromEntries(
      results.flatMap(([name, { problem }]) => (problem === null ? [] : [[name, problem]])),
    )
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ready' : 'not ready',
        checks: Object.fromEntries(results.map(([name, { state }]) => [name, state])),
        problems: isStopping ? { ...problems, server: 'it is stopping' } : problems,
      })
  })
}

const checkAll = (checks: Readonly<Record<string, HealthCheck>>) =>
  Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
  )

type Outcome = { state: 'ok' | 'degraded' | 'failed'; problem: string | null }

async function runCheck(check: HealthCheck): Promise<Outcome> {
  const deadline = AbortSignal.timeout(CHECK_MS)
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () =>
      reject(new HealthProblem('it does not answer in time')),
    )
  })
  try {
    await Promise.race([check.run(deadline), late])
    return { state: 'ok', problem: null }
  } catch (error) {
    // Other errors may name hosts and accounts.
    const problem = error instanceof HealthProblem ? error.message : check.problem
    return { state: check.isNeeded ? 'failed' : 'degraded', problem }
  }
}
