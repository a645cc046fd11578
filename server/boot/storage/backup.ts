import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { chmod, mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { getErrorCode } from '#contract/error-message.ts'
import { ConfigError, type Config } from '#server/config.ts'
import {
  BackupFileError,
  createBackupFile,
  openBackupFile,
  type BackupReader,
  type BackupWriter,
} from '#server/db/backup/backup-file.ts'
import {
  dumpTables,
  findTables,
  loadTable,
  refillTables,
  withClient,
} from '#server/db/backup/table-copy.ts'
import { isUndefinedTable } from '#server/db/database-errors.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import {
  isMigrated,
  leaseSchema,
  listMigrations,
  migrate,
  MIGRATIONS,
  type SchemaLease,
} from '#server/db/migrate.ts'
import { installJobs } from '#server/jobs/install-jobs.ts'
import { JOB_SCHEMA } from '#server/jobs/queue-settings.ts'
import { readVersion, formatVersion } from '#server/lib/version.ts'
import { claimDataDir } from './data-dir.ts'

const FORMAT = 1

const Header = z.object({
  format: z.int(),
  version: z.string(),
  madeAt: z.string(),
  network: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
})

/** Parts after the header: tables, then files, then the end. */
const Part = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ file: z.string().check(z.regex(/^(secrets\.json|chain\/[\w.-]+)$/)) }),
  z.object({ end: z.array(z.object({ table: z.string(), rows: z.int() })) }),
])

export type BackupSummary = { tables: number; rows: number; files: string[]; bytes: number }

/**
 * Writes the database and the secrets to a new file, while servers run. All tables come from one snapshot. The
 * embedded chain is copied after them, so it holds every payment that they mention.
 */
