import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CONFIG_EXIT_CODE } from '#server/config.ts'
import {
  addressesOf,
  isListening,
  LAUNCHER,
  post,
  processesOf,
  ready,
  run,
  SERVER,
  temporaryFolder,
  tracesIn,
  untilEnded,
  type Command,
} from '#tests/support/product.ts'
import { testDatabase } from '#tests/support/database.ts'

// Several whole starts in one test, on a machine that does other things too.
vi.setConfig({ testTimeout: 90_000 })

// Promised are 3 s; other tests run on the same cores meanwhile.
const STOP_MS = 6_000
const WALLET = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

const { folder, remove } = temporaryFolder()
const dataDir = path.join(folder, 'with a space', 'data')
const env = { DATA_DIR: dataDir }
const started: Command[] = []
let password = ''

const start = async (args: readonly string[] = [SERVER], more: Record<string, string> = {}) => {
  const command = run(args, { env: { ...env, ...more } })
  started.push(command)
  return { command, ...(await addressesOf(command)), ...processesOf(dataDir) }
}

const signIn = (url: string, secret = password) =>
  post(`${url}/api/auth/login`, { username: 'demo', password: secret })

const balance = async (rpcUrl: string) => {
  const answer = await post(rpcUrl, {
    jsonrpc: '2.0',
    id: 1,
    method: 'getBalance',
    params: [WALLET],
  })
  return ((await answer.json()) as { result: { value: number } }).result.value
}

/** Serves the tests that need no start of their own. Only one server can use the data directory. */
let running: Awaited<ReturnType<typeof start>>

beforeAll(async () => {
  running = await start()
  password = await running.command.printed(/user demo password (\S+)/)
  await post(running.rpcUrl, {
    jsonrpc: '2.0',
    id: 1,
    method: 'requestAirdrop',
    params: [WALLET, 5_000_000_000],
  })
})

afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  remove()
})

