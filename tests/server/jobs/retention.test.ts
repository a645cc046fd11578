import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { purge, RETENTION, type RetentionName } from '#server/jobs/retention.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
const db = database.db
afterAll(() => database.drop())

type Planted = {
  /** A row that is due once it is so many days old. */
  plant(ageDays: number): Promise<void>
  /** How many of the planted rows are there, or still hold what is purged. */
  count(): Promise<number>
}

const ago = `now() - $1::float8 * interval '1 day'`
const counted = async (sql: string, params: unknown[] = []): Promise<number> => {
  const [row] = await db.query<{ n: number }>(`select count(*)::int as n from ${sql}`, params)
  return row?.n ?? 0
}

/** Rows that every kind of turn and message refers to. */
async function newMessage(): Promise<string> {
  const [chat, message, user] = [randomUUID(), randomUUID(), randomUUID()]
  await db.query('insert into chat (id, user_id) values ($1, $2)', [chat, user])
  await db.query(
    `insert into chat_message (id, chat_id, user_id, role, status)
     values ($1, $2, $3, 'assistant', 'complete')`,
    [message, chat, user],
  )
  return message
}

const newTurn = (ageDays: number, turn: { messageId: string; points: number }) =>
  db.query(
    `insert into chat_turn (id, chat_id, message_id, user_id, request_hash, status, points,
       transfer_id, owner, created_at, ended_at)
     values ($2, $3, $4, $5, 'hash', 'complete', $6, $7, $8, ${ago}, now())`,
    [
      ageDays,
      randomUUID(),
      randomUUID(),
      turn.messageId,
      randomUUID(),
      turn.points,
      turn.points === 0 ? null : randomUUID(),
      randomUUID(),
    ],
  )

async function newRun(ageDays: number | null): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into paid_run (id, user_id, kind, status, input, transfer_id, body, hidden_at)
     values ($2, $3, 'analysis', 'done', '{}', $4, '{}', ${ago})`,
    [ageDays, id, randomUUID(), randomUUID()],
  )
  return id
}

async function newOrder(ageDays: number, { isWatched = false } = {}): Promise<string> {
  const id = randomUUID()
  await db.query(
    `insert into payment_order (id, order_id, order_number, user_id, network, receiver,
       payer_wallet, payer_linked, currency, amount_lamports, reference, status, created_slot,
       last_valid_block_height, created_at, expires_at, watch_at)
     values ($2, $3, 'number', $4, 'localnet', 'receiver', 'payer', true, 'SOL', 1, $5, 'EXPIRED',
       1, 1, ${ago}, now(), case when $6 then now() end)`,
    [ageDays, id, randomUUID(), randomUUID(), randomUUID(), isWatched],
  )
  return id
}

const newBlockhash = (ageDays: number, paymentId: string) =>
  db.query(
    `insert into payment_blockhash (payment_id, blockhash, issued_at) values ($2, $3, ${ago})`,
    [ageDays, paymentId, randomUUID()],
  )

async function newSecondLook(paymentId: string): Promise<void> {
  const id = randomUUID()
  await db.query(
    `insert into payment_receipt (id, network, signature, currency, receiver, received, slot,
       recorded_at, state, reason)
     values ($1, 'localnet', $2, 'SOL', 'receiver', 1, 1, now(), 'UNMATCHED', 'none')`,
    [id, id],
  )
  await db.query(
    `insert into payment_second_look (payment_id, receipt_id, payer_linked) values ($1, $2, true)`,
    [paymentId, id],
  )
}

const newEvent = (id: string, event: { age: number; seq: number; type: string }) =>
  db.query(`insert into run_event values ($2, $3, $4::jsonb, ${ago})`, [
    event.age,
    id,
    event.seq,
    JSON.stringify({ type: event.type }),
  ])

/** Events of one run, which ends with an old event that has to stay. */
async function eventsOf(id: string): Promise<Planted> {
  let seq = 1
  await newEvent(id, { age: 999, seq, type: 'done' })
  return {
    plant: async (age) => void (await newEvent(id, { age, seq: (seq += 1), type: 'progress' })),
    count: async () => (await counted('run_event where run_id = $1', [id])) - 1,
  }
}

const TABLES: Record<RetentionName, () => Planted | Promise<Planted>> = {
  chat_events: async () => {
    const message = await newMessage()
    let seq = 0
    return {
      plant: async (age) =>
        void (await db.query(
          `insert into chat_events (message_id, first_seq, last_seq, events, created_at)
           values ($2, $3, $3, '[]', ${ago})`,
          [age, message, (seq += 1)],
        )),
      count: () => counted('chat_events where message_id = $1', [message]),
    }
  },
  chat_turns: async () => {
    const message = await newMessage()
    return {
      plant: async (age) => void (await newTurn(age, { messageId: message, points: 0 })),
      count: () => counted('chat_turn where message_id = $1', [message]),
    }
  },
  run_events: async () => eventsOf(await newRun(null)),
  removed_runs: () => ({
    plant: async (age) => void (await newRun(age)),
    count: () => counted('paid_run where hidden_at is not null and body is not null'),
  }),
  report_parts: () => ({
    plant: async (age) =>
      void (await db.query('insert into ca_report (id) values ($1)', [await newRun(age)])),
    count: () => counted('ca_report'),
  }),
  payment_blockhashes: async () => {
    const order = await newOrder(0)
    return {
      plant: async (age) => void (await newBlockhash(age, order)),
      count: () => counted('payment_blockhash where payment_id = $1', [order]),
    }
  },
  payment_second_looks: () => ({
    plant: async (age) => newSecondLook(await newOrder(age)),
    count: () => counted('payment_second_look'),
  }),
  analysis_tokens: async () => ({
    plant: async (age) =>
      void (await db.query(`insert into analysis_token (mint, used_at) values ($2, ${ago})`, [
        age,
        randomUUID(),
      ])),
    count: () => counted('analysis_token'),
  }),
  admin_actions: async () => ({
    plant: async (age) =>
      void (await db.query(
        `insert into admin_action (id, action, detail, actor, created_at)
         values ($2, 'credit', '{}', 'operator', ${ago})`,
        [age, randomUUID()],
      )),
    count: () => counted('admin_action'),
  }),
  // The later of the two rows stays in any case.
  balance_totals: async () => ({
    plant: async (age) =>
      void (await db.query(
        `insert into balance_total (user_id, until, credited, spent, refunded, granted)
         values ($2, ${ago}, 1, 0, 0, 0), ($2, ${ago} + interval '1 hour', 2, 0, 0, 0)`,
        [age, randomUUID()],
      )),
    count: () => counted('balance_total where credited = 1'),
  }),
  analysis_funders: async () => ({
    plant: async (age) =>
      void (await db.query(`insert into analysis_funder (wallet, looked_at) values ($2, ${ago})`, [
        age,
        randomUUID(),
      ])),
    count: () => counted('analysis_funder'),
  }),
  // A saved agent stays, however old it is.
  agent_previews: async () => ({
    plant: async (age) =>
      void (await db.query(
        `insert into user_agent (id, user_id, name, is_preview, updated_at)
         values ($2, $2, 'Tried', true, ${ago}), ($3, $3, 'Saved', false, ${ago})`,
        [age, randomUUID(), randomUUID()],
      )),
    count: () => counted("user_agent where name = 'Tried'"),
  }),
  price_alerts: async () => {
    const add = (firedAt: string, values: unknown[]) =>
      db.query(
        `insert into price_alert (id, user_id, mint, direction, price, created_at, fired_at)
         values ($1, $1, 'mint', 'above', 1, now() - interval '999 days', ${firedAt})`,
        values,
      )
    // One that waits stays, however old it is.
    await add('null', [randomUUID()])
    return {
      plant: async (age) =>
        void (await add("now() - $2::float8 * interval '1 day'", [randomUUID(), age])),
      count: async () => (await counted('price_alert')) - 1,
    }
  },
  refresh_tokens: async () => {
    const [user, session] = [randomUUID(), randomUUID()]
    await db.query('insert into app_user (id, username, username_key) values ($1, $2, $2)', [
      user,
      user,
    ])
    await db.query(
      `insert into user_session (id, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [session, user],
    )
    return {
      plant: async (age) =>
        void (await db.query(
          `insert into refresh_token (token_hash, session_id, used_at) values ($2, $3, ${ago})`,
          [age, randomUUID(), session],
        )),
      count: () => counted('refresh_token where session_id = $1', [session]),
    }
  },
}

