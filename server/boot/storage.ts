import path from 'node:path'
import { ConfigError, type Config } from '#server/config.ts'
import { errorCode } from '#server/db/database-errors.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import { installJobs } from '#server/jobs/install-jobs.ts'
import type { DatabaseBackend } from '#server/jobs/queue-settings.ts'

export type Storage = {
  /** Connected as the server is: append-only tables cannot be changed. */
  readonly db: Database
  /** A few more connections to the same database, for sign-in and money only, whatever else keeps `db` busy. */
  readonly reserved: Database
  /** Connection string of `db`. */
  readonly url: string
  /** Connection string of the role that owns the schema, for operators. */
  readonly ownerUrl: string
  readonly isEmbedded: boolean
  readonly backend: DatabaseBackend
  close(): Promise<void>
}

const POOL_SIZE = 12
const RESERVED_POOL_SIZE = 6
/** A migration of a big table may take any time. */
const FOR_MIGRATIONS = { poolSize: 2, statementTimeoutMs: 0 }

export type StorageOptions = {
  /** 0 for operator commands, whose statements grow with the tables. */
  statementTimeoutMs?: number
}

/** Opens the configured database, or starts the embedded one, and brings its schema up to date. */
export const openStorage = async (
  config: Config,
  options: StorageOptions = {},
): Promise<Storage> => {
  if (config.databaseUrl !== null) return openConfigured(config.databaseUrl, config, options)
  const postgres = await startEmbeddedPostgres({ dir: path.join(config.dataDir, 'postgres') })
  try {
    const owner = await openDatabase({ url: postgres.ownerUrl, ...FOR_MIGRATIONS })
    await migrate(owner, MIGRATIONS, {
      appRole: postgres.appRole,
      allowsNewer: config.allowsNewerDatabase,
    })
    await installJobs(owner, { appRole: postgres.appRole })
    await owner.close()
    const pools = await openPools(postgres.url, options)
    return {
      ...pools,
      url: postgres.url,
      ownerUrl: postgres.ownerUrl,
      isEmbedded: true,
      backend: 'postgres',
      async close() {
        await pools.close()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** Connects to a database whose schema somebody else keeps. */
export const connectStorage = async (
  url: string,
  options: StorageOptions = {},
): Promise<Storage> => ({
  ...(await openPools(url, options)),
  url,
  ownerUrl: url,
  isEmbedded: false,
  backend: 'postgres',
})

const openPools = async (url: string, options: StorageOptions) => {
  const db = await openDatabase({ url, poolSize: POOL_SIZE, ...options })
  try {
    const reserved = await openDatabase({ url, poolSize: RESERVED_POOL_SIZE, ...options })
    return {
      db,
      reserved,
      close: async () => {
        await Promise.all([db.close(), reserved.close()])
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Opens the database that DATABASE_URL names. Throws `ConfigError` with the reason when it does not let us in. */
const openConfigured = async (
  url: string,
  { allowsNewerDatabase, databaseBackend }: Config,
  options: StorageOptions,
): Promise<Storage> => {
  let owner: Database
  try {
    owner = await openDatabase({ url, ...FOR_MIGRATIONS })
  } catch (error) {
    throw refusal(error)
  }
  try {
    await migrate(owner, MIGRATIONS, { allowsNewer: allowsNewerDatabase })
    await installJobs(owner, { backend: databaseBackend })
  } catch (error) {
    // What the database itself refuses (rights, no schema) is its operator's to mend.
    throw errorCode(error) === '' ? error : refusal(error)
  } finally {
    await owner.close()
  }
  return { ...(await connectStorage(url, options)), backend: databaseBackend }
}

/** The URL itself may hold a password; the reasons of the driver and of the server do not. */
const refusal = (error: unknown): ConfigError => {
  const reason = error instanceof Error ? error.message : String(error)
  return new ConfigError('DATABASE_URL', reason.split('\n', 1)[0] ?? '')
}
