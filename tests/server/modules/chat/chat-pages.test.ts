import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { chatDesk, newChat, send, thread, type ChatDesk, type Thread } from './chat-desk.ts'

let desk: ChatDesk
let user: SignedIn
beforeAll(async () => {
  desk = await chatDesk()
  user = await desk.server.signIn()
})
afterAll(async () => {
  await desk.server.close()
})

type Seed = { id: string; parentId: string | null; text: string }

/** Returns messages that follow each other, after `parentId`. */
const chainOf = (length: number, parentId: string | null, name: string): Seed[] => {
  const ids = Array.from({ length }, () => uuidv7())
  return ids.map((id, at) => ({
    id,
    parentId: ids[at - 1] ?? parentId,
    text: `${name} ${at}: ${'a word or two. '.repeat(40)}`,
  }))
}

let seconds = 0
/** Stores messages, each a second after the one before it; a question and an answer take turns. */
const store = async (db: Database, chatId: string, seeds: readonly Seed[]) => {
  const from = seconds
  seconds += seeds.length
  await db.query(
    `insert into chat_message (id, chat_id, user_id, parent_id, role, status, parts, created_at)
     select id, $1, $2, parent, case when at % 2 = 1 then 'user' else 'assistant' end, 'complete',
       jsonb_build_array(jsonb_build_object('type', 'text', 'text', said)),
       timestamptz '2026-01-01' + ($6 + at) * interval '1 second'
     from unnest($3::uuid[], $4::uuid[], $5::text[]) with ordinality as given (id, parent, said, at)`,
    [
      chatId,
      user.userId,
      seeds.map(({ id }) => id),
      seeds.map(({ parentId }) => parentId),
      seeds.map(({ text }) => text),
      from,
    ],
  )
}

type Page = Thread & { has_older: boolean }

const page = async (chatId: string, query = '') => {
  const { status, body, text } = await user.call<{ data: Page }>('GET', `/chats/${chatId}${query}`)
  if (status !== 200) throw new Error(text)
  return { ...body.data, bytes: Buffer.byteLength(text) }
}

const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

/** Reads a thread to its beginning. */
const wholeThread = async (chatId: string, query = '') => {
  let { messages, has_older: hasOlder } = await page(chatId, query)
  while (hasOlder) {
    const older = await page(chatId, `?before=${messages[0]?.id ?? ''}`)
    messages = [...older.messages, ...messages]
    hasOlder = older.has_older
  }
  return messages
}

describe('a chat of 10,000 messages', () => {
  const seeds = chainOf(10_000, null, 'Message')
  let id: string
  beforeAll(async () => {
    id = await newChat(user)
    await store(desk.server.db, id, seeds)
  })

  it('answers with its last 100 messages', async () => {
    const { messages, has_older: hasOlder, bytes } = await page(id)
    expect(idsOf(messages)).toEqual(idsOf(seeds.slice(-100)))
    expect(hasOlder).toBe(true)
    expect(bytes).toBeLessThan(120_000)
  })

  it('is whole when all its pages are put together', async () => {
    const messages = await wholeThread(id)
    expect(idsOf(messages)).toEqual(idsOf(seeds))
    expect(messages[0]?.parent_id).toBeNull()
    expect(messages.every(({ versions }) => versions === undefined)).toBe(true)
  })

  it('gives pages as small as they are asked for', async () => {
    const first = await page(id, '?limit=3')
    expect(idsOf(first.messages)).toEqual(idsOf(seeds.slice(-3)))
    const older = await page(id, `?limit=2&before=${seeds[9_997]?.id ?? ''}`)
    expect(idsOf(older.messages)).toEqual(idsOf(seeds.slice(9_995, 9_997)))
    const oldest = await page(id, `?before=${seeds[1]?.id ?? ''}`)
    expect(oldest).toMatchObject({ has_older: false, messages: [{ id: seeds[0]?.id }] })
    const none = await page(id, `?before=${seeds[0]?.id ?? ''}`)
    expect(none).toMatchObject({ has_older: false, messages: [] })
  })

  it('refuses cursors that are no message of the chat, and pages that are too long', async () => {
    const other = await newChat(user)
    await send(user, other, '/help')
    const [foreign] = (await thread(user, other)).messages
    const bad = ['nothing', '', '%00', uuidv7(), foreign?.id ?? '']
    const queries = bad.flatMap((cursor) => [`before=${cursor}`, `through=${cursor}`])
    const both = `before=${seeds[5]?.id ?? ''}&through=${seeds[5]?.id ?? ''}`
    for (const query of [...queries, both, 'limit=0', 'limit=101', 'limit=ten']) {
      const { status, body } = await user.call('GET', `/chats/${id}?${query}`)
      expect([query, status]).toEqual([query, 400])
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED' })
    }
  })

  it('is not there for anybody else', async () => {
    const stranger = await desk.server.signIn()
    for (const query of ['', `?before=${seeds[50]?.id ?? ''}`, `?through=${seeds[50]?.id ?? ''}`]) {
      expect((await stranger.call('GET', `/chats/${id}${query}`)).status).toBe(404)
    }
  })
})

describe('a long chat with versions', () => {
  const old = chainOf(400, null, 'Old')
  // The question at 200 was edited, and so was the first of all.
  const edited = chainOf(300, old[199]?.id ?? null, 'Edited')
  const other = chainOf(2, null, 'Other')
  const versionsOf = (first: Seed | undefined, second: Seed | undefined) => [first?.id, second?.id]
  let id: string
  beforeAll(async () => {
    id = await newChat(user)
    await store(desk.server.db, id, old)
    await store(desk.server.db, id, other)
    await store(desk.server.db, id, edited)
  })

  it('shows the thread of the newest message, with the ids of the versions beside it', async () => {
    const messages = await wholeThread(id)
    expect(idsOf(messages)).toEqual([...idsOf(old.slice(0, 200)), ...idsOf(edited)])
    expect(messages[200]?.versions).toEqual(versionsOf(old[200], edited[0]))
    expect(messages[0]?.versions).toEqual(versionsOf(old[0], other[0]))
    expect(messages.filter(({ versions }) => versions !== undefined)).toHaveLength(2)
  })

  it('shows the thread through a message, down to its newest answer', async () => {
    expect(idsOf(await wholeThread(id, `?through=${old[200]?.id ?? ''}`))).toEqual(idsOf(old))
    const whole = await page(id, `?through=${other[0]?.id ?? ''}`)
    expect(idsOf(whole.messages)).toEqual(idsOf(other))
    expect(whole.has_older).toBe(false)
  })
})

it('answers with every version of a chat that fits into one page', async () => {
  const id = await newChat(user)
  await send(user, id, '/help')
  const [question, answer] = (await thread(user, id)).messages
  await send(user, id, { regenerate_of: answer?.id })
  await send(user, id, { content: '/help', parent_id: null })
  const { messages, has_older: hasOlder } = await page(id)
  expect(messages).toHaveLength(5)
  expect(hasOlder).toBe(false)
  expect(messages[1]?.versions).toEqual([answer?.id, messages[2]?.id])
  expect(messages[0]?.versions).toEqual([question?.id, messages[3]?.id])
})
