import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Chat } from '#contract/chat/chat.ts'
import type { Engine } from '#server/modules/chat/model/engine.ts'
import { settleLostTurns } from '#server/modules/chat/turns/lost-turns.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { createSignerFromText } from '#solana/keys.ts'
import type { SignedIn } from '#tests/support/server.ts'
import {
  chatDesk,
  endOf,
  eventsOf,
  newChat,
  send,
  textOf,
  thread,
  until,
  type ChatDesk,
} from './chat-desk.ts'
import { POINT } from './model-desk.ts'

/** Says the words of the question one by one, each when it is let. */
const echo = { isHeld: false, asked: [] as string[] }
const echoing: Engine = {
  name: 'echo',
  answer: async ({ question, path }, { emit, signal }) => {
    echo.asked.push(path.map(({ parts }) => JSON.stringify(parts)).join())
    for (const word of question.split(' ')) {
      emit({ type: 'text', delta: `${word} ` })
      while (echo.isHeld && !signal.aborted) await sleep(5)
      await sleep(1)
    }
    return { reason: 'complete', isUseful: true }
  },
}

let desk: ChatDesk
let other: ChatDesk
let user: SignedIn
beforeAll(async () => {
  desk = await chatDesk({ model: () => echoing, pointsPerTurn: 1 })
  other = await chatDesk({ model: () => echoing, db: desk.server.db })
  user = await desk.server.signIn()
  const { db, ledger } = desk.server
  const { userId } = user
  await ledger.credit(db, {
    userId,
    kind: 'topup',
    lamports: 100n * POINT,
    idempotencyKey: 'first',
  })
})
afterAll(async () => {
  await other.server.close()
  await desk.server.close()
})

const listed = async (query = '') =>
  (await user.call<{ data: Chat[]; meta: { total: number } }>('GET', `/chats${query}`)).body

