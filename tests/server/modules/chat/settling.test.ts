import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatEvent } from '#contract/chat/parts.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import type { Database } from '#server/db/database.ts'
import type { Engine } from '#server/modules/chat/model/engine.ts'
import {
  appendEvents,
  endWithMessage,
  listEventsAfter,
  insertExchange,
  renewHeartbeats,
} from '#server/modules/chat/turns/turn-repository.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import { chatDesk, newChat, send, thread, until } from './chat-desk.ts'

const POINT = 10_000_000n

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const say = (seq: number): ChatEvent => ({ type: 'text', seq, delta: String(seq) })
const seqs = (events: readonly ChatEvent[]) => events.map(({ seq }) => seq)

/** A chat whose answer is being written. */
async function runningTurn(db: Database, owner = randomUUID()) {
  const ids = { turn: randomUUID(), chat: randomUUID(), message: randomUUID() }
  await db.query('insert into chat (id, user_id) values ($1, $2)', [ids.chat, randomUUID()])
  await insertExchange(db, {
    turn: {
      id: ids.turn,
      chatId: ids.chat,
      messageId: ids.message,
      userId: randomUUID(),
      requestKey: null,
      requestHash: 'hash',
      points: 0,
      transferId: null,
      owner,
    },
    question: null,
    answer: { parentId: null, engine: 'test' },
    title: 'Test',
  })
  return ids
}

describe('events whose write failed after it was stored', () => {
  it('are stored once more with those that came after them', async () => {
    const { db } = database
    const { message } = await runningTurn(db)
    await appendEvents(db, message, [1, 2, 3].map(say))
    await appendEvents(db, message, [1, 2, 3, 4, 5, 6].map(say))
    expect(seqs(await listEventsAfter(db, message, 0))).toEqual([1, 2, 3, 4, 5, 6])
    await appendEvents(db, message, [1, 2, 3].map(say))
    expect(seqs(await listEventsAfter(db, message, 4))).toEqual([5, 6])
  })

  it('are stored with the end of the answer', async () => {
    const { db } = database
    const { turn, message } = await runningTurn(db)
    await appendEvents(db, message, [1, 2].map(say))
    const events = [1, 2, 3].map(say)
    const end = { status: 'complete', isRefunded: false, messageId: message } as const
    await endWithMessage(db, turn, {
      ...end,
      parts: [],
      words: '',
      failure: null,
      events,
      lastSeq: 3,
      usage: null,
    })
    expect(seqs(await listEventsAfter(db, message, 0))).toEqual([1, 2, 3])
    await appendEvents(db, message, [1, 2, 3, 4].map(say))
    expect(seqs(await listEventsAfter(db, message, 0))).toEqual([1, 2, 3])
  })
})

describe('a heartbeat', () => {
  it('renews the named turns and no other turn of the same process', async () => {
    const { db } = database
    const owner = randomUUID()
    const [kept, forgotten] = [await runningTurn(db, owner), await runningTurn(db, owner)]
    await db.query(`update chat_turn set heartbeat_at = now() - interval '1 hour'`)
    expect(await renewHeartbeats(db, [kept.turn])).toEqual([kept.turn])
    const silent = await db.query<{ id: string }>(
      `select id from chat_turn where heartbeat_at < now() - interval '1 minute' and id = any($1)`,
      [[kept.turn, forgotten.turn]],
    )
    expect(silent.map(({ id }) => id)).toEqual([forgotten.turn])
  })
})

/** A database whose transactions can be made to fail. */
function failingDatabase(real: Database) {
  const state = { isFailing: false }
  const db: Database = {
    url: real.url,
    slowReads: real.slowReads,
    query: (text, params) => real.query(text, params),
    transaction: (work) =>
      state.isFailing
        ? Promise.reject(new DatabaseUnavailable('transactions fail'))
        : real.transaction(work),
    connections: () => real.connections(),
    close: () => Promise.resolve(),
  }
  return { db, state }
}

describe('a turn that could not be settled', () => {
  it('is refunded and frees its chat while other turns of the process go on', async () => {
    const { db, state } = failingDatabase(database.db)
    const engine: Engine = {
      name: 'scripted',
      answer: async ({ question }, { emit, signal, addTokens }) => {
        if (question.includes('endless')) {
          return new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('aborted')))
          })
        }
        state.isFailing = question.includes('doomed')
        if (state.isFailing) {
          addTokens({ model: 'scripted', prompt: 30, completion: 4 })
          throw new Error('the engine broke')
        }
        emit({ type: 'text', delta: 'Fine.' })
        return { reason: 'complete', isUseful: true }
      },
    }
    const desk = await chatDesk({ db, model: () => engine, pointsPerTurn: 1, settleMs: 200 })
    try {
      const user = await desk.server.signIn()
      const grant = { userId: user.userId, kind: 'grant', idempotencyKey: 'first' } as const
      await desk.server.ledger.credit(database.db, { ...grant, lamports: 5n * POINT })
      const [other, doomed] = [await newChat(user), await newChat(user)]
      const endless = send(user, other, 'an endless question')
      await until(async () => (await thread(user, other)).messages.length === 2)
      const failed = send(user, doomed, 'a doomed question')
      const isGivenUp = (error: unknown) => error instanceof DatabaseUnavailable
      await until(() => desk.errors.some(isGivenUp))
      expect(await desk.server.ledger.getBalance(user.userId)).toBe(3n * POINT)
      state.isFailing = false
      await until(async () => (await desk.server.ledger.getBalance(user.userId)) === 4n * POINT)
      expect((await failed).events.at(-1)).toMatchObject({ type: 'end', is_refunded: true })
      const used =
        'select model, prompt_tokens, completion_tokens from chat_turn where chat_id = $1'
      expect(await database.db.query(used, [doomed])).toEqual([
        { model: 'scripted', prompt_tokens: 30, completion_tokens: 4 },
      ])
      expect((await thread(user, doomed)).messages.at(-1)).toMatchObject({ status: 'failed' })
      expect((await thread(user, other)).messages.at(-1)).toMatchObject({ status: 'streaming' })
      expect((await send(user, doomed, 'a good question')).status).toBe(200)
      await desk.turns.close()
      await endless
      expect(await desk.server.ledger.check()).toEqual([])
    } finally {
      await desk.turns.close()
      await desk.server.close()
    }
  })
})
