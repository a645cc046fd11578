import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { chatDesk, newChat, send, until, type ChatDesk } from './chat-desk.ts'

let database: TestDatabase
let owner: Database
let desk: ChatDesk
let searcher: SignedIn
let other: SignedIn

beforeAll(async () => {
  database = await testDatabase({ poolSize: 4 })
  owner = await openDatabase({ url: database.ownerUrl, poolSize: 2 })
  desk = await chatDesk({ db: database.db })
  searcher = await desk.server.signIn()
  other = await desk.server.signIn()
})
afterAll(async () => {
  await desk.server.close()
  await owner.close()
  await database.drop()
})

const search = (user: SignedIn, signal?: AbortSignal) =>
  user.call('GET', '/chats?q=nowhere', signal === undefined ? {} : { signal })

const runningSearches = async (): Promise<number> => {
  const rows = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and state = 'active' and query like '%with matching%'
       and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}

/** Makes every search hang for as long as the work takes. */
const whileSearchesHang = (work: () => Promise<void>): Promise<void> =>
  owner.transaction(async (tx) => {
    await tx.query('lock table chat_message in access exclusive mode')
    await work()
  })

describe('searches of one user', () => {
  it('leave the other calls their connections, and are refused beyond a few', () =>
    whileSearchesHang(async () => {
      const searches = Array.from({ length: 32 }, () => search(searcher))
      await until(async () => (await runningSearches()) === 2)
      expect((await other.call('GET', '/auth/me')).status).toBe(200)
      expect((await other.call('GET', '/chats')).status).toBe(200)
      expect(await runningSearches()).toBeLessThanOrEqual(2)

      const answers = await Promise.all(searches)
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(30)
      expect(refused.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true)
      // The statement timeout ends the two that ran.
      const ended = answers.filter(({ status }) => status === 503)
      expect(ended).toHaveLength(2)
      expect(ended.every(({ headers }) => headers.has('retry-after'))).toBe(true)
    }))

  it('answer a user with a thousand new chats and long messages in time', async () => {
    const busy = await desk.server.signIn()
    await owner.query(
      `insert into chat (id, user_id, app_id, title)
       select gen_random_uuid(), $1, null, 'Chat ' || n from generate_series(1, 1000) n`,
      [busy.userId],
    )
    await owner.query(
      `insert into chat_message (id, chat_id, user_id, role, status, words)
       select gen_random_uuid(), id, user_id, 'user', 'complete', repeat('lorem ipsum ', 2600)
       from (select id, user_id from chat where user_id = $1 limit 60) busy_chats`,
      [busy.userId],
    )
    expect((await search(busy)).status).toBe(200)
  })

  it('wait for their turn when few are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => search(searcher)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('stop in the database when the browser aborts', () =>
    whileSearchesHang(async () => {
      const browser = new AbortController()
      const searching = search(searcher, browser.signal).catch(() => 'aborted')
      await until(async () => (await runningSearches()) === 1)
      const startedAt = performance.now()
      browser.abort()
      await until(async () => (await runningSearches()) === 0)
      expect(performance.now() - startedAt).toBeLessThan(1_500)
      expect(await searching).toBe('aborted')
    }))

  it('count what they find on every page', async () => {
    for (const title of ['Llama one', 'Llama two', 'Llama three']) {
      await other.call('POST', '/chats', { body: { title } })
      await sleep(2)
    }
    const page = async (offset: number) => {
      const { body } = await other.call<{ data: { title: string }[]; meta: { total: number } }>(
        'GET',
        `/chats?q=llama&limit=2&offset=${offset}`,
      )
      return [body.meta.total, ...body.data.map(({ title }) => title)]
    }
    expect(await page(0)).toEqual([3, 'Llama three', 'Llama two'])
    expect(await page(2)).toEqual([3, 'Llama one'])
    expect(await page(4)).toEqual([3])
  })

  it('find words of messages in any case', async () => {
    const chatId = await newChat(other)
    await send(other, chatId, '/where is the ZEBRA')
    const { body } = await other.call<{ data: { id: string }[] }>('GET', '/chats?q=the%20zeBra')
    expect(body.data.map(({ id }) => id)).toEqual([chatId])
  })
})