describe.each(Object.keys(RETENTION) as RetentionName[])('the rule %s', (name) => {
  it('deletes all that is due, in batches, and nothing younger', async () => {
    const { plant, count } = await TABLES[name]()
    const { days } = RETENTION[name]
    for (let nth = 0; nth < 5; nth += 1) await plant(days + 0.1)
    for (let nth = 0; nth < 2; nth += 1) await plant(days - 0.1)
    await purge(db, { batchRows: 2 })
    expect(await count()).toBe(2)
    await purge(db, { days: { [name]: days + 1 } })
    expect(await count()).toBe(2)
    await plant(days + 0.5)
    await purge(db, { days: { [name]: days + 1 } })
    expect(await count()).toBe(3)
  })
})

describe('a purge', () => {
  it('keeps old turns that are paid for with their message, and drops them without it', async () => {
    const message = await newMessage()
    await newTurn(999, { messageId: message, points: 1 })
    const gone = randomUUID()
    await newTurn(999, { messageId: gone, points: 1 })
    await purge(db)
    expect(await counted('chat_turn where message_id = $1', [message])).toBe(1)
    expect(await counted('chat_turn where message_id = $1', [gone])).toBe(0)
  })

  it('keeps what belongs to an order that is still watched', async () => {
    const order = await newOrder(999, { isWatched: true })
    await newBlockhash(999, order)
    await newSecondLook(order)
    await purge(db)
    expect(await counted('payment_blockhash where payment_id = $1', [order])).toBe(1)
    expect(await counted('payment_second_look where payment_id = $1', [order])).toBe(1)
  })

  it('keeps the results of runs in the history', async () => {
    const run = await newRun(null)
    await purge(db)
    expect(await counted('paid_run where id = $1 and body is not null', [run])).toBe(1)
  })

  it('runs the other rules if one fails, and throws at the end', async () => {
    const { plant, count } = await TABLES.refresh_tokens()
    await plant(999)
    const broken: Database = {
      ...db,
      query: (text, params) =>
        text.includes('chat_events') ? Promise.reject(new Error('broken')) : db.query(text, params),
    }
    await expect(purge(broken)).rejects.toThrow('some rows could not be purged')
    expect(await count()).toBe(0)
  })
})
