import { afterAll, describe, expect, it } from 'vitest'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { lockUser } from '#server/http/user-caps.ts'
import { createAppSecrets } from '#server/modules/apps/sign-in/app-secrets.ts'
import { createSecretBox } from '#server/lib/secret-box.ts'
import { createPersonalData } from '#server/modules/auth/personal-data/personal-data.ts'
import { testServer, type SignedIn } from '#tests/support/server.ts'

const POINT = 10_000_000n
const ID = '00000000-0000-7000-9000-00000000000'

const server = await testServer({ auth: { welcomePoints: 10 } })
afterAll(() => server.close())

const remove = async (user: SignedIn, body: object = {}) =>
  user.call('DELETE', '/auth/account', { body })

const addChat = (user: SignedIn, title: string) =>
  server.db.query(`insert into chat (id, user_id, title) values (gen_random_uuid(), $1, $2)`, [
    user.userId,
    title,
  ])

/** Tables with rows of the user. */
const tablesOf = async ({ userId }: SignedIn): Promise<string[]> => {
  const tables = await server.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'user_id'`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await server.db.query(`select 1 from "${name}" where user_id = $1 limit 1`, [
        userId,
      ])
      return rows.length > 0 ? [name] : []
    }),
  )
  return found.flat().toSorted()
}

describe('deleting an account', () => {
  it('needs more than a bearer token', async () => {
    const user = await server.signIn()
    expect(await remove(user)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    })
    expect((await user.call('GET', '/auth/me')).status).toBe(200)
  })

  it('leaves only ledger rows, ends every session, and lets the wallet start fresh', async () => {
    const ledger = createLedger(server.db)
    const user = await server.signIn()
    const second = await server.signIn(user.wallet)
    const neighbor = await server.signIn()
    await addChat(user, 'My plans')
    await addChat(neighbor, 'Not yours')
    const columns = `id, name, description, category, publisher, transport, auth, audit_status`
    await server.db.query(
      `insert into store_app (${columns}, owner_id)
       select 'own-app', ${columns.slice(4)}, $1 from store_app limit 1`,
      [user.userId],
    )
    await server.db.query(
      `with agent as (
         insert into user_agent (id, user_id, name) values ($1, $2, 'News') returning id)
       insert into agent_schedule (agent_id, user_id, prompt, minutes, time_zone, points_limit)
       select id, $2, 'What is new?', 540, 'UTC', 1 from agent`,
      [`${ID}9`, user.userId],
    )
    expect(await tablesOf(user)).toContain('agent_schedule')
    const charged = await ledger.charge({
      userId: user.userId,
      lamports: POINT,
      idempotencyKey: 'run',
      requestHash: 'run',
      consumption: { type: 'CA_ANALYSIS', description: 'A secret token', featureId: 'r1' },
    })
    expect(charged.ok).toBe(true)

    const proof = await server.prove(user.wallet)
    expect((await remove(user, { proof })).status).toBe(200)

    expect(await tablesOf(user)).toEqual(['consumption', 'transfer'])
    expect(await server.db.query('select id from store_app where owner_id is not null')).toEqual([])
    const kept = await server.db.query('select * from consumption where user_id = $1', [
      user.userId,
    ])
    expect(kept).toMatchObject([{ description: null, feature_id: null }])
    expect((await user.call('GET', '/auth/me')).status).toBe(401)
    expect((await second.call('GET', '/auth/me')).status).toBe(401)
    expect(await ledger.check()).toEqual([])
    expect(await tablesOf(neighbor)).toContain('chat')
    expect(
      await ledger.charge({
        userId: user.userId,
        lamports: POINT,
        idempotencyKey: 'late',
        requestHash: 'late',
        consumption: { type: 'CA_ANALYSIS', description: 'Too late', featureId: 'r2' },
      }),
    ).toMatchObject({ ok: false, reason: 'insufficient_balance' })
    await expect(server.db.transaction((tx) => lockUser(tx, user.userId))).rejects.toMatchObject({
      code: 'SESSION_REVOKED',
    })
    const secrets = createAppSecrets({
      db: server.db,
      box: createSecretBox(['a secret of the test']),
    })
    await secrets.write({ userId: user.userId, appId: 'own-app' }, { kind: 'key', key: 'late' })
    expect(await tablesOf(user)).toEqual(['consumption', 'transfer'])
    const fresh = await server.signIn(user.wallet)
    expect(fresh.userId).not.toBe(user.userId)
    expect(await tablesOf(fresh)).not.toContain('chat')
  })

  it('waits for work that is still running', async () => {
    const user = await server.signIn()
    await server.db.query(
      `insert into chat_turn (id, chat_id, message_id, user_id, request_key, request_hash, status, owner)
       values ($1, $2, $3, $4, 'k', 'h', 'running', gen_random_uuid())`,
      [`${ID}1`, `${ID}2`, `${ID}3`, user.userId],
    )
    const proof = await server.prove(user.wallet)
    expect(await remove(user, { proof })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })
})

describe('the export', () => {
  it('contains everything of the caller, nothing of others, and no credentials', async () => {
    const user = await server.signIn()
    const neighbor = await server.signIn()
    await addChat(user, 'My plans')
    await addChat(neighbor, 'Not yours')
    const response = await fetch(`${server.url}/api/auth/export`, {
      headers: { authorization: `Bearer ${user.accessToken}` },
    })
    expect(response.headers.get('content-disposition')).toContain('my-data.json')
    const text = await response.text()
    const exported = JSON.parse(text) as {
      user: { id: string }
      data: Record<string, Record<string, unknown>[]>
      incomplete: string[]
    }
    expect(exported.user.id).toBe(user.userId)
    expect(exported.incomplete).toEqual([])
    expect(exported.data).toMatchObject({
      chat: [{ title: 'My plans' }],
      transfer: [{ kind: 'grant', lamports: '100000000' }],
      user_wallet: [{ address: user.wallet.address }],
      user_session: [{}],
    })
    expect(text).not.toContain('Not yours')
    expect(text).not.toContain(neighbor.userId)
    expect(text).not.toMatch(/token_hash|password_hash|sealed|page_key/)
  })

  it('holds each row once when a table fills several pages', async () => {
    const { userId } = await server.signIn()
    await server.db.query(
      `insert into chat (id, user_id, title)
       select gen_random_uuid(), $1, 'Chat ' || n from generate_series(1, 450) n`,
      [userId],
    )
    const personal = createPersonalData(server.db, Date.now)
    const parts: string[] = []
    for await (const part of personal.export({ id: userId, username: 'ann' })) parts.push(part)
    const { data, incomplete } = JSON.parse(parts.join('')) as {
      data: { chat: { title: string }[] }
      incomplete: string[]
    }
    expect(data.chat).toHaveLength(450)
    expect(new Set(data.chat.map(({ title }) => title)).size).toBe(450)
    expect(incomplete).toEqual([])
  })

  it('runs once at a time for each user', async () => {
    const user = await server.signIn()
    const personal = createPersonalData(server.db, Date.now)
    const ask = () => personal.export({ id: user.userId, username: 'ann' })[Symbol.asyncIterator]()
    const first = ask()
    await first.next()
    expect(ask).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
    await first.return?.()
    expect((await ask().next()).done).toBe(false)
  })

  it('runs once of two that were asked for at the same moment', async () => {
    const user = await server.signIn()
    const personal = createPersonalData(server.db, Date.now)
    const ask = () => personal.export({ id: user.userId, username: 'ann' })[Symbol.asyncIterator]()
    const [first, second] = [ask(), ask()]
    await first.next()
    await expect(second.next()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await first.return?.()
  })
})
