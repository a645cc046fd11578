import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase, type Database } from '#server/db/database.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { listOrders } from '#server/modules/payments/orders/orders-repository.ts'
import { listOwnRuns, listRunsOfKinds } from '#server/modules/runs/run-repository.ts'
import { startLocalChain } from '#localnet/start-local-chain.ts'
import { testWallet } from '#tests/support/wallet.ts'
import { measureLoad } from '#bench/support/http-load.ts'
import { callApi, signIn, startProduct } from '#bench/support/product.ts'
import { startDatabase } from '#bench/support/server.ts'
import { median } from '#bench/support/figures.ts'

/**
 * Scaling out and growing. First 1, 2 and 4 API processes on one PostgreSQL behind a balancer: requests per second of a
 * signed-in read, and 40 paid calls at once on a balance of 10 POINTS, which must charge exactly 10. Then the median of
 * what one user reads most, with 10,000 and with 1,000,000 transfers, of which one user has a tenth. Processes, clients
 * and database share the machine's cores, so more processes than cores cannot be faster.
 */

const PROCESSES = [1, 2, 4]
const CLIENTS = 32
const ROWS = [10_000, 1_000_000]
const CALLS = 40
const MAX_GROWTH = 2
const ROUND_MS = 4_000
const POINTS = 10

