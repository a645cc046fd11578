import type { ConstructorOptions, PgBoss, Queue } from 'pg-boss'
import { usesPooler } from '#server/db/database.ts'

export const JOB_SCHEMA = 'pgboss'

export type DatabaseBackend = 'postgres' | 'cockroachdb' | 'citus'

const DAY_SECONDS = 86_400
const FOREVER_SECONDS = 3_650 * DAY_SECONDS
const MAX_RETRY_SECONDS = 300
/** Without a sign of life for this long, a job's worker counts as dead. The shortest that pg-boss accepts. */
const HEARTBEAT_SECONDS = 10

/** pg-boss relies on rechecking rows that another worker has just changed, so it reads committed rows. */
const SESSION = '-c default_transaction_isolation=read\\ committed'

export const createBossSettings = (url: string, backend: DatabaseBackend): ConstructorOptions => ({
  connectionString: url,
  schema: JOB_SCHEMA,
  backend,
  registerInstance: false,
  // PgBouncer refuses settings at the start of a connection.
  ...(backend === 'postgres' && !usesPooler(url) ? { options: SESSION } : {}),
})

export type QueueRules = {
  kind: string
  /** A worker's crash counts as an attempt. */
  maxAttempts: number
  /** True if a job goes to the dead-letter queue after its last attempt. */
  hasDeadLetters: boolean
  /** Delay after the first failed attempt. It doubles with each further one, up to 5 min. Zero: no delay. */
  retryDelaySeconds?: number | undefined
}

export const toDeadLetterKind = (kind: string): string => `${kind}-dead`

/** Creates the queues of a kind, or updates their settings. Idempotent. */
export async function ensureQueues(boss: PgBoss, rules: QueueRules): Promise<void> {
  const { kind, maxAttempts, hasDeadLetters, retryDelaySeconds = 1 } = rules
  const common = {
    expireInSeconds: DAY_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    // A job may carry a charge, so it never lapses unstarted.
    retentionSeconds: FOREVER_SECONDS,
  }
  const ensure = async ({ name, ...options }: Queue) => {
    await boss.createQueue(name, options)
    await boss.updateQueue(name, options)
  }
  if (hasDeadLetters) {
    await ensure({
      ...common,
      name: toDeadLetterKind(kind),
      // A refund is tried until it works.
      retryLimit: 1_000_000,
      retryDelay: retryDelaySeconds * 10,
      deleteAfterSeconds: 30 * DAY_SECONDS,
    })
  }
  await ensure({
    ...common,
    name: kind,
    retryLimit: maxAttempts - 1,
    ...(retryDelaySeconds === 0
      ? { retryDelay: 0, retryBackoff: false }
      : { retryDelay: retryDelaySeconds, retryBackoff: true, retryDelayMax: MAX_RETRY_SECONDS }),
    deleteAfterSeconds: DAY_SECONDS,
    ...(hasDeadLetters ? { deadLetter: toDeadLetterKind(kind) } : {}),
  })
}
