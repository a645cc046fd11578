import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'

const RunningInstance = z.object({
  pid: z.int(),
  /** Start time of the process in clock ticks (Linux), which tells a reused pid from the one that wrote the file. */
  startTicks: z.nullable(z.string()),
  launcherPid: z.nullable(z.int()),
  url: z.nullable(z.string()),
  databaseUrl: z.nullable(z.string()),
  rpcUrl: z.nullable(z.string()),
})
/** What a running server tells the operator's commands about itself, in `server.json` of the data directory. */
export type RunningInstance = z.infer<typeof RunningInstance>

/** How long a server whose launcher has gone may take to stop before the next start gives up. */
const ORPHAN_STOP_MS = 10_000
const POLL_MS = 100

const startTicks = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in parentheses, which may hold spaces; start time is field 22.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const fileOf = (dir: string) => path.join(dir, 'server.json')

/** The server that runs on this data directory now, or null. */
export const runningInstance = (dir: string): RunningInstance | null => {
  let text: string
  try {
    text = readFileSync(fileOf(dir), 'utf8')
  } catch {
    return null
  }
  const parsed = RunningInstance.safeParse(parseJson(text))
  if (!parsed.success || !isAlive(parsed.data.pid)) return null
  const ticks = startTicks(parsed.data.pid)
  return ticks === parsed.data.startTicks ? parsed.data : null
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export class DataDirInUse extends Error {
  constructor(dir: string, instance: RunningInstance) {
    const where = instance.url === null ? '' : ` at ${instance.url}`
    super(
      `DATA_DIR: ${dir} is in use by the server with pid ${instance.pid}${where}; stop it first, or set another DATA_DIR.`,
    )
    this.name = 'DataDirInUse'
  }
}

export type DataDirClaim = {
  /** Publishes where the parts of this server are to be found. */
  announce(places: Pick<RunningInstance, 'url' | 'databaseUrl' | 'rpcUrl'>): void
  release(): void
}

/**
 * Makes the directory (mode 0700) and claims it for this process. A server left behind by a launcher that was killed
 * is asked to stop and waited for. Throws `DataDirInUse` when another server lives on it.
 */
export const claimDataDir = async (dir: string): Promise<DataDirClaim> => {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  chmodSync(dir, 0o700)
  await endOrphan(dir)
  let instance: RunningInstance = {
    pid: process.pid,
    startTicks: startTicks(process.pid),
    launcherPid: process.send === undefined ? null : process.ppid,
    url: null,
    databaseUrl: null,
    rpcUrl: null,
  }
  const write = (flag: 'wx' | 'w') => {
    const text = JSON.stringify(instance)
    if (flag === 'wx') return writeFileSync(fileOf(dir), text, { mode: 0o600, flag })
    const aside = `${fileOf(dir)}.${process.pid}`
    writeFileSync(aside, text, { mode: 0o600 })
    renameSync(aside, fileOf(dir))
  }
  try {
    write('wx')
  } catch {
    const other = runningInstance(dir)
    if (other !== null) throw new DataDirInUse(dir, other)
    rmSync(fileOf(dir), { force: true })
    write('wx')
  }
  return {
    announce(places) {
      instance = { ...instance, ...places }
      write('w')
    },
    release() {
      if (runningInstance(dir)?.pid === process.pid) rmSync(fileOf(dir), { force: true })
    },
  }
}

const endOrphan = async (dir: string): Promise<void> => {
  const other = runningInstance(dir)
  if (other === null || other.launcherPid === null || isAlive(other.launcherPid)) return
  process.kill(other.pid, 'SIGTERM')
  const deadline = Date.now() + ORPHAN_STOP_MS
  while (Date.now() < deadline && runningInstance(dir) !== null) await sleep(POLL_MS)
}