export async function run(options: readonly string[]): Promise<void> {
  const dir = mkdtempSync(path.join(tmpdir(), 'soldesk-bench-scale-'))
  try {
    const { db, url, stop } = await startDatabase(path.join(dir, 'postgres'))
    try {
      const outcomes = options.includes('--growth')
        ? {}
        : await scaleOut({ dir, url, db, roundMs: ROUND_MS })
      console.table(outcomes)
      const growth = await grow(dir)
      console.table(growth)
      const charged = Object.values(outcomes).every(({ charges }) => charges === POINTS)
      if (!charged) throw new Error('scale: a balance was spent twice or not to its end')
      const grown = Object.entries(growth).filter(([, { growth: times }]) => times > MAX_GROWTH)
      if (grown.length > 0) {
        throw new Error(`scale: ${grown.map(([name]) => name).join(', ')} grow with the product`)
      }
    } finally {
      await stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

type ScaleOut = { dir: string; url: string; db: Database; roundMs: number }

async function scaleOut({ dir, url: databaseUrl, db, roundMs }: ScaleOut) {
  const chain = await startLocalChain({ dir: path.join(dir, 'chain'), port: 0 })
  const receiver = testWallet().address
  const outcomes: Record<
    string,
    { perSecond: number; p50Ms: number; p99Ms: number; charges: number; drift: number }
  > = {}
  try {
    for (const count of PROCESSES) {
      const servers = await Promise.all(
        Array.from({ length: count }, () =>
          startProduct({
            DATABASE_URL: databaseUrl.replace('//app@', '//postgres@'),
            DATA_DIR: path.join(dir, randomUUID()),
            SOLANA_RPC_URL: chain.rpcUrl,
            SOLANA_NETWORK: 'localnet',
            RECEIVER_WALLET: receiver,
            WELCOME_POINTS: String(POINTS),
          }),
        ),
      )
      const balancer = await startBalancer(servers.map(({ port }) => port))
      const port = (balancer.address() as AddressInfo).port
      const url = `http://127.0.0.1:${port}`
      const tokens = await Promise.all(Array.from({ length: CLIENTS }, () => signIn(url)))
      // Each process compiles its own code, and gets a share of the calls only.
      await measureLoad({ port, path: '/api/auth/me', tokens, ms: roundMs * count })
      const load = await measureLoad({ port, path: '/api/auth/me', tokens, ms: roundMs })
      const spender = await signIn(url)
      const answers = await Promise.all(
        Array.from({ length: CALLS }, () => callResearch(url, spender)),
      )
      outcomes[`${count} process${count === 1 ? '' : 'es'}`] = {
        perSecond: load.requestsPerSecond,
        p50Ms: load.p50Ms,
        p99Ms: load.p99Ms,
        charges: answers.filter((status) => status === 202).length,
        drift: (await createLedger(db).check()).length,
      }
      balancer.close()
      await Promise.all(servers.map(({ stop }) => stop()))
    }
  } finally {
    await chain.stop()
  }
  return outcomes
}

async function startBalancer(ports: readonly number[]): Promise<Server> {
  let next = 0
  const server = createServer((client) => {
    const upstream = connect(ports[(next += 1) % ports.length] ?? 0, '127.0.0.1')
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Returns the status. Each call has a connection of its own, so that the balancer spreads them. */
async function callResearch(url: string, token: string): Promise<number> {
  const body = { query: `What is new on Solana? ${randomUUID()}` }
  const headers = { connection: 'close' }
  const answer = await callApi(url, 'POST', '/research', { body, token, headers })
  await answer.text()
  return answer.status
}

async function grow(dir: string) {
  const medians: Record<string, number[]> = {}
  const times: Record<string, number[][]> = {}
  await using stack = new AsyncDisposableStack()
  const sizes: Record<string, () => Promise<unknown>>[] = []
  for (const rows of ROWS) {
    const { db, url, stop } = await startDatabase(path.join(dir, `rows-${rows}`))
    stack.defer(stop)
    const ownerUrl = url.replace('//app@', '//postgres@')
    const owner = await openDatabase({ url: ownerUrl, poolSize: 1, statementTimeoutMs: 0 })
    const user = await seed(owner, rows)
    await owner.close()
    sizes.push(listReads(db, user, rows / 10))
  }
  for (let call = 0; call < 40; call += 1) {
    for (const [size, reads] of sizes.entries()) {
      for (const [name, read] of Object.entries(reads)) {
        const startedAt = performance.now()
        await read()
        const measured = ((times[name] ??= [])[size] ??= [])
        measured.push(performance.now() - startedAt)
      }
    }
  }
  for (const [name, measured] of Object.entries(times)) {
    medians[name] = measured.map(median)
  }
  return Object.fromEntries(
    Object.entries(medians).map(([name, [small = 0, big = 0]]) => [
      name,
      {
        [`${ROWS[0]} rows, ms`]: Number(small.toFixed(2)),
        [`${ROWS[1]} rows, ms`]: Number(big.toFixed(2)),
        growth: Number((Math.max(big, 1) / Math.max(small, 1)).toFixed(1)),
      },
    ]),
  )
}

/** `own`: how many charges and how many orders the user has. Deep pages are the last ones. */
function listReads(
  db: Database,
  user: string,
  own: number,
): Record<string, () => Promise<unknown>> {
  const ledger = createLedger(db)
  const page = { userId: user, offset: 0, limit: 20 }
  const last = { ...page, offset: own - 20 }
  const runs = { ...page, kind: 'ca_report', groupId: null }
  return {
    balance: () => ledger.getBalance(user),
    consumption: () => ledger.listConsumption(page),
    'balance changes': () => ledger.listBalanceChanges(page),
    'balance history, 30 days': () =>
      ledger.getBalanceHistory({ userId: user, stepSeconds: 43_200, count: 60 }),
    orders: () => listOrders(db, page),
    runs: () => listOwnRuns(db, runs),
    'runs of all kinds': () => listRunsOfKinds(db, { ...page, kinds: ['ca_report', 'research'] }),
    'consumption of a type': () => ledger.listConsumption({ ...page, type: 'WALLET_FINDER' }),
    'consumption, last page': () => ledger.listConsumption(last),
    'balance changes, last page': () => ledger.listBalanceChanges(last),
    'orders, last page': () => listOrders(db, last),
    'runs, last page': () => listOwnRuns(db, { ...runs, offset: own / 4 - 20 }),
  }
}

/**
 * Adds transfers of a year for a new user with a tenth of `rows`, and for 1,000 others, and as many orders and a quarter
 * as many runs of that user.
 */
async function seed(owner: Database, rows: number): Promise<string> {
  const user = randomUUID()
  await owner.query(`insert into account (id, kind, balance) values ($1, 'user', 0)`, [user])
  await owner.query(
    `insert into account (id, kind) select gen_random_uuid(), 'user' from generate_series(1, 1000)`,
  )
  const charge = `with made as (
    insert into transfer
      (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash, created_at)
    select gen_random_uuid(), a.id, 'charge', a.id, '00000000-0000-7000-8000-000000000002', 10000000, 0,
      'charge:' || gen_random_uuid(), 'x', now() - random() * interval '365 days'
    from (select id from account where kind = 'user' and (id = $1) = $3 limit 1000) a
    cross join generate_series(1, $2::int) s
    returning id, user_id, created_at)
  insert into consumption (transfer_id, user_id, type, created_at)
  select id, user_id, 'CA_ANALYSIS', created_at from made`
  await owner.query(
    `insert into transfer
      (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash, created_at)
     values ($1::uuid, $1, 'topup', '00000000-0000-7000-8000-000000000001', $1, $2, $2, 'topup', 'x',
       now() - interval '366 days')`,
    [user, 1_000_000 * rows],
  )
  await owner.query(charge, [user, rows / 10, true])
  await owner.query(charge, [user, Math.floor((rows * 0.9) / 1_000), false])
  await owner.query(
    `insert into app_user (id, username, username_key) values ($1::uuid, $1::text, $1::text)`,
    [user],
  )
  await owner.query(
    `insert into payment_order (id, order_id, order_number, user_id, network, receiver, payer_wallet, payer_linked,
       currency, amount_lamports, reference, status, created_slot, last_valid_block_height, created_at, expires_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, 'localnet', 'r', 'p', true, 'SOL', n,
       gen_random_uuid(), 'EXPIRED', 1, 1, now() - random() * interval '365 days', now()
     from generate_series(1, $2::int) n`,
    [user, rows / 10],
  )
  await owner.query(
    `insert into paid_run (id, kind, user_id, transfer_id, input, status, counts, body, created_at, finished_at)
     select id, 'ca_report', user_id, id, '{"kind": "CA_ANALYSIS", "addresses": []}', 'done', '{}', '{}', created_at, created_at
     from transfer where user_id = $1 and kind = 'charge' limit $2`,
    [user, rows / 40],
  )
  for (const table of ['transfer', 'consumption', 'account', 'payment_order', 'paid_run'])
    await owner.query(`vacuum analyze ${table}`)
  return user
}