export async function backUp(
  { url, config }: { url: string; config: Config },
  file: string,
): Promise<BackupSummary> {
  const writer = await createBackupFile(file).catch((error: unknown) => {
    const code = getErrorCode(error) || String(error)
    const reason = code === 'EEXIST' ? 'exists already' : `cannot be written (${code})`
    throw new BackupFileError(`${file} ${reason}`, { cause: error })
  })
  try {
    const tables = await withClient(url, 'read', async (client) => {
      const { rows: migrations } = await client
        .query<{ name: string; checksum: string }>(
          'select name, checksum from schema_migration order by name',
        )
        .catch((error: unknown) => {
          if (!isUndefinedTable(error)) throw error
          throw new BackupFileError('The database is empty; check DATABASE_URL and DATA_DIR', {
            cause: error,
          })
        })
      await writer.json({
        format: FORMAT,
        version: formatVersion(await readVersion()),
        madeAt: new Date().toISOString(),
        network: config.solana.network,
        migrations,
      } satisfies z.infer<typeof Header>)
      return dumpTables(client, JOB_SCHEMA, writer)
    })
    const files = listFiles(config)
    for (const name of files) await writeFile(writer, config.dataDir, name)
    await writer.json({ end: tables.map(({ table, rows }) => ({ table, rows })) })
    await writer.finish()
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return { tables: tables.length, rows, files, bytes: statSync(file).size }
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

const listFiles = ({ dataDir, solana }: Config): string[] => {
  const files = existsSync(path.join(dataDir, 'secrets.json')) ? ['secrets.json'] : []
  const chain = path.join(dataDir, 'chain')
  if (solana.rpcUrl !== null || !existsSync(chain)) return files
  const journals = readdirSync(chain, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'lock')
    .map((entry) => `chain/${entry.name}`)
  return [...files, ...journals.toSorted()]
}

async function writeFile(writer: BackupWriter, dataDir: string, name: string): Promise<void> {
  const place = path.join(dataDir, name)
  const { size } = statSync(place)
  await writer.json({ file: name })
  if (size === 0) return
  // A journal may grow meanwhile; whole lines up to here are enough.
  for await (const chunk of createReadStream(place, { end: size - 1 })) {
    await writer.data(Buffer.from(chunk as Uint8Array))
  }
}

/**
 * Restores a backup into an empty database, and the secrets into `DATA_DIR`. Changes nothing unless the whole file is
 * sound. Throws `BackupFileError` or `ConfigError` with one line for the operator.
 */
export async function restore(config: Config, file: string): Promise<BackupSummary> {
  const reader = openBackupFile(file)
  try {
    const migrations = await readHeader(reader, file)
    // Until the end, no server starts on this folder.
    const claim = await claimDataDir(config.dataDir)
    try {
      return config.databaseUrl === null
        ? await restoreEmbedded({ config, file, reader, migrations })
        : await restoreInto(config.databaseUrl, { config, file, reader, migrations })
    } finally {
      claim.release()
    }
  } finally {
    reader.close()
  }
}

async function restoreEmbedded(restoring: Restoring): Promise<BackupSummary> {
  const { dataDir } = restoring.config
  const place = path.join(dataDir, 'postgres')
  if (existsSync(place)) {
    throw new ConfigError('DATA_DIR', `${dataDir} holds a database; name another folder`)
  }
  const postgres = await startEmbeddedPostgres({ dir: place })
  let isRestored = false
  try {
    const { ownerUrl, appRole } = postgres
    const summary = await restoreInto(ownerUrl, { ...restoring, appRole })
    isRestored = true
    return summary
  } finally {
    await postgres.stop()
    if (!isRestored) await rm(place, { recursive: true, force: true })
  }
}

/** Returns the names of the migrations that the backup's tables have. */
async function readHeader(reader: BackupReader, file: string): Promise<Set<string>> {
  const parsed = Header.safeParse(await reader.json())
  if (!parsed.success) throw new BackupFileError(`${file} is not a backup`)
  const { format, version, migrations } = parsed.data
  const own = new Map((await listMigrations(MIGRATIONS)).map((each) => [each.name, each.checksum]))
  const isNewer = format > FORMAT || migrations.some(({ name }) => !own.has(name))
  if (isNewer) {
    throw new BackupFileError(`${file} was made by a newer version, ${version}; restore it there`)
  }
  const edited = migrations.find(({ name, checksum }) => own.get(name) !== checksum)
  if (edited !== undefined) {
    throw new BackupFileError(
      `${file} was made with a different version of migration ${edited.name}; restore it with the version that made it, ${version}`,
    )
  }
  return new Set(migrations.map(({ name }) => name))
}

type Restoring = {
  config: Config
  file: string
  reader: BackupReader
  migrations: ReadonlySet<string>
  appRole?: string
}

async function restoreInto(url: string, restoring: Restoring): Promise<BackupSummary> {
  const existing = await withClient(url, 'read', findTables)
  if (existing.length > 0) {
    throw new BackupFileError(
      `The database is not empty (it has the table ${existing[0]}); restore needs an empty one`,
    )
  }
  const owner = await openDatabase({ url, poolSize: 2, statementTimeoutMs: 0 })
  try {
    // Until its release, servers that start wait for the schema.
    const lease = await leaseSchema(owner)
    if (lease === null) throw new BackupFileError(STARTING)
    try {
      if (await isMigrated(owner)) throw new BackupFileError(STARTING)
      return await restoreTables(owner, { ...restoring, lease })
    } finally {
      await lease.release()
    }
  } finally {
    await owner.close()
  }
}

const STARTING =
  'A server has just started on this database; stop it, and restore into an empty one'

async function restoreTables(
  owner: Database,
  { lease, ...restoring }: Restoring & { lease: SchemaLease },
): Promise<BackupSummary> {
  const { config, migrations, appRole, file, reader } = restoring
  const placed: string[] = []
  const options = { lease, ...(appRole === undefined ? {} : { appRole }) }
  try {
    await migrate(owner, MIGRATIONS, { ...options, only: migrations })
    await installJobs(owner, { backend: config.databaseBackend, ...options })
    const summary = await withClient(owner.url, 'write', (client) =>
      refillTables(client, JOB_SCHEMA, async (known) => {
        const read = await readParts(restoring, placed, (part) => {
          if (known.has(part.table)) return loadTable(client, part, reader)
          throw new BackupFileError(`${file} names a table ${part.table}, which is unknown`)
        })
        lease.assertHeld()
        return read
      }),
    )
    await migrate(owner, MIGRATIONS, options)
    return summary
  } catch (error) {
    for (const place of placed) await rm(place, { force: true })
    await owner.query(`drop schema if exists ${JOB_SCHEMA} cascade`)
    for (const table of await withClient(owner.url, 'read', findTables)) {
      await owner.query(`drop table if exists "${table}" cascade`)
    }
    throw error
  }
}

async function readParts(
  { config, file, reader }: Restoring,
  placed: string[],
  load: (part: { table: string; columns: string[] }) => Promise<number>,
): Promise<BackupSummary> {
  const loaded = new Map<string, number>()
  const files: string[] = []
  for (;;) {
    const part = Part.parse(await reader.json())
    if ('table' in part) {
      loaded.set(part.table, await load(part))
    } else if ('file' in part) {
      await placeFile(path.join(config.dataDir, part.file), reader, placed)
      files.push(part.file)
    } else {
      const missing = part.end.find(({ table, rows }) => loaded.get(table) !== rows)
      if (missing !== undefined) throw new BackupFileError(`${file} lacks rows of ${missing.table}`)
      const rows = part.end.reduce((sum, table) => sum + table.rows, 0)
      return { tables: loaded.size, rows, files, bytes: statSync(file).size }
    }
  }
}

async function placeFile(place: string, reader: BackupReader, placed: string[]): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  if (existsSync(place)) {
    throw new ConfigError('DATA_DIR', `${place} exists already; move it away before a restore`)
  }
  placed.push(place)
  const target = await open(place, 'wx', 0o600)
  for await (const chunk of reader.data()) await target.write(chunk)
  await target.sync()
  await target.close()
  await chmod(place, 0o600)
}