describe('a chat', () => {
  it('streams its answer, stores it, and tells it again from any event on', async () => {
    const id = await newChat(user)
    const { events } = await send(user, id, 'Tell me **something** long about tokens')
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events[0]).toMatchObject({ type: 'start', engine: 'echo' })
    expect(endOf(events)).toMatchObject({ reason: 'complete', points: 1, is_refunded: false })
    const { messages, title } = await thread(user, id)
    expect(title).toBe('Tell me something long about...')
    expect(messages.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
    ])
    expect(messages[1]?.parent_id).toBe(messages[0]?.id)
    expect(messages[1]?.parts).toEqual([{ type: 'text', text: textOf(events) }])
    expect(messages[1]?.last_seq).toBe(events.length)
    const resumed = eventsOf((await user.call('GET', `/chats/${id}/stream?from=3`)).text)
    expect(resumed).toEqual(events.slice(3))
  })

  it('keeps the answers it had when one is asked for anew, and the question when it is edited', async () => {
    const id = await newChat(user)
    await send(user, id, 'first question')
    const [question, answer] = (await thread(user, id)).messages
    expect((await send(user, id, { regenerate_of: answer?.id })).status).toBe(200)
    await send(user, id, { content: 'edited question', parent_id: null })
    await send(user, id, { content: 'aside', parent_id: answer?.id })
    const { messages } = await thread(user, id)
    expect(messages.filter(({ parent_id: parent }) => parent === question?.id)).toHaveLength(2)
    expect(messages.filter(({ parent_id: parent }) => parent === null)).toHaveLength(2)
    expect(messages.filter(({ parent_id: parent }) => parent === answer?.id)).toHaveLength(1)
    // A branch reads its own past only.
    expect(echo.asked.at(-1)).not.toContain('edited')
    expect(echo.asked.at(-1)).toContain('first question')
  })

  it('refuses to answer anew what is no answer, and to follow what is not there', async () => {
    const id = await newChat(user)
    await send(user, id, 'first question')
    const [question] = (await thread(user, id)).messages
    expect((await send(user, id, { regenerate_of: question?.id })).status).toBe(400)
    expect((await send(user, id, { content: 'x', parent_id: 'nothing' })).status).toBe(404)
    expect((await send(user, id, { content: '  ' })).status).toBe(400)
    expect((await send(user, id, {})).status).toBe(400)
    expect((await send(user, id, { content: 'x'.repeat(32_001) })).status).toBe(400)
    expect((await user.call('POST', '/chats', { body: { app_id: 'unknown-app' } })).status).toBe(
      404,
    )
  })

  it('is pinned above the others until it is unpinned, and only by its owner', async () => {
    const owner = await desk.server.signIn()
    const pin = (id: string, pinned: boolean, by = owner) =>
      by.call<{ data: Chat }>('PATCH', `/chats/${id}`, { body: { pinned } })
    const listPinned = async () =>
      (await owner.call<{ pinned: Chat[] }>('GET', '/chats?scope=all')).body.pinned
    const [first, second] = [await newChat(owner), await newChat(owner)]
    expect((await pin(first, true)).body.data.pinned_at).not.toBeNull()
    await pin(second, true)
    await pin(first, true)
    expect((await listPinned()).map(({ id }) => id)).toEqual([second, first])
    expect((await pin(first, false, user)).status).toBe(404)
    expect((await pin(second, false)).body.data.pinned_at).toBeNull()
    expect((await listPinned()).map(({ id }) => id)).toEqual([first])
    expect((await owner.call('PATCH', `/chats/${first}`, { body: {} })).status).toBe(400)
  })

  it('is not pinned beside fifty others', async () => {
    const owner = await desk.server.signIn()
    await desk.server.db.query(
      `insert into chat (id, user_id, title, is_titled, pinned_at)
       select gen_random_uuid(), $1, 'Pinned', true, now() from generate_series(1, 50)`,
      [owner.userId],
    )
    const id = await newChat(owner)
    const refused = await owner.call('PATCH', `/chats/${id}`, { body: { pinned: true } })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('You can pin 50 chats')
  })

  it('is listed by scope, found by words, renamed and deleted', async () => {
    const id = await newChat(user, { title: 'Zebra crossing' })
    await send(user, id, 'about 100% wool_socks')
    expect((await listed()).data[0]).toMatchObject({ id, title: 'Zebra crossing', app_id: null })
    for (const words of ['zebra', 'wool_socks', '100%']) {
      expect((await listed(`?q=${encodeURIComponent(words)}`)).data.map((chat) => chat.id)).toEqual(
        [id],
      )
    }
    expect((await listed('?q=woolXsocks')).data).toEqual([])
    expect((await listed('?app_id=notes')).data).toEqual([])
    expect((await listed('?scope=all&q=zebra')).meta.total).toBe(1)
    const renamed = await user.call('PATCH', `/chats/${id}`, { body: { title: ' Okapi ' } })
    expect(renamed.body).toMatchObject({ data: { title: 'Okapi' } })
    const unseen = await user.call('PATCH', `/chats/${id}`, { body: { title: '\u200b\u202e' } })
    expect([unseen.status, unseen.body]).toMatchObject([400, { code: 'VALIDATION_FAILED' }])
    const beyond = await user.call('GET', `/chats/${id}/stream?from=2147483648`)
    expect(beyond.status).toBe(400)
    expect((await user.call('DELETE', `/chats/${id}`)).status).toBe(200)
    expect((await user.call('GET', `/chats/${id}`)).status).toBe(404)
  })

  it('row 33: never stores or sends on what opens a wallet, and warns', async () => {
    const id = await newChat(user)
    const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
    const { events } = await send(user, id, `here it is: ${phrase}!`)
    expect(events[0]).toMatchObject({ user_content: 'here it is: [seed phrase removed]!' })
    expect(events[1]).toMatchObject({ type: 'notice', code: 'SECRET_REMOVED' })
    expect(echo.asked.at(-1)).not.toContain('winner')
    const stored = await desk.server.db.query(
      `select 1 from chat_message where parts::text like '%winner%' or words like '%winner%'`,
    )
    expect(stored).toEqual([])
    expect((await thread(user, id)).title).not.toContain('legal')
    const { address } = createSignerFromText('someone')
    expect(textOf((await send(user, id, `look at ${address}`)).events)).toContain(address)
  })

  it('holds text that a database cannot', async () => {
    const id = await newChat(user)
    const { status } = await send(user, id, 'half \ud800 a pair')
    expect(status).toBe(200)
    expect((await thread(user, id)).messages).toHaveLength(2)
  })
})