describe('a running server', () => {
  afterAll(async () => {
    running.command.child.kill('SIGTERM')
    expect(await running.command.ended).toBe(0)
  })

  it('refuses a second start on its data directory in one line, and goes on', async () => {
    const { url, server } = running
    const second = run([SERVER], { env })
    expect(await second.ended).toBe(1)
    expect(second.output()).toBe(
      `SolDesk already runs on ${dataDir} (pid ${server} at ${url}); stop it first, or set another DATA_DIR.\n`,
    )
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  it('warns of a key of the environment that is nearly one of its own', async () => {
    const second = run([SERVER], { env: { ...env, DATABASE_URI: 'x' } })
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/^DATABASE_URI: is no key\. Do you mean DATABASE_URL\?\n/)
  })

  it('has workers beside it', async () => {
    const { url } = running
    const worker = run([SERVER, '--role', 'worker'], { env })
    started.push(worker)
    await ready(worker)
    expect(worker.output()).toContain(`works on the jobs and payments of ${url}`)
    const metricsUrl = await worker.printed(/metrics +(http\S+)/)
    const metrics = async () => (await fetch(metricsUrl)).text()
    await expect.poll(metrics).toMatch(/soldesk_rpc_calls_total\{group="\w+",outcome="ok"\} [1-9]/)
    expect(await metrics()).toMatch(
      /^soldesk_database_connections\{pool="general",state="idle"\} /m,
    )
    expect((await fetch(new URL('/healthz', metricsUrl))).status).toBe(200)
    expect((await fetch(metricsUrl, { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(
      404,
    )
    const taken = {
      ...env,
      WORKER_PORT: new URL(metricsUrl).port,
      METRICS_TOKEN: 'a token of the test',
    }
    const second = run([SERVER, '--role', 'worker'], { env: taken })
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/^WORKER_PORT: \d+ is taken/)
    const third = run([SERVER, '--role', 'worker'], { env: { ...taken, WORKER_PORT: '0' } })
    started.push(third)
    const closed = await third.printed(/metrics +(http\S+)/)
    expect((await fetch(closed)).status).toBe(404)
    const headers = { authorization: `Bearer ${taken.METRICS_TOKEN}` }
    expect((await fetch(closed, { headers })).status).toBe(200)
    third.child.kill('SIGINT')
    expect(await third.ended).toBe(0)
    worker.child.kill('SIGINT')
    expect(await worker.ended).toBe(0)
  })

  it('answers 503 after its database was killed until it is back', async () => {
    const { url, server, postmaster } = running
    process.kill(postmaster, 'SIGKILL')
    const seen = new Set<number>()
    const deadline = performance.now() + 20_000
    for (let status = 0; status !== 200 && performance.now() < deadline;) {
      status = (await signIn(url)).status
      seen.add(status)
    }
    expect([...seen]).toEqual([503, 200])
    expect(processesOf(dataDir).server).toBe(server)
  })
})

describe('a stop', () => {
  it('stops serving, ends everything and leaves no lock, even with open calls', async () => {
    const { command, url, rpcUrl, server, postmaster } = await start()
    const { hostname, port } = new URL(url)
    const half = connect(Number(port), hostname)
    half.on('error', () => undefined)
    half.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    command.child.kill('SIGTERM')
    expect(await untilEnded([server, postmaster])).toBeLessThan(STOP_MS)
    expect(await command.ended).toBe(0)
    expect(await tracesIn(dataDir)).toEqual([])
    expect([await isListening(url), await isListening(rpcUrl)]).toEqual([false, false])
    half.destroy()
  })

  it.each([100, 1_000])('%i ms into a start leaves nothing either', async (delayMs) => {
    const command = run([SERVER], { env })
    started.push(command)
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    command.child.kill('SIGINT')
    await command.ended
    expect((await tracesIn(dataDir)).filter((name) => !name.startsWith('postgres/'))).toEqual([])
  })

  it('takes one Ctrl-C that arrives twice for one, as npm hands its own copy on', async () => {
    const { command, server, postmaster } = await start(LAUNCHER)
    command.child.kill('SIGINT')
    command.child.kill('SIGINT')
    expect(await command.ended).toBe(0)
    expect(await untilEnded([server, postmaster])).toBeLessThan(STOP_MS)
    expect(await tracesIn(dataDir)).toEqual([])
  })
})

describe('kill -9', () => {
  it('of the launcher ends the server, and of the npm above it both', async () => {
    const { command, server, postmaster } = await start(LAUNCHER)
    command.child.kill('SIGKILL')
    expect(await untilEnded([server, postmaster])).toBeLessThan(STOP_MS)
    expect(await tracesIn(dataDir)).toEqual([])

    // The second command keeps the shell from giving its place to the first.
    const script = [process.execPath, ...LAUNCHER].map((part) => `'${part}'`).join(' ')
    const npm = run(['-c', `${script}; true`], {
      command: 'sh',
      env: { ...env, npm_lifecycle_event: 'start' },
    })
    started.push(npm)
    await ready(npm)
    const below = processesOf(dataDir)
    npm.child.kill('SIGKILL')
    expect(await untilEnded([below.server, below.postmaster])).toBeLessThan(STOP_MS)
  })

  it('of the server and its database at once loses nothing', async () => {
    const { server, postmaster } = await start()
    process.kill(server, 'SIGKILL')
    process.kill(postmaster, 'SIGKILL')
    const { command, url, rpcUrl } = await start()
    expect((await signIn(url)).status).toBe(200)
    expect(await balance(rpcUrl)).toBe(5_000_000_000)
    command.child.kill('SIGTERM')
    await command.ended
  })
})

describe('a worker', () => {
  it('says what it lacks without a server', async () => {
    const alone = run([SERVER, '--role', 'worker'], {
      env: { DATA_DIR: path.join(folder, 'none') },
    })
    expect(await alone.ended).toBe(CONFIG_EXIT_CODE)
    expect(alone.output()).toMatch(
      /^DATABASE_URL: --role worker needs the database of a server.*\n$/,
    )
  })

  it('ends so that it is started again while the node is away', async () => {
    const database = await testDatabase()
    const worker = run([SERVER, '--role', 'worker'], {
      env: {
        ...env,
        DATABASE_URL: database.ownerUrl,
        SOLANA_RPC_URL: 'http://127.0.0.1:9',
        RECEIVER_WALLET: WALLET,
      },
    })
    expect(await worker.ended, worker.output()).toBe(1)
    expect(worker.output()).toMatch(/^SOLANA_RPC_URL: 127.0.0.1:9 does not answer .*\n$/m)
    await database.drop()
  })
})

describe('.env', () => {
  it('is read below the environment', async () => {
    writeFileSync(path.join(folder, '.env'), 'PROT=3000\nEDITOR=vi\nSOLANA_NETWORK=mainnet\n')
    const command = run([SERVER], { cwd: folder, env })
    expect(await command.ended).toBe(CONFIG_EXIT_CODE)
    expect(command.output()).toMatch(/^SOLANA_NETWORK: must be one of .*\n$/)

    writeFileSync(path.join(folder, '.env'), 'EDITOR=vi\nDATABASE_URL=postgres://127.0.0.1:1/x\n')
    const unreachable = run([SERVER], { cwd: folder, env })
    expect(await unreachable.ended).toBe(1)
    expect(unreachable.output()).toMatch(/^DATABASE_URL: .*ECONNREFUSED.*\n$/)
  })
})
