import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { SYSTEM_ACCOUNTS } from '#server/modules/ledger/ledger-accounts.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { withDatabase } from '#bench/support/server.ts'

/**
 * Charges a second with 64 clients, each waiting for its answer before it asks again, over 10,000 users and on one; the
 * ledger's one statement beside a transaction of five statements with a shared revenue row, in turns in one run.
 * Fsync, full-page writes and checksums are on. Client, server and database share the machine's cores.
 */

type Measure = { chargesPerSecond: number; p50Ms: number; p99Ms: number }
type ChargeBench = {
  ledger: { spread: Measure; hot: Measure }
  naive: { spread: Measure; hot: Measure }
  /** Violations of the ledger's invariants after all charges; must be 0. */
  drift: number
  charges: number
}

const CLIENTS = 64
const USERS = 10_000
const POOL_SIZE = 16
const ROUNDS = 3
const START_LAMPORTS = 1_000_000_000_000n

const NAIVE_SCHEMA = [
  'create table naive_account (id uuid primary key, balance bigint not null check (balance >= 0))',
  `create table naive_entry (id uuid primary key, user_id uuid not null references naive_account (id),
     lamports bigint not null, idempotency_key text not null, unique (user_id, idempotency_key))`,
  `insert into naive_account select id, balance from account where kind = 'user'`,
  `insert into naive_account values ('${SYSTEM_ACCOUNTS.revenue}', 0)`,
  'grant select, insert, update on naive_account, naive_entry to app',
]

const BUDGET = { spreadPerSecond: 3_000, hotPerSecond: 1_000, p99Ms: 60 }

/** Prints the table; throws when a budget is missed or an invariant of the ledger does not hold. */
export async function run(options: { roundMs?: number } = {}): Promise<void> {
  const { ledger, naive, drift, charges } = await compare(options.roundMs ?? 2_500)
  console.table({
    'ledger, 10,000 users': row(ledger.spread),
    'five statements, 10,000 users': row(naive.spread),
    'ledger, one user': row(ledger.hot),
    'five statements, one user': row(naive.hot),
  })
  const { spreadPerSecond, hotPerSecond, p99Ms } = BUDGET
  console.log(`${charges} charges, ${drift} violated invariants`)
  console.log(
    `budget: ${spreadPerSecond}/s over many users, ${hotPerSecond}/s on one, p99 ${p99Ms} ms`,
  )
  const isMet =
    drift === 0 &&
    ledger.spread.chargesPerSecond >= spreadPerSecond &&
    ledger.hot.chargesPerSecond >= hotPerSecond &&
    Math.max(ledger.spread.p99Ms, ledger.hot.p99Ms) <= p99Ms
  if (!isMet) throw new Error('charges: budget missed')
}

const row = (one: Measure) => ({
  'charges/s': Math.round(one.chargesPerSecond),
  'p50 ms': Number(one.p50Ms.toFixed(1)),
  'p99 ms': Number(one.p99Ms.toFixed(1)),
})

async function compare(roundMs: number): Promise<ChargeBench> {
  const users = Array.from({ length: USERS }, () => randomUUID())
  const prepare = async (owner: Database) => {
    await fund(owner, users)
    for (const statement of NAIVE_SCHEMA) await owner.query(statement)
    await owner.query('vacuum analyze')
  }
  return withDatabase(
    async (db) => {
      const ledger = createLedger(db)
      const one = async (userId: string) => {
        const result = await ledger.charge({
          userId,
          lamports: 1n,
          idempotencyKey: randomUUID(),
          requestHash: 'bench',
          consumption: { type: 'CA_ANALYSIS' },
        })
        if (!result.ok) throw new Error(result.reason)
      }
      const naive = (userId: string) => chargeNaively(db, userId)
      const hot = users.slice(0, 1)
      const cases = {
        'ledger spread': () => measure(one, users, roundMs),
        'naive spread': () => measure(naive, users, roundMs),
        'ledger hot': () => measure(one, hot, roundMs),
        'naive hot': () => measure(naive, hot, roundMs),
      }
      const taken = new Map<string, Measure[]>()
      await measure(one, users, 500)
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, take] of Object.entries(cases)) {
          taken.set(name, [...(taken.get(name) ?? []), await take()])
        }
      }
      const of = (name: keyof typeof cases) => median(taken.get(name) ?? [])
      const [counted] = await db.query<{ charges: bigint }>(
        `select count(*) as charges from transfer where kind = 'charge'`,
      )
      const drift = (await ledger.check()).length
      return {
        ledger: { spread: of('ledger spread'), hot: of('ledger hot') },
        naive: { spread: of('naive spread'), hot: of('naive hot') },
        drift,
        charges: Number(counted?.charges ?? 0n),
      }
    },
    { poolSize: POOL_SIZE, prepare },
  )
}

async function fund(owner: Database, users: string[]): Promise<void> {
  await owner.query(
    `insert into account (id, kind, balance) select unnest($1::uuid[]), 'user', $2::bigint`,
    [users, START_LAMPORTS],
  )
  await owner.query(
    `insert into transfer
       (id, user_id, kind, debit, credit, lamports, balance_after, idempotency_key, request_hash)
     select gen_random_uuid(), id, 'operator', $3::uuid, id, $2::bigint, $2::bigint, 'fund', 'fund'
     from unnest($1::uuid[]) as id`,
    [users, START_LAMPORTS, SYSTEM_ACCOUNTS.operator],
  )
}

async function chargeNaively(db: Database, userId: string): Promise<void> {
  const key = randomUUID()
  await db.transaction(async (tx) => {
    const known = 'select 1 from naive_entry where user_id = $1 and idempotency_key = $2'
    await tx.query(known, [userId, key])
    await tx.query('select balance from naive_account where id = $1 for update', [userId])
    await tx.query('insert into naive_entry values ($1, $2, 1, $3)', [randomUUID(), userId, key])
    const change = 'update naive_account set balance = balance + $2 where id = $1'
    await tx.query(change, [userId, -1])
    await tx.query(change, [SYSTEM_ACCOUNTS.revenue, 1])
  })
}

async function measure(
  charge: (userId: string) => Promise<void>,
  users: string[],
  durationMs: number,
): Promise<Measure> {
  const latenciesMs: number[] = []
  const startedAtMs = performance.now()
  const client = async () => {
    while (performance.now() - startedAtMs < durationMs) {
      const askedAtMs = performance.now()
      await charge(users[Math.floor(Math.random() * users.length)] ?? '')
      latenciesMs.push(performance.now() - askedAtMs)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const seconds = (performance.now() - startedAtMs) / 1_000
  latenciesMs.sort((a, b) => a - b)
  const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0
  return { chargesPerSecond: latenciesMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

function median(measures: Measure[]): Measure {
  const sorted = measures.toSorted((a, b) => a.chargesPerSecond - b.chargesPerSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { chargesPerSecond: 0, p50Ms: 0, p99Ms: 0 }
}

if (import.meta.main) await run()
