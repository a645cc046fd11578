import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { uptime } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { directoryIdentity } from '#server/os/directory-identity.ts'
import { commandLine, isAlive } from '#server/os/process-identity.ts'
import { EmbeddedPostgresError } from './postgres-binaries.ts'

export type PostmasterFile = {
  pid: number
  dataDir: string
  port: number
  socketDir: string
  /** System V id of the segment that every process of the cluster is attached to. */
  sharedMemoryId: string
  status: string
}

/** Reads `postmaster.pid`; its lines are listed in PostgreSQL's src/include/utils/pidfile.h. */
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

/**
 * Stops a postmaster that a killed run left in `dataDir` and returns what its pid file said. The pid file of a copied
 * directory names the postmaster of the original, which is left alone.
 */
export async function stopOrphan(dataDir: string): Promise<PostmasterFile | undefined> {
  const file = readPostmasterFile(dataDir)
  if (!file || !Number.isInteger(file.pid) || file.pid <= 1) return file
  const original = directoryIdentity(file.dataDir)
  if (original !== undefined && original !== directoryIdentity(dataDir)) {
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

/** Waits for a postmaster that another container is stopping: its process cannot be seen here, but its socket can. */
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
 * Removes a pid file whose number belongs to some other program by now, or to a dead process that nobody has collected:
 * PostgreSQL would take either for a running postmaster. The file also leads it to the shared memory of backends that
 * outlive their postmaster for a moment, so they are waited for.
 */
async function removeMistakable(file: PostmasterFile, dataDir: string): Promise<void> {
  const pidFile = path.join(dataDir, 'postmaster.pid')
  if (!isAlive(file.pid) || !existsSync(pidFile)) return
  // Ids are given anew after a boot.
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

/** Whether any process uses the segment, as far as the system tells (proc_sysvipc_shm(5)). */
function isAttached(sharedMemoryId: string): boolean {
  try {
    const rows = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n')
    const row = rows.map((line) => line.trim().split(/\s+/)).find(([, id]) => id === sharedMemoryId)
    return Number(row?.[6] ?? 0) > 0
  } catch {
    return false
  }
}

/** Whether the process named in the file still is the postmaster of the directory named there. */
function isPostmaster(file: PostmasterFile): boolean {
  const command = commandLine(file.pid)
  return command !== undefined && `${command} `.includes(`postgres -D ${file.dataDir} `)
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return
    throw error
  }
}
