import type { GuardedFetch } from '#server/clients/guarded-fetch.ts'
import type { McpDeadlines } from '#server/clients/mcp-connection.ts'
import type { Database } from '#server/db/database.ts'
import { createAppCalls } from './app-calls.ts'
import { createAppConnections, type BuiltinServers } from './app-connections.ts'
import { createAppMonitor } from './app-monitor.ts'
import { createAppReview } from './app-review.ts'
import { createAppSecrets } from './app-secrets.ts'
import { createAppService } from './app-service.ts'
import { createAppTools } from './app-tools.ts'
import { createSecretBox } from './secret-box.ts'
import { seedCatalogue } from './seed-catalogue.ts'

export type AppsSettings = {
  db: Database
  /** What the product calls itself to the servers that it meets. */
  clientName: string
  fetch: GuardedFetch
  builtins: BuiltinServers
  /** The first seals users' keys, all open them. */
  secrets: readonly string[]
  onError: (error: unknown) => void
  now?: () => number
  deadlines?: McpDeadlines
}

export type Apps = ReturnType<typeof createApps>

/** The app store: its calls, the tools of what is installed, its review. */
export const createApps = ({
  db,
  clientName,
  fetch,
  builtins,
  secrets: keys,
  onError,
  now,
  deadlines,
}: AppsSettings) => {
  const connections = createAppConnections({
    clientName,
    fetch,
    builtins,
    ...(now === undefined ? {} : { now }),
    ...(deadlines === undefined ? {} : { deadlines }),
  })
  const review = createAppReview({ db, connections })
  const secrets = createAppSecrets({ db, box: createSecretBox(keys) })
  const calls = createAppCalls({ db, connections, review, secrets, onError })
  return {
    service: createAppService({ db, calls, secrets }),
    tools: createAppTools({ db, calls }),
    review,
    monitor: (pace?: { staleSeconds: number; pauseMs: number }) =>
      createAppMonitor({ db, calls, onError, ...pace }),
    seed: () => seedCatalogue({ db, review }),
    close: () => connections.close(),
  }
}
