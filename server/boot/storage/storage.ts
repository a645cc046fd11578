import path from 'node:path'
import { getErrorCode, getErrorMessage } from '#contract/error-message.ts'
import { StartError } from '#server/boot/free-port.ts'
import { ConfigError, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate, MIGRATIONS } from '#server/db/migrate.ts'
import { installJobs } from '#server/jobs/install-jobs.ts'
import type { DatabaseBackend } from '#server/jobs/queue-settings.ts'

export type Storage = {
  /** Connections of the server's role, which cannot change append-only tables. */
  readonly db: Database
  /** Connections for sign-in and money, in case others keep `db` busy. */
  readonly reserved: Database
  readonly url: string
  /** Connection string of the role that owns the schema. */
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
  /** False leaves the schema as it is, for a backup before an upgrade. */
  migrates?: boolean
}

/** Opens the configured or embedded database, and migrates its schema. */
export const openStorage = async (
  config: Config,
  options: StorageOptions = {},
): Promise<Storage> => {
  if (config.databaseUrl !== null) return openConfigured(config.databaseUrl, config, options)
  const postgres = await startEmbeddedPostgres({ dir: path.join(config.dataDir, 'postgres') })
  try {
    if (options.migrates !== false) {
      const owner = await openDatabase({ url: postgres.ownerUrl, ...FOR_MIGRATIONS })
      await migrate(owner, MIGRATIONS, {
        appRole: postgres.appRole,
        allowsNewer: config.allowsNewerDatabase,
      })
      await installJobs(owner, { appRole: postgres.appRole })
      await owner.close()
    }
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

/** Connects without migrating. */
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

const openPools = async (url: string, { statementTimeoutMs }: StorageOptions) => {
  const options = statementTimeoutMs === undefined ? {} : { statementTimeoutMs }
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

/** Throws `ConfigError` when a person must change something, and `StartError` for a state that passes. */
const openConfigured = async (
  url: string,
  { allowsNewerDatabase, databaseBackend }: Config,
  options: StorageOptions,
): Promise<Storage> => {
  let owner: Database
  try {
    owner = await openDatabase({ url, ...FOR_MIGRATIONS })
  } catch (error) {
    throw toOperatorError(error)
  }
  try {
    if (options.migrates !== false) {
      await migrate(owner, MIGRATIONS, { allowsNewer: allowsNewerDatabase })
      await installJobs(owner, { backend: databaseBackend })
    }
  } catch (error) {
    throw getErrorCode(error) === '' ? error : toOperatorError(error)
  } finally {
    await owner.close()
  }
  return { ...(await connectStorage(url, options)), backend: databaseBackend }
}

// invalid_authorization, invalid_catalog_name, syntax_error_or_access_rule_violation, and Node's codes for a bad URL and
// for TLS. https://www.postgresql.org/docs/current/errcodes-appendix.html
const CODES_FOR_A_PERSON =
  /^((28|3D|42)...|HOSTNAME_MISMATCH|UNABLE_TO_.*|.*CERT.*|ERR_(INVALID_URL|TLS_.*|SSL_.*))$/

// Of the driver: the password, TLS, a file that the URL names. Of PgBouncer: a setting.
const MESSAGES_FOR_A_PERSON =
  /^SASL|^The server does not support SSL|(ENOENT|EACCES): .*, open|unsupported startup parameter/

/** The URL may hold a password; the reasons do not. */
const toOperatorError = (error: unknown): ConfigError | StartError => {
  const reason = getErrorMessage(error).split('\n', 1)[0] ?? ''
  return CODES_FOR_A_PERSON.test(getErrorCode(error)) || MESSAGES_FOR_A_PERSON.test(reason)
    ? new ConfigError('DATABASE_URL', explain(reason))
    : new StartError(`DATABASE_URL: ${explain(reason)}`)
}

const explain = (reason: string): string => {
  if (reason.endsWith('client password must be a string')) {
    return 'the database asks for a password, and the URL holds none'
  }
  if (reason.includes('unsupported startup parameter')) {
    return `${reason}; behind PgBouncer, add ?pgbouncer=true to the URL`
  }
  return reason
}
