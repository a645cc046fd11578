import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { getErrorCode } from '#contract/error-message.ts'
import { StartError } from '#server/boot/free-port.ts'
import { ConfigError } from '#server/config.ts'
import { readDirectoryIdentity } from '#server/os/directory-identity.ts'
import { lockDirectory } from '#server/os/directory-lock.ts'
import { isAlive, readProcessIdentity } from '#server/os/process-identity.ts'

const RunningServer = z.object({
  pid: z.int(),
  /** Distinguishes this process from a later one with the same pid. */
  identity: z.string(),
  /** A copy of the directory has another identity. */
  directory: z.object({ path: z.string(), identity: z.string() }),
  /** Null when the server was started by hand. */
  launcherPid: z.nullable(z.int()),
  url: z.nullable(z.string()),
  /** Address for the role that owns the schema. */
  databaseUrl: z.nullable(z.string()),
  /** Address for the server's restricted role. */
  serverDatabaseUrl: z.nullable(z.string()),
  rpcUrl: z.nullable(z.string()),
})
/** The content of `server.json`, by which operator commands find a running server. */
export type RunningServer = z.infer<typeof RunningServer>

/** How long to wait for a server whose launcher was killed. */
const ORPHAN_STOP_MS = 10_000
const POLL_MS = 100

/** Any of these marks a data directory. */
const OURS = new Set(['secrets.json', 'lock', 'postgres', 'chain'])
const FOREIGN_BUT_FINE = /^\.|^lost\+found$/

const announcementPath = (dir: string) => path.join(dir, 'server.json')

/** Returns null if the file is missing or damaged by a crash. */
const readAnnouncement = (dir: string): RunningServer | null => {
  try {
    return RunningServer.parse(JSON.parse(readFileSync(announcementPath(dir), 'utf8')))
  } catch {
    return null
  }
}

const isOwn = (dir: string, server: RunningServer): boolean =>
  server.directory.identity === readDirectoryIdentity(dir)

/** Returns the server that runs on this directory, or null. */
export const findRunningServer = (dir: string): RunningServer | null => {
  const server = readAnnouncement(dir)
  if (server === null || !isOwn(dir, server)) return null
  return readProcessIdentity(server.pid) === server.identity ? server : null
}

/** Returns a warning for a directory copied from a running server: its files may be of different moments. */
const copyWarning = (dir: string): string | null => {
  const server = readAnnouncement(dir)
  if (server === null || isOwn(dir, server)) return null
  return `DATA_DIR: ${dir} is a copy of ${server.directory.path}, made while a server ran there. Its database may be incomplete; stop the server before you copy. The original is not touched.`
}

type Places = Pick<RunningServer, 'url' | 'databaseUrl' | 'serverDatabaseUrl' | 'rpcUrl'>

export type DataDirClaim = {
  announce(places: Places): void
  release(): void
}

class DataDirInUse extends Error {
  override name = 'DataDirInUse'
}

/**
 * Creates the directory (mode 0700) and claims it for this process. Stops an orphaned server. Throws `DataDirInUse`
 * when another server uses it.
 */
export const claimDataDir = async (dir: string): Promise<DataDirClaim> => {
  makePrivate(dir)
  const warning = copyWarning(dir)
  if (warning !== null) process.stderr.write(`${warning}\n`)
  await endOrphan(dir)
  const lock = await lockDirectory(dir).catch((error: unknown) => {
    const other = findRunningServer(dir)
    if (other === null) throw error
    const where = other.url === null ? '' : ` at ${other.url}`
    throw new DataDirInUse(
      `SolDesk already runs on ${dir} (pid ${other.pid}${where}); stop it first, or set another DATA_DIR.`,
    )
  })
  const write = (places: Places) => {
    const server: RunningServer = {
      pid: process.pid,
      identity: readProcessIdentity(process.pid) ?? '',
      directory: { path: realpathSync(dir), identity: readDirectoryIdentity(dir) ?? '' },
      launcherPid: process.send === undefined ? null : process.ppid,
      ...places,
    }
    const aside = `${announcementPath(dir)}.new`
    writeFileSync(aside, JSON.stringify(server), { mode: 0o600 })
    renameSync(aside, announcementPath(dir))
  }
  try {
    write({ url: null, databaseUrl: null, serverDatabaseUrl: null, rpcUrl: null })
  } catch (error) {
    lock.release()
    throw toUnusableError(dir, error)
  }
  return {
    announce: write,
    release() {
      rmSync(announcementPath(dir), { force: true })
      lock.release()
    },
  }
}

/** `mkdirSync` with `recursive` never returns below a folder such as /proc. */
const makeFolders = (dir: string): void => {
  if (existsSync(dir)) return
  makeFolders(path.dirname(dir))
  mkdirSync(dir, { mode: 0o700 })
}

/** Creates a private directory. Throws `ConfigError` for one with other files, and leaves it unchanged. */
const makePrivate = (dir: string): void => {
  try {
    makeFolders(dir)
    const names = readdirSync(dir)
    const uid = process.getuid?.()
    const owner = names.includes('secrets.json')
      ? statSync(path.join(dir, 'secrets.json')).uid
      : uid
    if (owner !== uid) {
      throw new ConfigError(
        'DATA_DIR',
        `${dir} belongs to another account (uid ${owner}); start as that one, or name another folder`,
      )
    }
    if (
      names.some((name) => OURS.has(name)) ||
      names.every((name) => FOREIGN_BUT_FINE.test(name))
    ) {
      chmodSync(dir, 0o700)
      return
    }
  } catch (error) {
    throw error instanceof ConfigError ? error : toUnusableError(dir, error)
  }
  throw new ConfigError('DATA_DIR', `${dir} holds other files; name a folder of its own`)
}

const CODES_FOR_A_PERSON = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])

const toUnusableError = (dir: string, error: unknown): ConfigError | StartError => {
  const code = getErrorCode(error) || String(error)
  const reason = code === 'ENOSPC' ? 'its disk is full' : code
  const line = `${dir} cannot be made or used (${reason})`
  return CODES_FOR_A_PERSON.has(code)
    ? new ConfigError('DATA_DIR', line)
    : new StartError(`DATA_DIR: ${line}`)
}

const endOrphan = async (dir: string): Promise<void> => {
  const other = findRunningServer(dir)
  if (other === null || other.launcherPid === null || isAlive(other.launcherPid)) return
  process.kill(other.pid, 'SIGTERM')
  const deadline = Date.now() + ORPHAN_STOP_MS
  while (Date.now() < deadline && findRunningServer(dir) !== null) await sleep(POLL_MS)
}
