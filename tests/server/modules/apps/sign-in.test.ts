import type { IncomingMessage } from 'node:http'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { StoreAppDetail } from '#contract/apps/apps.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { appStore, entry, runTool } from './app-store.ts'
import { scriptedMcp, text } from './scripted-mcp.ts'
import { scriptedOauth } from './scripted-oauth.ts'

const ID = 'guarded'
const OPERATOR_TOKEN = 'operator-token-1'
const CALLBACK = 'http://desk.test:3000/api/apps/oauth/callback'

let user: SignedIn
let nowMs = Date.now()
/** The public metadata of the server. */
let described: Record<string, unknown> = {}
let challenge = ''

const bearerOf = ({ headers }: IncomingMessage) =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]

const oauth = await scriptedOauth()
const mcp = await scriptedMcp([{ name: 'get_thing', description: 'Gets a thing' }])
const elsewhere = await scriptedMcp(mcp.tools)
const store = await appStore({
  allow: [mcp.authority, oauth.authority, elsewhere.authority],
  settings: {
    now: () => nowMs,
    signInStepMs: 700,
  },
})
mcp.intercept = (request, response) => {
  const path = request.url ?? ''
  if (path.startsWith('/.well-known/oauth-protected-resource')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        resource: mcp.url,
        authorization_servers: [oauth.issuer],
        ...described,
      }),
    )
    return true
  }
  const token = bearerOf(request) ?? ''
  if (token === OPERATOR_TOKEN || oauth.valid.get(token) === mcp.url) return false
  response.writeHead(401, { 'www-authenticate': challenge }).end()
  return true
}
await store.apps.review.add(
  entry({ id: ID, name: 'Guarded', transport: { kind: 'http', url: mcp.url } }),
  { actor: 'operator' },
)
expect((await store.apps.review.approve(ID)).ok).toBe(false)
expect((await store.apps.review.approve(ID, { secret: OPERATOR_TOKEN })).ok).toBe(true)
afterAll(async () => {
  await store.close()
  await mcp.close()
  await elsewhere.close()
  await oauth.close()
})
beforeEach(async () => {
  described = {}
  challenge = `Bearer resource_metadata="${new URL('/.well-known/oauth-protected-resource/mcp', mcp.url).href}", scope="read"`
  oauth.described = {}
  oauth.intercept = () => false
  oauth.expiresIn = 3_600
  oauth.seen.length = 0
  mcp.seen.length = 0
  mcp.onCall = () => text('a thing')
  user = await store.signIn()
})

