import { afterAll, describe, expect, it } from 'vitest'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'

const server = await testServer()
/** Another server on the same database. */
const sibling = await testServer({ db: server.db })
afterAll(async () => {
  await sibling.close()
  await server.close()
})

type Pair = { access_token: string; refresh_token: string }

const refresh = (refreshToken: string, at: TestServer = server) =>
  at.call<Pair>('POST', '/auth/refresh', { body: { refresh_token: refreshToken } })

const me = (token: string) => server.call('GET', '/auth/me', { token })

/** Lets `seconds` pass for a user's used refresh tokens. */
const age = (user: SignedIn, seconds: number) =>
  server.db.query(
    `update refresh_token set used_at = used_at - $2::int * interval '1 second'
     where session_id in (select id from user_session where user_id = $1)`,
    [user.userId, seconds],
  )

describe('refresh', () => {
  it('replaces both tokens, and the new ones work', async () => {
    const user = await server.signIn()
    const { status, body } = await refresh(user.refreshToken)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(user.refreshToken)
    expect((await me(body.access_token)).status).toBe(200)
    expect((await refresh(body.refresh_token)).status).toBe(200)
  })

  it('issues the same child token to two tabs on two servers, and both stay valid', async () => {
    const user = await server.signIn()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => refresh(user.refreshToken, i % 2 ? server : sibling)),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
    const children = new Set(answers.map((answer) => answer.body.refresh_token))
    expect(children.size).toBe(1)
    for (const answer of answers) expect((await me(answer.body.access_token)).status).toBe(200)
    const [child] = children
    expect((await refresh(child ?? '')).status).toBe(200)
  })

  it('returns the same child nine seconds later, and never after ten', async () => {
    const user = await server.signIn()
    const first = await refresh(user.refreshToken)
    await age(user, 9)
    expect((await refresh(user.refreshToken)).body.refresh_token).toBe(first.body.refresh_token)
    await age(user, 2)
    expect((await refresh(user.refreshToken)).status).toBe(401)
  })

  it('kills the family with every descendant at once when a token is used again', async () => {
    const user = await server.signIn()
    const child = await refresh(user.refreshToken)
    const grandchild = await refresh(child.body.refresh_token)
    await age(user, 11)
    const thief = await refresh(user.refreshToken, sibling)
    expect(thief).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } })
    expect((await refresh(grandchild.body.refresh_token)).status).toBe(401)
    expect((await refresh(child.body.refresh_token)).status).toBe(401)
    expect((await me(grandchild.body.access_token)).status).toBe(401)
    expect((await me(user.accessToken)).status).toBe(401)
  })

  it('does not end the user’s other sessions when one token family is revoked', async () => {
    const user = await server.signIn()
    const elsewhere = await server.signIn(user.wallet)
    await refresh(user.refreshToken)
    await age(user, 11)
    await refresh(user.refreshToken)
    expect((await elsewhere.call('GET', '/auth/me')).status).toBe(200)
    expect((await refresh(elsewhere.refreshToken)).status).toBe(200)
  })

  it('refuses an unknown token, an access token, and a session idle for a month', async () => {
    const user = await server.signIn()
    expect((await refresh('x'.repeat(43))).status).toBe(401)
    expect((await refresh(user.accessToken)).status).toBe(401)
    expect((await refresh('')).status).toBe(401)
    await server.db.query(
      `update user_session set expires_at = now() - interval '1 second' where user_id = $1`,
      [user.userId],
    )
    expect((await refresh(user.refreshToken)).status).toBe(401)
    expect((await user.call('GET', '/auth/me')).status).toBe(401)
  })

  it('stores no token in the clear', async () => {
    const user = await server.signIn()
    const { body } = await refresh(user.refreshToken)
    const rows = await server.db.query<{ row: string }>(
      'select t::text as row from refresh_token t',
    )
    const text = rows.map(({ row }) => row).join('\n')
    expect(text).not.toContain(user.refreshToken)
    expect(text).not.toContain(body.refresh_token)
  })
})

describe('ending sessions', () => {
  it('logs out at once: refresh and access tokens are dead', async () => {
    const user = await server.signIn()
    const child = await refresh(user.refreshToken)
    const body = { refresh_token: user.refreshToken }
    expect((await server.call('POST', '/auth/logout', { body })).status).toBe(200)
    expect((await refresh(child.body.refresh_token)).status).toBe(401)
    expect(await me(user.accessToken)).toMatchObject({
      status: 401,
      body: { code: 'SESSION_REVOKED' },
    })
  })

  it('answers logout of an unknown token like any other', async () => {
    const answer = await server.call('POST', '/auth/logout', { body: { refresh_token: 'unknown' } })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
  })

  it('lists the open sessions and ends one of them', async () => {
    const here = await server.signIn()
    const there = await server.signIn(here.wallet)
    type Session = { id: string; current: boolean; user_agent: string; created_at: string }
    const { body } = await here.call<{ data: Session[] }>('GET', '/auth/sessions', {
      headers: { 'user-agent': 'test' },
    })
    expect(body.data).toHaveLength(2)
    const other = body.data.find((session) => !session.current)
    expect(Date.parse(other?.created_at ?? '')).toBeGreaterThan(0)
    expect((await here.call('DELETE', `/auth/sessions/${other?.id}`)).status).toBe(200)
    expect((await there.call('GET', '/auth/me')).status).toBe(401)
    expect((await here.call('GET', '/auth/me')).status).toBe(200)
    expect((await here.call('DELETE', `/auth/sessions/${other?.id}`)).status).toBe(404)
  })

  it('ends every session of a disabled user at once', async () => {
    const user = await server.signIn()
    await server.auth.accounts.disable(user.userId)
    expect((await user.call('GET', '/auth/me')).status).toBe(401)
    expect((await refresh(user.refreshToken)).status).toBe(401)
  })
})
