import path from 'node:path'
import { ConfigError, type Config } from './config.ts'
import { errorCode } from './db/database-errors.ts'
import { openDatabase, type Database } from './db/database.ts'
import { startEmbeddedPostgres } from './db/embedded-postgres.ts'
import { migrate, MIGRATIONS } from './db/migrate.ts'

export type Storage = {
  /** Connected as the server is: append-only tables cannot be changed. */
  readonly db: Database
  /** Connection string of `db`. */
  readonly url: string
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
    const storage = await openConfigured(config.databaseUrl)
    try {
      await migrate(storage.db, MIGRATIONS)
      return storage
    } catch (error) {
      await storage.close()
      // What the database itself refuses (rights, no schema) is its operator's to mend.
      throw errorCode(error) === '' ? error : refusal(error)
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
      url: postgres.url,
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

/** Connects to a database whose schema somebody else keeps. */
export const connectStorage = async (url: string): Promise<Storage> =>
  storageOf(await openDatabase({ url, poolSize: POOL_SIZE }), url)

const storageOf = (db: Database, url: string): Storage => ({
  db,
  url,
  ownerUrl: url,
  isEmbedded: false,
  close: () => db.close(),
})

/** Opens the database that DATABASE_URL names. Throws `ConfigError` with the reason when it does not let us in. */
const openConfigured = async (url: string): Promise<Storage> => {
  try {
    return await connectStorage(url)
  } catch (error) {
    throw refusal(error)
  }
}

/** The URL itself may hold a password; the reasons of the driver and of the server do not. */
const refusal = (error: unknown): ConfigError => {
  const reason = error instanceof Error ? error.message : String(error)
  return new ConfigError('DATABASE_URL', reason.split('\n', 1)[0] ?? '')
}
