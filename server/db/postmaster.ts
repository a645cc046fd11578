import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine } from '#server/os/process-identity.ts'
import { EmbeddedPostgresError } from './postgres-binaries.ts'

export type PostmasterFile = { pid: number; dataDir: string; socketDir: string; status: string }

/** Reads `postmaster.pid`; its lines are listed in PostgreSQL's src/include/utils/pidfile.h. */
export function readPostmasterFile(dataDir: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
    return {
      pid: Number(lines[0]),
      dataDir: lines[1] ?? '',
      socketDir: lines[4] ?? '',
      status: lines[7]?.trim() ?? '',
    }
  } catch {
    return undefined
  }
}

const FAST_MS = 20_000
const IMMEDIATE_MS = 5_000

/**
 * Stops a postmaster that a killed run left in `dataDir` and returns what its pid file said. A pid file whose number now
 * belongs to some other program is removed: PostgreSQL itself would take that program for a running postmaster.
 */
export async function stopOrphan(dataDir: string): Promise<PostmasterFile | undefined> {
  const file = readPostmasterFile(dataDir)
  if (!file || !Number.isInteger(file.pid) || file.pid <= 1) return file
  if (!isPostmaster(file)) {
    const other = commandLine(file.pid)
    if (other !== undefined && !other.includes('postgres')) {
      rmSync(path.join(dataDir, 'postmaster.pid'), { force: true })
    }
    return file
  }
  for (const [signal, withinMs] of [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
    ['SIGKILL', IMMEDIATE_MS],
  ] as const) {
    signalIfAlive(file.pid, signal)
    for (let waitedMs = 0; waitedMs < withinMs; waitedMs += 20) {
      if (!isPostmaster(file)) return file
      await sleep(20)
    }
  }
  throw new EmbeddedPostgresError(
    `a PostgreSQL of an earlier run (process ${file.pid}) cannot be stopped`,
  )
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
