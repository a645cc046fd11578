import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { withOwnConnection } from '#server/db/own-connection.ts'
import { lockDirectory } from '#server/os/directory-lock.ts'
import { openBoundedLog } from '#server/db/bounded-log.ts'
import {
  choosePostgresAccount,
  findDeathPrefix,
  changeOwner,
  type PostgresAccount,
} from './postgres-account.ts'
import {
  EmbeddedPostgresError,
  findPostgresBinaries,
  type PostgresBinaries,
} from './postgres-binaries.ts'
import {
  findReason,
  POSTGRES_ENVIRONMENT,
  superviseServer,
  type Settings,
} from './postgres-server.ts'
import { stopOrphan } from './postmaster.ts'

export type EmbeddedPostgres = {
  /** URL for the server's role, which may change rows but not append-only tables or the schema. */
  url: string
  /** URL for the schema's owner, for migrations and operators. */
  ownerUrl: string
  /** The role in `url`. */
  appRole: string
  stop(): Promise<void>
}

const OWNER = 'postgres'
const APP_ROLE = 'app'
const PORT = 5432
// sockaddr_un.sun_path is 108 bytes on Linux and 104 on macOS, the closing NUL included.
const MAX_SOCKET_PATH_BYTES = process.platform === 'linux' ? 107 : 103
const ASIDE_PREFIX = 'data.new-'
const SOCKET_FOLDER_PREFIX = 'soldesk-pg-'

const SETTINGS: Settings = {
  listen_addresses: '',
  port: PORT,
  unix_socket_permissions: '0700',
  max_connections: 100,
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  wal_compression: 'on',
  timezone: 'UTC',
  jit: 'off',
  log_min_messages: 'error',
  log_timezone: 'UTC',
}

/**
 * Runs a private PostgreSQL in `dir` (data, unix socket, bounded log) and restarts it after a crash, until `stop`.
 * Stops the orphan of a killed run first. Throws `DirectoryInUse` if another live process holds `dir`, and
 * `EmbeddedPostgresError` if PostgreSQL can't run here; both messages are one line.
 */
export async function startEmbeddedPostgres(options: {
  dir: string
  settings?: Settings
}): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries()
  mkdirSync(options.dir, { recursive: true, mode: 0o700 })
  const dir = realpathSync(options.dir)
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700)
  const lock = await lockDirectory(dir)
  try {
    const account = choosePostgresAccount([dir, binaries.postgres])
    if (account.owner) chownSync(dir, account.owner.uid, account.owner.gid)
    const dataDir = path.join(dir, 'data')
    if (existsSync(dataDir)) {
      const left = await stopOrphan(dataDir)
      if (left?.socketDir && isTemporarySocketDir(left.socketDir)) remove(left.socketDir)
      changeOwner(account.owner, dataDir)
    }
    if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await initialize(dataDir, binaries, account)
    const socketDir = makeSocketDir(dir, account)
    const log = openBoundedLog(path.join(dir, 'postgres.log'))
    const server = await superviseServer({
      command: [...account.prefix, ...findDeathPrefix(), binaries.postgres, '-D', dataDir],
      settings: { ...SETTINGS, ...options.settings, unix_socket_directories: socketDir },
      account,
      dataDir,
      log,
    })
    const stop = async () => {
      await server.stop()
      log.close()
      if (isTemporarySocketDir(socketDir)) remove(socketDir)
      lock.release()
    }
    const ownerUrl = formatUrl(OWNER, socketDir)
    try {
      await ensureAppRole(ownerUrl)
    } catch (error) {
      await stop()
      throw error
    }
    return { url: formatUrl(APP_ROLE, socketDir), ownerUrl, appRole: APP_ROLE, stop }
  } catch (error) {
    lock.release()
    throw error
  }
}

const formatUrl = (role: string, socketDir: string) =>
  `postgres://${role}@localhost/postgres?host=${encodeURIComponent(socketDir)}&port=${PORT}`

const remove = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })

/** Creates the cluster in a temporary folder and renames it, so a crash leaves nothing incomplete. */
async function initialize(
  dataDir: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  const dir = path.dirname(dataDir)
  // An initdb whose parent was killed may still be writing.
  for (const name of readdirSync(dir))
    if (name.startsWith(ASIDE_PREFIX)) remove(path.join(dir, name))
  remove(dataDir)
  const aside = mkdtempSync(path.join(dir, ASIDE_PREFIX))
  changeOwner(account.owner, aside)
  const [command, ...rest] = [...account.prefix, ...findDeathPrefix(), binaries.initdb, '-D', aside]
  const encoding = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C']
  const access = ['-U', OWNER, '--auth-local=trust', '--auth-host=reject']
  // Asynchronous, so the process can react to a stop and open the chain meanwhile.
  await promisify(execFile)(
    command,
    [...rest, ...access, ...encoding, '--builtin-locale=C.UTF-8', '--data-checksums'],
    { ...account.ids, env: POSTGRES_ENVIRONMENT, cwd: dir },
  ).catch((cause: Error & { stdout?: string; stderr?: string }) => {
    const reason = findReason(`${cause.stdout ?? ''}\n${cause.stderr ?? cause.message}`)
    throw new EmbeddedPostgresError(`initdb failed in ${dir}: ${reason}`, { cause })
  })
  // initdb has synced its files; sync the folder to make the rename durable.
  renameSync(aside, dataDir)
  const folder = openSync(dir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

const fitsSocketPath = (folder: string) =>
  Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES

function makeSocketDir(dir: string, account: PostgresAccount): string {
  const inside = path.join(dir, 'socket')
  let folder = inside
  if (fitsSocketPath(inside)) {
    // PostgreSQL may also take the pid in the socket's lock file for a running postmaster.
    remove(inside)
    mkdirSync(inside, { recursive: true, mode: 0o700 })
  } else {
    const shortest = fitsSocketPath(path.join(tmpdir(), `${SOCKET_FOLDER_PREFIX}123456`))
      ? tmpdir()
      : '/tmp'
    folder = mkdtempSync(path.join(shortest, SOCKET_FOLDER_PREFIX))
  }
  if (account.owner) chownSync(folder, account.owner.uid, account.owner.gid)
  return folder
}

const isTemporarySocketDir = (folder: string) =>
  path.basename(folder).startsWith(SOCKET_FOLDER_PREFIX)

const ensureAppRole = (ownerUrl: string): Promise<void> =>
  withOwnConnection({ connectionString: ownerUrl }, async (client) => {
    const found = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
    if (found.rows.length === 0) await client.query(`create role ${APP_ROLE} login`)
  })