describe('a running answer', () => {
  async function held(): Promise<{ id: string; reply: ReturnType<typeof send> }> {
    echo.isHeld = true
    const id = await newChat(user)
    const asked = echo.asked.length
    const reply = send(user, id, 'one two three four')
    await until(() => echo.asked.length > asked)
    return { id, reply }
  }

  it('is resumed on any server with nothing lost or told twice', async () => {
    const { id, reply } = await held()
    const elsewhere = fetch(`${other.server.url}/api/chats/${id}/stream?from=1`, {
      headers: { authorization: `Bearer ${user.accessToken}` },
    }).then((response) => response.text())
    const here = user.call('GET', `/chats/${id}/stream?from=2`)
    await sleep(50)
    echo.isHeld = false
    const { events } = await reply
    expect(eventsOf(await elsewhere)).toEqual(events.slice(1))
    expect(eventsOf((await here).text)).toEqual(events.slice(2))
  })

  it('goes on when its reader leaves', async () => {
    echo.isHeld = true
    const id = await newChat(user)
    const leaving = new AbortController()
    const asked = echo.asked.length
    const gone = user
      .call('POST', `/chats/${id}/messages`, {
        body: { content: 'one two' },
        signal: leaving.signal,
      })
      .catch(() => 'gone')
    await until(() => echo.asked.length > asked)
    leaving.abort()
    expect(await gone).toBe('gone')
    echo.isHeld = false
    await until(async () => (await thread(user, id)).messages.at(-1)?.status === 'complete')
    expect((await thread(user, id)).messages.at(-1)?.parts).toEqual([
      { type: 'text', text: 'one two ' },
    ])
  })

  it('is the only one of its chat', async () => {
    const { id, reply } = await held()
    expect((await send(user, id, 'me too')).status).toBe(409)
    echo.isHeld = false
    await reply
    expect((await send(user, id, 'me too')).status).toBe(200)
  })

  it('row 30: that is sent twice with one key is one message and one charge', async () => {
    const id = await newChat(user)
    const before = await desk.server.ledger.getBalance(user.userId)
    const headers = { 'idempotency-key': 'a-double-click' }
    const first = await send(user, id, 'buy one', headers)
    const second = await send(user, id, 'buy one', headers)
    expect(second.events).toEqual(first.events)
    expect((await send(user, id, 'buy two', headers)).status).toBe(409)
    expect(before - (await desk.server.ledger.getBalance(user.userId))).toBe(POINT)
    expect((await thread(user, id)).messages).toHaveLength(2)
  })

  it('row 30: is paid by one of two when there is one POINT', async () => {
    const poor = await desk.server.signIn()
    const { db, ledger } = desk.server
    const { userId } = poor
    await ledger.credit(db, { userId, kind: 'topup', lamports: POINT, idempotencyKey: 'first' })
    const chats = await Promise.all([newChat(poor), newChat(poor)])
    const answers = await Promise.all(chats.map((id) => send(poor, id, 'hello')))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402])
    expect(await ledger.getBalance(userId)).toBe(0n)
  })

  it('of a server that died is ended, its words kept and its POINT given back', async () => {
    const { id, reply } = await held()
    const before = await desk.server.ledger.getBalance(user.userId)
    await until(async () => {
      const rows = await desk.server.db.query(
        `select 1 from chat_events e join chat_message m on m.id = e.message_id
         where m.chat_id = $1 and e.last_seq >= 2`,
        [id],
      )
      return rows.length > 0
    })
    await settleLostTurns(desk.server, {
      silentMs: 0,
      onFailure: (error) => desk.errors.push(error),
    })
    const last = (await thread({ ...user, call: otherCall() }, id)).messages.at(-1)
    expect(last).toMatchObject({ status: 'failed', error: { code: 'INTERRUPTED' } })
    expect(last?.parts[0]).toMatchObject({ type: 'text', text: 'one ' })
    const [bytes] = await desk.server.db.query<{ counted: number; kept: number }>(
      `select message_bytes::int as counted,
         (select sum(octet_length(parts::text)) from chat_message where chat_id = $1)::int as kept
       from chat where id = $1`,
      [id],
    )
    // The empty answer that a turn begins with is two bytes and need not be counted.
    expect(bytes?.counted).toBe((bytes?.kept ?? 0) - 2)
    expect(await desk.server.ledger.getBalance(user.userId)).toBe(before + POINT)
    echo.isHeld = false
    await reply
    // The second caller changes nothing.
    expect(await desk.server.ledger.getBalance(user.userId)).toBe(before + POINT)
    expect((await thread(user, id)).messages.at(-1)?.status).toBe('failed')
    expect(await desk.server.ledger.check()).toEqual([])
  })

  it('of a server that died is ended though another one cannot be', async () => {
    const { db, ledger } = desk.server
    const started = [await held(), await held()]
    const [refused, settled] = started.map(({ id }) => id)
    const turnOf = async (chatId: string | undefined) => {
      const rows = await db.query<{ status: string; transferId: string }>(
        `select status, transfer_id as "transferId" from chat_turn where chat_id = $1`,
        [chatId],
      )
      return rows[0]
    }
    const bad = (await turnOf(refused))?.transferId
    const refund: Ledger['refund'] = (request, q) =>
      request.transferId === bad ? Promise.reject(new Error('refused')) : ledger.refund(request, q)
    const failures: unknown[] = []
    const count = await settleLostTurns(
      { db, ledger: { refund } },
      {
        silentMs: 0,
        onFailure: (error, about) => failures.push([String(error), about?.['chatId']]),
      },
    )
    expect([count, failures]).toEqual([1, [['Error: refused', refused]]])
    expect((await turnOf(refused))?.status).toBe('running')
    expect((await turnOf(settled))?.status).toBe('failed')
    echo.isHeld = false
    await Promise.all(started.map(({ reply }) => reply))
  })

  /** The same user at the other server. */
  const otherCall = (): SignedIn['call'] => (method, path, options) =>
    other.server.call(method, path, { ...options, token: user.accessToken })

  it('ends, settled, when its server stops, and when its chat is deleted', async () => {
    const { id, reply } = await held()
    const before = await desk.server.ledger.getBalance(user.userId)
    expect((await user.call('DELETE', `/chats/${id}`)).status).toBe(200)
    await reply
    expect(await desk.server.ledger.getBalance(user.userId)).toBe(before)
    const running = await desk.server.db.query(`select 1 from chat_turn where status = 'running'`)
    expect(running).toEqual([])
    echo.isHeld = false
  })
})
