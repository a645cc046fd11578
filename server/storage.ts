import path from 'node:path'
import type { Config } from './config.ts'
import { openDatabase, type Database } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate, MIGRATIONS } from './db/migrate.ts'

export type Storage = {
  /** Connected as the server is: append-only tables cannot be changed. */
  readonly db: Database
  /** Connection string of the role that owns the schema, for operators. */
  readonly ownerUrl: string
  readonly isEmbedded: boolean
  close(): Promise<void>
}

/** Money and sign-in want short queues rather than many connections; see docs/decisions on the pool. */
const POOL_SIZE = 16

/** Opens the configured database, or starts the embedded one, and brings its schema up to date. */
export const openStorage = async (config: Config): Promise<Storage> => {
  if (config.databaseUrl !== null) {
    const db = await openDatabase({ url: config.databaseUrl, poolSize: POOL_SIZE })
    await migrate(db, MIGRATIONS)
    return {
      db,
      ownerUrl: config.databaseUrl,
      isEmbedded: false,
      close: () => db.close(),
    }
  }
  const postgres = await startEmbeddedPostgres({ dir: path.join(config.dataDir, 'postgres') })
  try {
    const owner = await openDatabase({ url: postgres.ownerUrl, poolSize: 2 })
    await migrate(owner, MIGRATIONS, { appRole: postgres.appRole })
    await owner.close()
    const db = await openDatabase({ url: postgres.url, poolSize: POOL_SIZE })
    return {
      db,
      ownerUrl: postgres.ownerUrl,
      isEmbedded: true,
      async close() {
        await db.close()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
