import { randomUUID } from 'node:crypto'
import { Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOKEN_PROGRAM } from '#solana/programs.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { openMortalApp, type MortalApp } from '#tests/support/mortal-app.ts'
import { TEST_ORIGIN, TEST_SECRET } from '#tests/support/server.ts'
import { paymentDesk, POINT, SOL, type Order, type PaymentDesk, type User } from './payment-desk.ts'
import { createMint } from './token-mint.ts'

const HALF = SOL / 2n
/** Every step has a server of its own, on a machine that may be busy. */
const PATIENCE_MS = 120_000
/** More steps than any of these calls takes; a call that is longer fails the test. */
const MOST_STEPS = 60
/** Stories at a time: as many as the machine has cores. */
const TOGETHER = 2

let desk: PaymentDesk
let mint: string
let survivor: MortalApp
let owner: Database

beforeAll(async () => {
  desk = await paymentDesk()
  owner = await openDatabase({ url: desk.database.ownerUrl, poolSize: 2 })
  const issuer = await desk.user()
  const key = Keypair.generate()
  await desk.send(createMint(issuer.wallet, key, TOKEN_PROGRAM, 6), {
    feePayer: issuer.wallet,
    signers: [key],
  })
  mint = key.publicKey.toBase58()
  survivor = await openServer('survivor', () => undefined)
})
afterAll(async () => {
  survivor.cut()
  await survivor.jobs.stop()
  await owner.close()
  await desk.close()
})

const openServer = (name: string, die: () => void, jobs?: Jobs) => {
  const url = new URL(desk.database.url)
  url.searchParams.set('application_name', name)
  return openMortalApp(
    {
      databaseUrl: url.href,
      rpcUrl: desk.chain.rpcUrl,
      receiver: desk.receiver,
      jwtSecret: TEST_SECRET,
      origin: TEST_ORIGIN,
    },
    { die, ...(jobs === undefined ? {} : { jobs }) },
  )
}

type Victim = MortalApp & {
  /** Resolves once the database has lost its connections. */
  gone: Promise<void>
  kill(): Promise<void>
}

/** Opens a server whose death is what others see of a killed process: its connections end, and nothing follows. */
async function start(): Promise<Victim> {
  const name = `victim-${randomUUID()}`
  const dead = Promise.withResolvers<void>()
  const app = await openServer(name, dead.resolve, survivor.jobs)
  const bury = async () => {
    await dead.promise
    await owner.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1',
      [name],
    )
    app.cut()
  }
  const gone = bury()
  const kill = () => {
    dead.resolve()
    return gone
  }
  return { ...app, gone, kill }
}

type Call = { method: 'POST' | 'DELETE'; path: string; body?: object; key?: string }