type Begun = {
  status: number
  body: { data: { authorization_url: string; host: string }; message: string }
  headers: Headers
}
const begin = (who = user): Promise<Begun> => who.call('POST', `/apps/sign-in/${ID}`)
const cookieOf = ({ headers }: Pick<Begun, 'headers'>) =>
  (headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
/** The browser at the service's page: where it is sent back to. */
const consent = async ({ body }: Begun): Promise<URL> => {
  const answer = await fetch(body.data.authorization_url, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}
const comeBack = async (back: URL, cookie: string | null) => {
  const answer = await fetch(`${store.url}${back.pathname}${back.search}`, {
    headers: cookie === null ? {} : { cookie },
  })
  return { status: answer.status, page: await answer.text(), headers: answer.headers }
}
const signIn = async (who = user) => {
  const begun = await begin(who)
  return comeBack(await consent(begun), cookieOf(begun))
}
const authorization = async (who = user) =>
  (await who.call<{ data: StoreAppDetail }>('GET', `/apps/${ID}`)).body.data.authorization
const install = (who = user) => who.call('POST', '/apps/install', { body: { appId: ID } })
const run = (who = user) => runTool(store, { userId: who.userId, appId: ID, tool: 'get_thing' })
const paramsOf = (path: string) => oauth.seen.find((each) => each.path === path)?.params

describe('signing in at the service behind an app', () => {
  it('lets the user install it, call it, and leave nothing behind', async () => {
    const refused = await install()
    expect(refused.status).toBe(424)
    expect(refused.text).toContain('asks you to sign in first')
    expect(await authorization()).toMatchObject({ can_sign_in: true, is_set: false })

    const begun = await begin()
    expect(begun.body.data.host).toBe(oauth.authority)
    expect(begun.headers.getSetCookie()[0]).toMatch(
      /; Max-Age=600; Path=\/api\/apps\/oauth; HttpOnly; SameSite=Lax$/,
    )
    const back = await consent(begun)
    expect(`${back.origin}${back.pathname}`).toBe(CALLBACK)
    const done = await comeBack(back, cookieOf(begun))
    expect(done.status).toBe(200)
    expect(done.page).toContain('You are signed in to Guarded')
    expect(done.headers.get('content-security-policy')).not.toContain('script')
    expect(paramsOf('/authorize')).toMatchObject({ resource: mcp.url, scope: 'read' })
    expect(paramsOf('/token')).toMatchObject({ resource: mcp.url, redirect_uri: CALLBACK })

    expect(await authorization()).toMatchObject({ is_set: true, is_signed_in: true })
    expect((await install()).status).toBe(200)
    expect(await run()).toMatchObject({ text: 'a thing' })
    const [access] = [...oauth.valid.keys()].slice(-1)
    const rows = await store.db.query<{ sealed: string }>(
      'select sealed from app_secret where user_id = $1',
      [user.userId],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.sealed).not.toContain(access)
    expect((await user.call('GET', `/apps/${ID}`)).text).not.toContain(access)

    await user.call('POST', '/apps/uninstall', { body: { appId: ID } })
    await expect.poll(() => oauth.asked('/revoke')).toBe(1)
    expect(await authorization()).toMatchObject({ is_set: false, is_signed_in: false })
  })

  it('is announced to callers without it, and can be revoked', async () => {
    await signIn()
    await install()
    await user.call('DELETE', `/apps/authorization/${ID}`)
    await expect.poll(() => oauth.asked('/revoke')).toBe(1)
    expect(await run()).toMatchObject({
      isError: true,
      text: expect.stringContaining('asks you to sign in. Open Guarded in the App Store'),
    })
  })

  it('leaves a key of one’s own as the other way in', async () => {
    const kept = await user.call('PUT', `/apps/authorization/${ID}`, {
      body: { value: OPERATOR_TOKEN },
    })
    expect(kept.status).toBe(200)
    expect(await authorization()).toMatchObject({ is_set: true, is_signed_in: false })
    expect((await install()).status).toBe(200)
  })

  it('asks a service for a name once, also for the next user', async () => {
    const before = await store.signIn()
    await signIn(before)
    oauth.seen.length = 0
    await signIn()
    expect(oauth.asked('/register')).toBe(0)
    expect(oauth.asked('/token')).toBe(1)
  })
})

describe('a token that ends', () => {
  it('is renewed before its end, by one of many calls', async () => {
    await signIn()
    await install()
    oauth.seen.length = 0
    nowMs += 3_590_000
    const answers = await Promise.all([run(), run(), run()])
    expect(answers.map(({ text: given }) => given)).toEqual(['a thing', 'a thing', 'a thing'])
    expect(oauth.asked('/token')).toBe(1)
  })

  it('is renewed when the server takes it no more', async () => {
    await signIn()
    await install()
    oauth.seen.length = 0
    oauth.valid.clear()
    expect(await run()).toMatchObject({ text: 'a thing' })
    expect(oauth.asked('/token')).toBe(1)
  })

  it('ends the sign-in when it cannot be renewed', async () => {
    await signIn()
    await install()
    oauth.valid.clear()
    oauth.renewable.clear()
    expect(await run()).toMatchObject({ isError: true, text: expect.stringContaining('sign in') })
    expect(await authorization()).toMatchObject({ is_set: false })
  })

  it('is kept while the service is away', async () => {
    await signIn()
    await install()
    oauth.valid.clear()
    oauth.intercept = (path, response) => {
      if (path !== '/token') return false
      response.writeHead(503).end()
      return true
    }
    expect(await run()).toMatchObject({ isError: true })
    oauth.intercept = () => false
    expect(await run()).toMatchObject({ text: 'a thing' })
  })
})

describe('row 23: a sign-in that somebody else began', () => {
  it.each([
    [
      'a state that was made up',
      async (begun: Begun) => {
        const back = await consent(begun)
        back.searchParams.set('state', 'x'.repeat(43))
        return comeBack(back, cookieOf(begun))
      },
    ],
    ['no browser that began it', async (begun: Begun) => comeBack(await consent(begun), null)],
    [
      'the browser of another user',
      async (begun: Begun) => {
        const other = await begin(await store.signIn())
        return comeBack(await consent(begun), cookieOf(other))
      },
    ],
    [
      'a session that was ended',
      async (begun: Begun) => {
        const back = await consent(begun)
        await user.call('POST', '/auth/logout', { body: { refresh_token: user.refreshToken } })
        return comeBack(back, cookieOf(begun))
      },
    ],
  ])('comes to nothing with %s', async (_, attempt) => {
    const done = await attempt(await begin())
    expect(done.status).toBe(400)
    expect(done.page).toContain('Begin it again')
    expect(oauth.asked('/token')).toBe(0)
  })

  it('works once, and not after ten minutes', async () => {
    const begun = await begin()
    const back = await consent(begun)
    expect((await comeBack(back, cookieOf(begun))).status).toBe(200)
    const again = await comeBack(back, cookieOf(begun))
    expect(again.status).toBe(400)
    expect(oauth.asked('/token')).toBe(1)

    const late = await begin()
    const lateBack = await consent(late)
    await store.db.query(`update app_sign_in set expires_at = now() - interval '1 second'`)
    expect((await comeBack(lateBack, cookieOf(late))).status).toBe(400)
    expect(oauth.asked('/token')).toBe(1)
  })

  it("does not repeat the service's message", async () => {
    const begun = await begin()
    const back = await consent(begun)
    back.searchParams.delete('code')
    back.searchParams.set('error', '<script>alert(1)</script>')
    const done = await comeBack(back, cookieOf(begun))
    expect(done.status).toBe(400)
    expect(done.page).not.toContain('alert')
  })
})

describe('row 7: descriptions that lead elsewhere', () => {
  it.each<[string, () => void, RegExp]>([
    [
      'the service inside',
      () => (described = { authorization_servers: ['http://169.254.169.254'] }),
      /not allowed/,
    ],
    [
      'a description inside',
      () => (challenge = 'Bearer resource_metadata="http://10.0.0.1/x"'),
      /not allowed/,
    ],
    [
      'a token endpoint inside',
      () => (oauth.described = { token_endpoint: 'http://127.0.0.1:1/token' }),
      /not allowed/,
    ],
    [
      'a page inside for the browser',
      () => (oauth.described = { authorization_endpoint: 'http://192.168.1.1/login' }),
      /not allowed/,
    ],
    [
      'a page without TLS',
      () => (oauth.described = { authorization_endpoint: 'http://example.com/login' }),
      /not allowed/,
    ],
    [
      'a script for the browser',
      () => (oauth.described = { authorization_endpoint: 'javascript:alert(1)' }),
      /does not work|not allowed/,
    ],
    [
      'another resource',
      () => (described = { resource: 'https://bank.example/mcp' }),
      /different sign-in server/,
    ],
    [
      'another issuer',
      () => (oauth.described = { issuer: 'https://bank.example' }),
      /another service/,
    ],
    [
      'no proof of the code',
      () => (oauth.described = { code_challenge_methods_supported: ['plain'] }),
      /PKCE/,
    ],
    [
      'no way to be known',
      () => (oauth.described = { issuer: oauth.issuer, registration_endpoint: undefined }),
      /no new clients/,
    ],
  ])('are refused: %s', async (_, script, reason) => {
    await store.db.query('delete from app_oauth_client')
    script()
    const begun = await begin()
    expect(begun.status).toBe(424)
    expect(begun.body.message).toMatch(/^You cannot sign in to Guarded: /)
    expect(begun.body.message).toMatch(reason)
  })

  it('cannot pass another service’s code on', async () => {
    const begun = await begin()
    const back = await consent(begun)
    back.searchParams.set('iss', 'https://bank.example')
    const done = await comeBack(back, cookieOf(begun))
    expect(done.status).toBe(400)
    expect(done.page).toContain('in the name of another service')
    expect(oauth.asked('/token')).toBe(0)
  })

  it('cannot make the product wait', async () => {
    oauth.intercept = (path) => path === '/token'
    const done = await signIn()
    expect(done.status).toBe(400)
    expect(done.page).toContain('did not answer in time')
  })
})

describe('row 24: tokens', () => {
  it('go to the server that they are for, and to no other that the entry names later', async () => {
    await signIn()
    const [access] = [...oauth.valid.keys()].slice(-1)
    const point = (url: string) =>
      store.db.query(
        `update store_app set transport = jsonb_build_object('kind', 'http', 'url', $2::text)
         where id = $1`,
        [ID, url],
      )
    await point(elsewhere.url)
    try {
      expect((await install()).status).toBe(200)
      expect(elsewhere.calls()).toEqual([])
      expect(elsewhere.seen.length).toBeGreaterThan(0)
      expect(JSON.stringify(elsewhere.seen)).not.toContain(access)
      expect(elsewhere.seen.every(({ headers }) => headers.authorization === undefined)).toBe(true)
    } finally {
      await point(mcp.url)
    }
  })

  it('are masked in what the server answers', async () => {
    await signIn()
    await install()
    const [access = ''] = [...oauth.valid.keys()].slice(-1)
    mcp.onCall = () => text(`your token is ${access}`)
    expect((await run()).text).not.toContain(access)
  })
})
