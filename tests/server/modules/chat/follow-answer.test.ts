import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createFollowAnswer } from '#server/modules/chat/turns/follow-answer.ts'
import { createLiveAnswer, type LiveAnswer } from '#server/modules/chat/turns/live-answer.ts'
import { testDatabase } from '#tests/support/database.ts'

const { db, drop } = await testDatabase()
afterAll(drop)

/** An answer that another server writes. */
async function insertAnswer() {
  const [chatId, messageId, userId] = [randomUUID(), randomUUID(), randomUUID()]
  await db.query('insert into chat (id, user_id, title) values ($1, $2, $3)', [chatId, userId, 'a'])
  await db.query(
    `insert into chat_message (id, chat_id, user_id, role, status)
     values ($1, $2, $3, 'assistant', 'streaming')`,
    [messageId, chatId, userId],
  )
  return { chatId, messageId, fromSeq: 0 }
}

const write = (messageId: string, seq: number) =>
  db.query(
    'insert into chat_events (message_id, first_seq, last_seq, events) values ($1, $2, $2, $3)',
    [messageId, seq, JSON.stringify([{ seq, type: 'text', delta: 'a' }])],
  )

const end = (messageId: string) =>
  db.query(`update chat_message set status = 'complete' where id = $1`, [messageId])

/** Counts the statements of a server that follows. */
function createReader() {
  let statements = 0
  const live = new Map<string, LiveAnswer>()
  const counted: Database = {
    ...db,
    query: (...given) => {
      statements += 1
      return db.query(...given)
    },
  }
  const turns = { findLiveAnswer: (id: string) => live.get(id) }
  const follow = createFollowAnswer({ db: counted, turns })
  const read = async (answer: Parameters<typeof follow>[0]) => {
    const seen: number[] = []
    for await (const { seq } of follow(answer, AbortSignal.timeout(30_000))) seen.push(seq)
    return seen
  }
  return { read, live, countStatements: () => statements }
}

it('waits for the answers of other servers with one statement at a time', async () => {
  const { read, countStatements } = createReader()
  const answers = await Promise.all(Array.from({ length: 50 }, insertAnswer))
  const readers = answers.map(read)
  await expect.poll(countStatements).toBeGreaterThan(100)
  const [before, startedMs] = [countStatements(), performance.now()]
  await sleep(1_000)
  const looks = Math.ceil((performance.now() - startedMs) / 150) + 1
  expect(countStatements() - before).toBeLessThanOrEqual(looks)
  for (const { messageId } of answers) await write(messageId, 1)
  for (const { messageId } of answers) await end(messageId)
  for (const seen of await Promise.all(readers)) expect(seen).toEqual([1])
})

it('goes on with an answer that continues at this server after an approval', async () => {
  const { read, live, countStatements } = createReader()
  const answer = await insertAnswer()
  const seen = read(answer)
  await expect.poll(countStatements).toBeGreaterThan(2)
  const continued = createLiveAnswer(answer.messageId)
  live.set(answer.messageId, continued)
  continued.emit({ type: 'text', delta: 'a' })
  await sleep(300)
  live.delete(answer.messageId)
  continued.close()
  await end(answer.messageId)
  expect(await seen).toEqual([1])
})

it('does not ask without pause for events that retention deleted before an answer went on', async () => {
  const { read, live, countStatements } = createReader()
  const answer = await insertAnswer()
  const continued = createLiveAnswer(answer.messageId, { lastSeq: 5, parts: [] })
  live.set(answer.messageId, continued)
  const seen = read(answer)
  await sleep(500)
  expect(countStatements()).toBeLessThan(10)
  continued.emit({ type: 'text', delta: 'a' })
  await sleep(100)
  live.delete(answer.messageId)
  continued.close()
  await end(answer.messageId)
  expect(await seen).toEqual([6])
})
