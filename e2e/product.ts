import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { test as base } from '@playwright/test'
import { TEMPORARY_ROOT } from '#tests/support/temporary-root.ts'

export type Product = {
  readonly url: string
  readonly dataDir: string
  readonly rpcUrl: string
  /** User and password made on the first start of a localnet. */
  readonly demoUser: { username: string; password: string }
  /** Calls the embedded chain, cheat methods included. */
  chain(method: string, params: unknown[]): Promise<unknown>
  /** Runs an operator's command. Returns what it printed. */
  admin(args: string[], input?: string): Promise<string>
}

/** Configuration keys of the product that differ from their defaults. */
export type Settings = Readonly<Record<string, string>>

const root = path.resolve(import.meta.dirname, '..')
const START_LIMIT_MS = 60_000

const environment = (dataDir: string) => ({
  // As the launcher does; a first start takes twice as long without.
  NODE_COMPILE_CACHE: path.join(root, '.cache', 'node'),
  ...process.env,
  PORT: '0',
  SOLANA_LOCAL_PORT: '0',
  DATA_DIR: dataDir,
})

const runAdmin = async (dataDir: string, args: string[], input = ''): Promise<string> => {
  const child = spawn(process.execPath, [path.join(root, 'server/cli/admin.ts'), ...args], {
    cwd: root,
    env: environment(dataDir),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`admin ${args.join(' ')} ended with ${code}: ${output}`)
  return output
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

type Started = {
  child: ChildProcess
  facts: { url: string; rpc: string; username: string; password: string }
}

/** Starts the server and waits for the lines that it prints when it is ready. */
const start = async (dataDir: string, settings: Settings): Promise<Started> => {
  const child = spawn(process.execPath, [path.join(root, 'server/main.ts')], {
    cwd: root,
    env: { ...environment(dataDir), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      printed += `${line}\n`
      if (line.includes('Press Ctrl-C')) return
    }
    throw new Error(`The server ended before it was ready:\n${printed}`)
  })()
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const late = AbortSignal.timeout(START_LIMIT_MS)
  await Promise.race([
    ready,
    once(late, 'abort').then(() => {
      throw new Error(`The server was not ready in time:\n${printed}`)
    }),
  ]).catch(async (error: unknown) => {
    // A server that went on starting would slow down the next one.
    await stop(child)
    throw error
  })
  child.stdout.resume()
  const find = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? ''
  return {
    child,
    facts: {
      url: find(/open +(http\S+)/i),
      rpc: find(/chain .*?(http\S+)/i),
      username: find(/user (\S+)/),
      password: find(/password (\S+)/),
    },
  }
}

/** A separate product on a fresh data directory for each worker. */
export const test = base.extend<object, { settings: Settings; product: Product }>({
  settings: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ settings }, provide) => {
      const dataDir = await mkdtemp(path.join(TEMPORARY_ROOT, 'soldesk-e2e-'))
      const { child, facts } = await start(dataDir, settings)
      try {
        await provide({
          url: facts.url,
          dataDir,
          rpcUrl: facts.rpc,
          demoUser: { username: facts.username, password: facts.password },
          async chain(method, params) {
            const response = await fetch(facts.rpc, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
            })
            const answer = (await response.json()) as {
              result?: unknown
              error?: { message: string }
            }
            if (answer.error) throw new Error(answer.error.message)
            return answer.result
          },
          admin: (args, input) => runAdmin(dataDir, args, input),
        })
      } finally {
        await stop(child)
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ product }, provide) => provide(product.url),
})

export { expect } from '@playwright/test'
