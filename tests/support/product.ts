import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningServer } from '#server/boot/storage/data-dir.ts'
import { lockDirectory } from '#server/os/directory-lock.ts'
import { isAlive, readProcessIdentity } from '#server/os/process-identity.ts'
import { TEMPORARY_ROOT } from './temporary-root.ts'

const root = path.resolve(import.meta.dirname, '../..')
export const SERVER = path.join(root, 'server/main.ts')
/** Without a browser side, so that a test builds nothing. */
export const LAUNCHER = [path.join(root, 'scripts/start.mjs'), '--api-only']
export const ADMIN = path.join(root, 'server/cli/admin.ts')

/** Compiled code is kept where the launcher keeps it. */
const NODE_COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? path.join(root, '.cache', 'node')
const READY_MS = 60_000
const POLL_MS = 20

export type Environment = Record<string, string>

/** A command of the product with everything it prints. */
export type Command = {
  readonly child: ChildProcess
  output(): string
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** The first group of what is printed, once it is. */
  printed(pattern: RegExp): Promise<string>
}

export type RunOptions = {
  env?: Environment
  cwd?: string
  input?: string
  command?: string
  /** Another account; only root may. */
  uid?: number
  gid?: number
}

/** Starts it on ports of its own and without the environment's own settings. */
export const run = (args: readonly string[], options: RunOptions = {}): Command => {
  const { env = {}, cwd = root, input = '', command = process.execPath, ...account } = options
  const child = spawn(command, args, {
    ...account,
    cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE,
      PORT: '0',
      SOLANA_LOCAL_PORT: '0',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  // One that ends at once does not read.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = once(child, 'close').then(([code, signal]: unknown[]) =>
    typeof code === 'number' ? code : String(signal),
  )
  return {
    child,
    output: () => output,
    ended,
    async printed(pattern) {
      const deadline = performance.now() + READY_MS
      for (;;) {
        const found = pattern.exec(output)
        if (found !== null) return found[1] ?? ''
        if (child.exitCode !== null || performance.now() > deadline) {
          throw new Error(`${String(pattern)} was not printed:\n${output}`)
        }
        await sleep(POLL_MS)
      }
    },
  }
}

/** Waits until the server of that data directory says that it is ready. */
export const ready = (command: Command): Promise<string> => command.printed(/(Press Ctrl-C)/)

/** Waits until the server is ready, and returns where it and its chain listen. */
export const addressesOf = async (command: Command): Promise<{ url: string; rpcUrl: string }> => {
  await ready(command)
  return {
    url: await command.printed(/open +(http\S+)/),
    rpcUrl: await command.printed(/chain .*?(http\S+)/),
  }
}

/** The process ids of the server and of its PostgreSQL. */
export const processesOf = (dataDir: string): { server: number; postmaster: number } => {
  const file = path.join(dataDir, 'postgres/data/postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n', 1)[0])
  return { server: findRunningServer(dataDir)?.pid ?? 0, postmaster }
}

/** Milliseconds until all of them have ended. */
export const untilEnded = async (pids: readonly number[]): Promise<number> => {
  const start = performance.now()
  while (pids.some((pid) => isAlive(pid) && readProcessIdentity(pid) !== undefined)) {
    if (performance.now() - start > READY_MS) throw new Error(`${pids.join(', ')} do not end`)
    await sleep(POLL_MS)
  }
  return performance.now() - start
}

/** Everything that a running server keeps in its data directory: locks and files. */
export const tracesIn = async (dataDir: string): Promise<string[]> => {
  const traces = ['server.json', 'postgres/data/postmaster.pid'].filter((file) =>
    existsSync(path.join(dataDir, file)),
  )
  for (const folder of ['', 'postgres', 'chain']) {
    if (!existsSync(path.join(dataDir, folder, 'lock'))) continue
    const lock = await lockDirectory(path.join(dataDir, folder)).catch(() => null)
    if (lock === null) traces.push(path.join(folder, 'lock'))
    lock?.release()
  }
  return traces
}

export const isListening = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

export const post = (url: string, body: unknown, token?: string): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })

/** Folders below one of its own that all go with `remove`. */
export const temporaryFolder = (root = TEMPORARY_ROOT): { folder: string; remove(): void } => {
  const folder = mkdtempSync(path.join(root, 'soldesk-test-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
