import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BoundedLog } from '#server/db/bounded-log.ts'
import type { PostgresAccount } from './postgres-account.ts'
import { EmbeddedPostgresError } from './postgres-binaries.ts'
import { readPostmasterFile, stopOrphan } from './postmaster.ts'

export type Settings = Record<string, string | number>

const START_TIMEOUT_MS = 120_000
// A fast shutdown writes a checkpoint. After this timeout the next start recovers from the log.
const STOP_TIMEOUT_MS = 8_000

/** The whole environment of PostgreSQL's processes, so that none of the server's settings reach them. */
export const POSTGRES_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

type ServerOptions = {
  command: readonly string[]
  settings: Settings
  account: PostgresAccount
  dataDir: string
  log: BoundedLog
}

/** Starts the server process, and restarts it after an unexpected exit. */
export async function superviseServer(options: ServerOptions): Promise<{ stop(): Promise<void> }> {
  let child = await launch(options)
  const run = { isStopping: false }
  let restarting: Promise<void> = Promise.resolve()
  const killWithUs = () => child.kill('SIGINT')
  process.on('exit', killWithUs)

  const onExit = () => {
    if (!run.isStopping) restarting = restart()
  }
  const watch = () => {
    if (hasExited(child)) onExit()
    else child.once('exit', onExit)
  }
  const restart = async () => {
    for (let delayMs = 50; !run.isStopping; delayMs = Math.min(delayMs * 2, 5_000)) {
      await sleep(delayMs)
      try {
        await stopOrphan(options.dataDir)
        child = await launch(options)
        watch()
        return
      } catch (error) {
        options.log.write(`restart failed: ${String(error)}\n`)
      }
    }
  }
  watch()
  return {
    stop: async () => {
      run.isStopping = true
      await restarting
      await terminate(child)
      process.off('exit', killWithUs)
    },
  }
}

async function launch({ command, settings, account, dataDir, log }: ServerOptions) {
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const [program = '', ...rest] = command
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const logStart = log.size()
    const child = spawn(program, [...rest, ...flags], {
      ...account.ids,
      env: POSTGRES_ENVIRONMENT,
      cwd: path.dirname(dataDir),
      stdio: ['ignore', log.fd, log.fd],
      // Ctrl-C reaches the whole terminal group, but PostgreSQL must outlive the running requests.
      detached: true,
    })
    if (await becomesReady(child, dataDir, deadline)) return child
    const said = log.since(logStart)
    // Backends of a killed postmaster need a moment to release the shared memory.
    if (said.includes('shared memory block') && Date.now() < deadline) {
      await sleep(200)
      continue
    }
    throw new EmbeddedPostgresError(
      `PostgreSQL did not start in ${path.dirname(dataDir)}: ${findReason(said)}`,
    )
  }
}

async function becomesReady(child: ChildProcess, dataDir: string, deadline: number) {
  const failed = new Promise<boolean>((resolve) => child.once('error', () => resolve(true)))
  while (!hasExited(child)) {
    const file = readPostmasterFile(dataDir)
    if (file?.pid === child.pid && file?.status === 'ready') return true
    if (Date.now() > deadline) {
      await terminate(child)
      return false
    }
    if (await Promise.race([failed, sleep(5, false)])) return false
  }
  return false
}

const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function terminate(child: ChildProcess): Promise<void> {
  if (hasExited(child) || child.pid === undefined) return
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGINT')
  const quit = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS)
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS + 1_500)
  await exited
  clearTimeout(quit)
  clearTimeout(kill)
}

/** Returns the line of PostgreSQL's output that names the cause. */
export function findReason(output: string): string {
  const lines = output.trim().split('\n')
  const cause = lines.findLast((line) => /FATAL|PANIC|error:|could not/i.test(line))
  return (cause ?? lines.at(-1) ?? '').trim() || 'no message'
}
