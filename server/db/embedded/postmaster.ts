import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { uptime } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorCode } from '#contract/error-message.ts'
import { readDirectoryIdentity } from '#server/os/directory-identity.ts'
import { readCommandLine, isAlive } from '#server/os/process-identity.ts'
import { EmbeddedPostgresError } from './postgres-binaries.ts'

export type PostmasterFile = {
  pid: number
  dataDir: string
  port: number
  socketDir: string
  /** System V id of the shared memory segment that all processes of the cluster attach. */
  sharedMemoryId: string
  status: string
}

/** Reads `postmaster.pid`. Source: PostgreSQL's src/include/utils/pidfile.h. */
export function readPostmasterFile(dataDir: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return {
      pid: Number(lines[0]),
      dataDir: lines[1] ?? '',
      port: Number(lines[3]),
      socketDir: lines[4] ?? '',
      sharedMemoryId: lines[6]?.trim().split(/\s+/)[1] ?? '',
      status: lines[7]?.trim() ?? '',
    }
  } catch {
    return undefined
  }
}

const FAST_MS = 20_000
const IMMEDIATE_MS = 5_000

/** Stops the postmaster that a killed run left in `dataDir`, unless this is a copy. Returns its pid file. */
export async function stopOrphan(dataDir: string): Promise<PostmasterFile | undefined> {
  const file = readPostmasterFile(dataDir)
  if (!file || !Number.isInteger(file.pid) || file.pid <= 1) return file
  const original = readDirectoryIdentity(file.dataDir)
  if (original !== undefined && original !== readDirectoryIdentity(dataDir)) {
    rmSync(path.join(dataDir, 'postmaster.pid'), { force: true })
    return undefined
  }
  if (!isPostmaster(file)) await waitForUnseen(file)
  for (const [signal, withinMs] of [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
    ['SIGKILL', IMMEDIATE_MS],
  ] as const) {
    if (isPostmaster(file)) signalIfAlive(file.pid, signal)
    for (let waitedMs = 0; waitedMs < withinMs; waitedMs += 20) {
      if (!isPostmaster(file)) {
        await removeMistakable(file, dataDir)
        return file
      }
      await sleep(20)
    }
  }
  throw new EmbeddedPostgresError(
    `a PostgreSQL of an earlier run (process ${file.pid}) cannot be stopped`,
  )
}

/** Waits for a postmaster in another container. Its process is invisible here, but its socket isn't. */
async function waitForUnseen({ socketDir, port, dataDir }: PostmasterFile): Promise<void> {
  if (socketDir === '') return
  const socket = path.join(socketDir, `.s.PGSQL.${port}`)
  for (let waitedMs = 0; await answers(socket); waitedMs += 20) {
    if (waitedMs > FAST_MS) {
      throw new EmbeddedPostgresError(
        `a PostgreSQL that cannot be seen from here, perhaps in another container, still uses ${dataDir}`,
      )
    }
    await sleep(20)
  }
}

async function answers(socketPath: string): Promise<boolean> {
  const socket = connect(socketPath)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * Removes a pid file whose pid belongs to another program or to a zombie, which PostgreSQL would take for a running
 * postmaster. Waits first for backends that still use the shared memory, because PostgreSQL finds them through this
 * file.
 */
async function removeMistakable(file: PostmasterFile, dataDir: string): Promise<void> {
  const pidFile = path.join(dataDir, 'postmaster.pid')
  if (!isAlive(file.pid) || !existsSync(pidFile)) return
  // Ids start over after a boot.
  const isOfThisBoot = Date.now() - statSync(pidFile).mtimeMs < uptime() * 1_000
  const segment = isOfThisBoot ? file.sharedMemoryId : ''
  for (let waitedMs = 0; isAttached(segment); waitedMs += 20) {
    if (waitedMs > IMMEDIATE_MS) {
      throw new EmbeddedPostgresError(`processes of an earlier PostgreSQL still use ${dataDir}`)
    }
    await sleep(20)
  }
  rmSync(pidFile, { force: true })
}

/** Returns true if a process uses the segment. Source: proc_sysvipc_shm(5). */
function isAttached(sharedMemoryId: string): boolean {
  try {
    const rows = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n')
    const row = rows.map((line) => line.trim().split(/\s+/)).find(([, id]) => id === sharedMemoryId)
    return Number(row?.[6] ?? 0) > 0
  } catch {
    return false
  }
}

function isPostmaster(file: PostmasterFile): boolean {
  const command = readCommandLine(file.pid)
  return command !== undefined && `${command} `.includes(`postgres -D ${file.dataDir} `)
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (getErrorCode(error) !== 'ESRCH') throw error
  }
}
