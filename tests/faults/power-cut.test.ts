import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { encodeBase58 } from '#solana/base58.ts'
import { openDisk } from '#tests/support/cuttable-disk.ts'
import { addressesOf, ADMIN, post, run, SERVER, type Command } from '#tests/support/product.ts'

const ROUNDS = 3
const POINTS = 1_000
const disk = openDisk()

const started: Command[] = []
afterAll(() => {
  for (const { child } of started) child.kill('SIGKILL')
  disk?.remove()
})

/** What the server has acknowledged. */
type Acknowledged = { chats: Set<string>; researches: Set<string>; transactions: Set<string> }

describe.skipIf(disk === null)(
  `a power cut${disk === null ? ' (skipped: needs root and loop devices)' : ''}`,
  () => {
    it('loses no acknowledged chat, charge or transaction', async () => {
      if (disk === null) throw new Error('no disk')
      const env = { DATA_DIR: path.join(disk.folder, 'data'), WELCOME_POINTS: String(POINTS) }
      const acknowledged: Acknowledged = {
        chats: new Set(),
        researches: new Set(),
        transactions: new Set(),
      }
      let server = await start(env)
      const password = await server.command.printed(/user demo password (\S+)/)
      for (let round = 0; round < ROUNDS; round += 1) {
        const token = await signIn(server.url, password)
        const stop = new AbortController()
        const writers = [writeChats, writeResearches, writeTransactions].map((write) =>
          write({ ...server, token, acknowledged, signal: stop.signal }),
        )
        await sleep(1_000 + 300 * round)
        const canary = path.join(disk.folder, `canary-${round}`)
        writeFileSync(canary, 'x'.repeat(100_000))
        await disk.cutPower()
        stop.abort()
        await Promise.all(writers)
        // Otherwise the cut loses nothing, and this test proves nothing.
        expect(existsSync(canary) && readFileSync(canary, 'utf8').startsWith('x')).toBe(false)

        server = await start(env)
        await expectAll(server, await signIn(server.url, password), acknowledged)
      }
      expect(Math.min(...Object.values(acknowledged).map(({ size }) => size))).toBeGreaterThan(
        ROUNDS,
      )
      const check = run([ADMIN, 'ledger', 'check'], { env })
      expect(await check.ended, check.output()).toBe(0)
    }, 120_000)
  },
)

async function start(env: Record<string, string>) {
  const command = run([SERVER], { env })
  started.push(command)
  return { command, ...(await addressesOf(command)) }
}

const signIn = async (url: string, password: string): Promise<string> => {
  const answer = await post(`${url}/api/auth/login`, { username: 'demo', password })
  return ((await answer.json()) as { access_token: string }).access_token
}

type Writing = {
  url: string
  rpcUrl: string
  token: string
  acknowledged: Acknowledged
  signal: AbortSignal
}

type Answer = { data: { id: string }; result: string }

/** Repeats a call until the power is cut, and passes on each answer that arrived whole. */
async function repeat(
  signal: AbortSignal,
  call: () => Promise<Response>,
  keep: (answer: Answer) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const answer = await call()
      const body = (await answer.json()) as Answer
      if (answer.ok) keep(body)
    } catch {
      // The server is gone.
      return
    }
  }
}

const writeChats = ({ url, token, acknowledged, signal }: Writing) =>
  repeat(
    signal,
    () => post(`${url}/api/chats`, {}, token),
    ({ data }) => acknowledged.chats.add(data.id),
  )

const writeResearches = ({ url, token, acknowledged, signal }: Writing) =>
  repeat(
    signal,
    () => post(`${url}/api/research`, { query: `Jupiter ${acknowledged.researches.size}` }, token),
    ({ data }) => acknowledged.researches.add(data.id),
  )

const writeTransactions = ({ rpcUrl, acknowledged, signal }: Writing) =>
  repeat(
    signal,
    () => callChain(rpcUrl, 'requestAirdrop', [encodeBase58(randomBytes(32)), 1_000_000]),
    ({ result }) => acknowledged.transactions.add(result),
  )

const callChain = (rpcUrl: string, method: string, params: readonly unknown[]) =>
  post(rpcUrl, { jsonrpc: '2.0', id: 1, method, params })

async function expectAll(
  { url, rpcUrl }: { url: string; rpcUrl: string },
  token: string,
  { chats, researches, transactions }: Acknowledged,
): Promise<void> {
  const get = async (place: string) => {
    const { status } = await fetch(`${url}/api${place}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return status === 200 ? [] : [place]
  }
  const places = [
    ...[...chats].map((id) => `/chats/${id}`),
    ...[...researches].map((id) => `/research/${id}`),
  ]
  expect((await Promise.all(places.map(get))).flat()).toEqual([])
  const signatures = [...transactions]
  const answer = await callChain(rpcUrl, 'getSignatureStatuses', [
    signatures.slice(-256),
    { searchTransactionHistory: true },
  ])
  const { result } = (await answer.json()) as { result: { value: (object | null)[] } }
  expect(result.value.filter((status) => status === null)).toEqual([])
}