/** The answer's status; 0 when the server died over the call. */
async function callAt(url: string, caller: User, { method, path, body, key }: Call) {
  try {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${caller.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  } catch {
    return { status: 0, body: null }
  }
}

/** Releases the claims of a dead call, which otherwise takes a minute. */
const forgetClaims = () =>
  desk.db.query(
    `update idempotent_answer set claimed_at = claimed_at - interval '2 minutes' where body is null`,
  )

/** Returns whether the server lived to answer. */
async function callDying(dieAfter: number, caller: User, call: Call): Promise<boolean> {
  const dying = await start()
  await dying.obey({ kind: 'die', afterSteps: dieAfter })
  const { status } = await callAt(dying.url, caller, call)
  if (status === 0) await dying.gone
  else await dying.kill()
  await forgetClaims()
  return status !== 0
}

/** Runs the story with a death after every step until one run reaches the end. Returns how many died. */
async function atSteps(story: (dieAfter: number) => Promise<boolean>): Promise<number> {
  for (let turn = 0; turn < MOST_STEPS; turn += TOGETHER) {
    const steps = Array.from({ length: TOGETHER }, (_, index) => 1 + turn + index)
    const lived = await Promise.all(steps.map(story))
    const first = lived.indexOf(true)
    if (first !== -1) return turn + first
  }
  throw new Error(`no story ended within ${MOST_STEPS} steps`)
}

async function paid(): Promise<{ caller: User; order: Order; signature: string }> {
  const caller = await desk.user()
  const order = await desk.createOrder(caller, HALF)
  return { caller, order, signature: await desk.pay(caller, order) }
}

const verifyCall = ({ payment_id, order_id }: Order, transaction_signature: string): Call => ({
  method: 'POST',
  path: '/web3/solana/verify-payment',
  body: { payment_id, order_id, transaction_signature },
})

it(
  'row 28: a server killed after any step of verify credits exactly once',
  async () => {
    const deaths = await atSteps(async (dieAfter) => {
      const { caller, order, signature } = await paid()
      const call = verifyCall(order, signature)
      const lived = await callDying(dieAfter, caller, call)
      const { body } = await callAt(survivor.url, caller, call)
      expect(body).toMatchObject({ success: true, data: { verified: true, status: 'PAID' } })
      expect(await desk.balance(caller)).toBe(HALF)
      return lived
    })
    expect(deaths).toBeGreaterThan(8)
    expect(await desk.violations()).toEqual([])
  },
  PATIENCE_MS,
)

it(
  'row 28: a server killed after any step of a reconciler’s round credits and settles exactly once',
  async () => {
    await desk.reconciler.runOnce()
    const callers: User[] = []
    let deaths = 0
    for (let dieAfter = 1; ; dieAfter += 1) {
      if (dieAfter > MOST_STEPS) throw new Error(`a round has more than ${MOST_STEPS} steps`)
      const { caller } = await paid()
      callers.push(caller)
      const dying = await start()
      await dying.obey({ kind: 'die', afterSteps: dieAfter })
      const round = dying.obey({ kind: 'reconcile' }).then(() => true)
      const hasLived = await Promise.race([round, dying.gone.then(() => false)])
      await dying.kill()
      if (hasLived) break
      deaths += 1
      if (deaths % 3 === 0) await desk.finalized()
    }
    expect(deaths).toBeGreaterThan(16)
    await desk.reconciler.runOnce()
    const balances = await Promise.all(callers.map((caller) => desk.balance(caller)))
    expect(balances).toEqual(callers.map(() => HALF))
    expect(await desk.violations()).toEqual([])
  },
  PATIENCE_MS,
)

const analysisCall = (key: string): Call => ({
  method: 'POST',
  path: '/analysis/ca',
  body: { contract_address: mint },
  key,
})

async function customer(): Promise<User> {
  const { caller, order, signature } = await paid()
  await desk.verify(caller, order, signature)
  return caller
}

it(
  'row 28: a server killed after any step of a charge takes the POINT once, for one report',
  async () => {
    const deaths = await atSteps(async (dieAfter) => {
      const caller = await customer()
      const call = analysisCall(`charge-${dieAfter}`)
      const lived = await callDying(dieAfter, caller, call)
      expect((await callAt(survivor.url, caller, call)).status).toBe(202)
      expect(await desk.balance(caller)).toBe(HALF - POINT)
      const [counted] = await desk.db.query<{ reports: bigint; jobs: bigint }>(
        'select count(*) as reports from paid_run where user_id = $1',
        [caller.id],
      )
      expect(counted?.reports).toBe(1n)
      return lived
    })
    expect(deaths).toBeGreaterThan(4)
    expect(await desk.violations()).toEqual([])
  },
  PATIENCE_MS,
)

it(
  'row 28: a server killed after any step of a refund gives the POINT back once',
  async () => {
    const deaths = await atSteps(async (dieAfter) => {
      const caller = await customer()
      const { body } = await callAt(survivor.url, caller, analysisCall(`refund-${dieAfter}`))
      const { id } = (body as { data: { id: string } }).data
      const call: Call = { method: 'DELETE', path: `/analysis/reports/${id}` }
      const lived = await callDying(dieAfter, caller, call)
      expect([200, 404]).toContain((await callAt(survivor.url, caller, call)).status)
      expect(await desk.balance(caller)).toBe(HALF)
      return lived
    })
    expect(deaths).toBeGreaterThan(4)
    expect(await desk.violations()).toEqual([])
  },
  PATIENCE_MS,
)
