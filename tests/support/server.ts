import type { FastifyInstance } from 'fastify'
import type { ErrorBody } from '#contract/error.ts'
import { buildApp, type AppDependencies } from '#server/app.ts'
import { createSolanaRpc, type SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import { createMetrics, type Metrics } from '#server/metrics.ts'
import { createAuth, type Auth, type AuthSettings } from '#server/modules/auth/auth-service.ts'
import { API_PREFIX } from '#server/http/route.ts'
import { createLedger, type Ledger } from '#server/modules/ledger/ledger-service.ts'
import { testDatabase } from './database.ts'
import { APP_CONFIG, PUBLIC_CONFIG } from './public-config.ts'
import { testWallet, type TestWallet } from './wallet.ts'
import { randomUUID } from 'node:crypto'

/** Services for building the modules under test. */
type ServerParts = { db: Database; rpc: SolanaRpc; ledger: Ledger; auth: Auth }

export type TestServerOptions = {
  /** A node to ask; absent, every chain read fails as unreachable. */
  rpcUrl?: string
  rpc?: SolanaRpc
  /** A database to share with another server; absent, a fresh one is made and dropped. */
  db?: Database
  /** Registers the routes of the modules under test. */
  modules?: (parts: ServerParts) => AppDependencies['modules']
  auth?: Partial<Omit<AuthSettings, 'db' | 'ledger'>>
  config?: Partial<AppDependencies['config']>
  siteRoot?: string
  storageDir?: string
  logger?: AppDependencies['logger']
  metrics?: Metrics
  timeouts?: AppDependencies['timeouts']
}

type Answer<T> = { status: number; headers: Headers; body: T; text: string }
type CallOptions = {
  body?: unknown
  token?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
}
/** One call below `/api`; the body is parsed when it is JSON. */
type Call = <T = Record<string, unknown>>(
  method: string,
  path: string,
  options?: CallOptions,
) => Promise<Answer<T>>

export type SignedIn = {
  userId: string
  username: string
  wallet: TestWallet
  accessToken: string
  refreshToken: string
  /** Calls as this user. */
  call: Call
}

/** A wallet's proof that its owner made a request. */
type SentProof = { wallet_address: string; signature: string; nonce: string }

export type TestServer = ServerParts & {
  /** `http://127.0.0.1:port` */
  url: string
  app: FastifyInstance
  call: Call
  /** A wallet signs in, a new one unless given. */
  signIn(wallet?: TestWallet): Promise<SignedIn>
  /** Credits lamports to an account. Each call has its own key. */
  grant(userId: string, lamports: bigint): Promise<{ transferId: string }>
  /** A wallet's signature of a new challenge, which by default confirms a change to its account. */
  prove(wallet: TestWallet, purpose?: 'sign-in' | 'link' | 'confirm'): Promise<SentProof>
  /** Throws when an endpoint has answered an error that the contract does not list for it. */
  close(): Promise<void>
}

export const TEST_ORIGIN = 'http://desk.test:3000'
export const TEST_VERSION = { version: '1.2.3', commit: 'abc1234' }
export const TEST_SECRET = 'a secret of the tests, forty characters.'

/** The built app, listening on a free port, on a real database. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.db === undefined ? await testDatabase() : null
  const db = options.db ?? database?.db
  if (db === undefined) throw new Error('no database')
  // Port 9 (discard) is closed: a chain that cannot be reached.
  const rpc =
    options.rpc ??
    createSolanaRpc({ url: options.rpcUrl ?? 'http://127.0.0.1:9', timeoutMs: 3_000 })
  const ledger = createLedger(db)
  const auth = createAuth({
    db,
    ledger,
    appName: 'SolDesk',
    network: 'localnet',
    publicOrigin: TEST_ORIGIN,
    jwtSecrets: [TEST_SECRET],
    welcomePoints: 0,
    maxWelcomesPerDay: null,
    ...options.auth,
  })
  const parts: ServerParts = { db, rpc, ledger, auth }
  const unlisted = new Set<string>()
  const app = await buildApp({
    config: { ...APP_CONFIG, ...options.config },
    publicOrigin: options.auth?.publicOrigin ?? TEST_ORIGIN,
    version: TEST_VERSION,
    db,
    rpc,
    auth,
    publicConfig: PUBLIC_CONFIG,
    siteRoot: options.siteRoot ?? null,
    storageDir: options.storageDir ?? null,
    logger: options.logger ?? null,
    metrics: options.metrics ?? createMetrics(),
    modules: [(it) => collectUnlisted(it, unlisted), ...(options.modules?.(parts) ?? [])],
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const call = callerOf(url, null)
  return {
    ...parts,
    url,
    app,
    call,
    signIn: async (wallet = testWallet()) => {
      const session = await walletSignIn(call, wallet)
      const { access_token: accessToken, refresh_token: refreshToken, user_info: user } = session
      return {
        userId: user.id,
        username: user.username,
        wallet,
        accessToken,
        refreshToken,
        call: callerOf(url, accessToken),
      }
    },
    grant: (userId, lamports) =>
      ledger.credit(db, { userId, kind: 'grant', lamports, idempotencyKey: randomUUID() }),
    prove: (wallet, purpose = 'confirm') => prove(call, wallet, purpose),
    close: async () => {
      await app.close()
      await database?.drop()
      if (unlisted.size > 0) throw new Error(`not in the contract: ${[...unlisted].join(', ')}`)
    },
  }
}

/** Adds each error that an endpoint answers without listing it, such as `me NOT_FOUND`. */
function collectUnlisted(app: FastifyInstance, unlisted: Set<string>): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { url = '' } = request.routeOptions
    const path = url.slice(API_PREFIX.length).replaceAll(/:(\w+)/g, '{$1}')
    const endpoint = app.api.endpoints.find(
      (known) => known.path === path && known.method === request.method,
    )
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (reply.statusCode < 400 || endpoint === undefined || !isJson) return
    const { code } = JSON.parse(String(payload)) as ErrorBody
    if (!endpoint.errors.some((known) => known === code)) unlisted.add(`${endpoint.name} ${code}`)
  })
}

type SessionBody = {
  access_token: string
  refresh_token: string
  user_info: { id: string; username: string }
}

async function prove(call: Call, wallet: TestWallet, purpose: string): Promise<SentProof> {
  const { body } = await call<{ nonce: string; message: string }>(
    'GET',
    `/auth/nonce?wallet_address=${wallet.address}&purpose=${purpose}`,
  )
  return {
    wallet_address: wallet.address,
    signature: wallet.sign(body.message),
    nonce: body.nonce,
  }
}

async function walletSignIn(call: Call, wallet: TestWallet): Promise<SessionBody> {
  const body = await prove(call, wallet, 'sign-in')
  const answer = await call<SessionBody>('POST', '/auth/wallet-login', { body })
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`)
  return answer.body
}

function callerOf(url: string, ownToken: string | null): Call {
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    const token = options.token === undefined ? ownToken : options.token
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      ...(options.body === undefined
        ? {}
        : {
            body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body),
          }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json') === true
    const body: unknown = isJson && text !== '' ? JSON.parse(text) : {}
    return { status: response.status, headers: response.headers, body, text }
  }
  return call as Call
}
