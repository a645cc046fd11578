import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readNumber } from '#bench/support/options.ts'
import { startProduct } from '#bench/support/product.ts'
import { testWallet } from '#tests/support/wallet.ts'
import { createRandom } from './hostile-values.ts'
import { listOperations, makeRequest, type MadeRequest, type Operation } from './requests.ts'

/**
 * Requests to every operation that the API documents, with valid values and hostile ones in their place, to the whole
 * product with its own database and chain. No answer may be a server error. `-- fuzz --requests 1000 --seed 7`.
 */

const REQUESTS = 100_000
const CLIENTS = 16
const USERS = 200
const TIMEOUT_MS = 20_000
const MAX_SHOWN = 10

type Answer = { status: number; ms: number }
type User = { token: string; address: string }

export async function run(options: readonly string[]): Promise<void> {
  const requests = readNumber(options, '--requests', REQUESTS)
  const seed = readNumber(options, '--seed', 1)
  const dir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-fuzz-'))
  const product = await startProduct({
    DATA_DIR: dir,
    WELCOME_POINTS: '100',
  })
  try {
    await fuzz(product.port, requests, seed)
  } finally {
    await product.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function fuzz(port: number, requests: number, seed: number): Promise<void> {
  const documented = await fetch(`http://127.0.0.1:${port}/api/openapi.json`)
  const { operations, schemas } = listOperations(await documented.json())
  const random = createRandom(seed)
  const users = new Map<number, User>()
  const statuses: Record<string, number> = {}
  const reached = new Set<string>()
  const broken: string[] = []
  let slowestMs = 0
  let sent = 0

  const client = async () => {
    while (sent < requests) {
      const nth = sent
      sent += 1
      const operation = operations[nth % operations.length]
      if (operation === undefined) throw new Error('the API documents no operation')
      const made = makeRequest(operation, schemas, random)
      const place = Math.floor(random() * USERS)
      const user = users.get(place) ?? (await signIn(port, place))
      users.set(place, user)
      const answer = await send(port, user, made)
      if (answer.status === 401) users.delete(place)
      if (answer.status < 300) reached.add(nameOperation(operation))
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      slowestMs = Math.max(slowestMs, answer.ms)
      if (answer.status >= 500) broken.push(`${answer.status} ${JSON.stringify(made)}`)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  console.table([{ requests, operations: operations.length, accepted: reached.size, slowestMs }])
  console.table([statuses])
  if (broken.length > 0) {
    throw new Error(
      `fuzz: ${broken.length} server errors\n${broken.slice(0, MAX_SHOWN).join('\n')}`,
    )
  }
}

const nameOperation = ({ method, path: route }: Operation) => `${method} ${route}`

const agents = new Map<string, Agent>()

/** Each user calls from an address of its own, because limits count by address too. */
function openAgent(address: string): Agent {
  const kept = agents.get(address)
  if (kept !== undefined) return kept
  const agent = new Agent({ keepAlive: true, localAddress: address })
  agents.set(address, agent)
  return agent
}

/** The body of an event stream is not awaited. A connection that the server closes early has the status 0. */
function send(port: number, { token, address }: User, made: MadeRequest): Promise<Answer> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const finish = (status: number) =>
      resolve({ status, ms: Math.round(performance.now() - startedAt) })
    const call = request(
      {
        port,
        host: '127.0.0.1',
        method: made.method,
        path: made.path,
        agent: openAgent(address),
        timeout: TIMEOUT_MS,
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...made.headers,
          ...(made.body === undefined ? {} : { 'content-length': Buffer.byteLength(made.body) }),
        },
      },
      (answer) => {
        const status = answer.statusCode ?? 0
        if (String(answer.headers['content-type']).startsWith('text/event-stream')) {
          call.destroy()
          finish(status)
          return
        }
        answer.resume()
        answer.on('end', () => finish(status))
        answer.on('error', () => finish(status))
      },
    )
    call.on('timeout', () => reject(new Error(`no answer to ${JSON.stringify(made)}`)))
    call.on('error', () => finish(0))
    call.end(made.body)
  })
}

async function signIn(port: number, place: number): Promise<User> {
  const address = `127.0.${1 + Math.floor(place / 200)}.${1 + (place % 200)}`
  const wallet = testWallet()
  const guest = { token: '', address }
  const get = (target: string) =>
    readJson(port, guest, { method: 'GET', path: target, headers: {} })
  const asked = await get(`/api/auth/nonce?wallet_address=${wallet.address}&purpose=sign-in`)
  const proof = {
    wallet_address: wallet.address,
    signature: wallet.sign(asked['message'] ?? ''),
    nonce: asked['nonce'],
  }
  const answer = await readJson(port, guest, {
    method: 'POST',
    path: '/api/auth/wallet-login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  })
  return { token: answer['access_token'] ?? '', address }
}

const readJson = (
  port: number,
  { address }: User,
  made: MadeRequest,
): Promise<Record<string, string>> =>
  new Promise((resolve, reject) => {
    const call = request(
      { port, host: '127.0.0.1', ...made, agent: openAgent(address) },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        answer.on('end', () => resolve(JSON.parse(text) as Record<string, string>))
      },
    )
    call.on('error', reject)
    call.end(made.body)
  })
