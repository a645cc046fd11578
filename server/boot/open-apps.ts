import { createGuardedFetch } from '#server/clients/outbound/guarded-fetch.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { errorLog, type Logger } from '#server/lib/logger.ts'
import { createSolanaExplorer } from '#server/mcp-servers/solana-explorer.ts'
import { createApps, type Apps } from '#server/modules/apps/apps.ts'
import type { Secrets } from './secrets.ts'

type Parts = {
  db: Database
  rpc: SolanaRpc
  secrets: Pick<Secrets, 'jwtSecret'>
  /** Where people open the product. */
  origin: string
  logger: Logger
}

/** The app store with the product's own servers and its own list in place. */
export const openApps = async (config: Config, parts: Parts): Promise<Apps> => {
  const apps = appsOf(config, parts)
  await apps.seed()
  const monitor = apps.monitor()
  monitor.start()
  return {
    ...apps,
    close: async () => {
      await monitor.stop()
      await apps.close()
    },
  }
}

/** The same without a list and without a watch, for the operator's commands. */
export const appsOf = (config: Config, { db, rpc, secrets, origin, logger }: Parts): Apps =>
  createApps({
    db,
    clientName: config.appName,
    fetch: createGuardedFetch({ allow: config.outboundAllow }),
    allow: config.outboundAllow,
    origin,
    builtins: {
      'solana-explorer': createSolanaExplorer({ rpc, network: config.solana.network }),
    },
    secrets: config.jwtSecrets.length > 0 ? config.jwtSecrets : [secrets.jwtSecret],
    onError: errorLog(logger, 'background work of the app store failed'),
  })
