import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { StoreAppDetail } from '#contract/apps/apps.ts'
import type { SignedIn } from '#tests/support/server.ts'
import { appStore, runTool } from './app-store.ts'
import { scriptedMcp, text } from './scripted-mcp.ts'
import { scriptedOauth } from './scripted-oauth.ts'

let user: SignedIn

const bearerOf = ({ headers }: IncomingMessage) =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''

const oauth = await scriptedOauth()
const mcp = await scriptedMcp([{ name: 'get_thing', description: 'Gets a thing' }])
mcp.onCall = () => text('a thing')
mcp.intercept = (request, response) => {
  if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ resource: mcp.url, authorization_servers: [oauth.issuer] }))
    return true
  }
  if (oauth.valid.get(bearerOf(request)) === mcp.url) return false
  const metadata = new URL('/.well-known/oauth-protected-resource/mcp', mcp.url).href
  response
    .writeHead(401, {
      'www-authenticate': `Bearer resource_metadata="${metadata}", scope="read"`,
    })
    .end()
  return true
}
// Only users' own servers may be reached at these addresses.
const store = await appStore({ allow: [], userAllow: [mcp.authority, oauth.authority] })
afterAll(async () => {
  await store.close()
  await mcp.close()
  await oauth.close()
})
beforeEach(async () => {
  oauth.seen.length = 0
  user = await store.signIn()
})

type Detail = { data: StoreAppDetail }
const add = async () => {
  const {
    status,
    body,
    text: raw,
  } = await user.call<Detail>('POST', '/apps/custom', {
    body: { url: mcp.url, name: 'Mine' },
  })
  expect(status, raw).toBe(200)
  return body.data
}
const detail = async (id: string, who = user) =>
  (await who.call<Detail>('GET', `/apps/${id}`)).body.data

type Begun = { status: number; body: { data: { authorization_url: string } }; headers: Headers }
const begin = (id: string, who = user): Promise<Begun> => who.call('POST', `/apps/sign-in/${id}`)
const cookieOf = ({ headers }: Begun) => (headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
/** Consents at the authorization server, and returns where it sends the browser. */
const consent = async ({ body }: Begun): Promise<URL> => {
  const answer = await fetch(body.data.authorization_url, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}
const comeBack = (back: URL, cookie: string) =>
  fetch(`${store.url}${back.pathname}${back.search}`, { headers: { cookie } })

it('is signed in to, pinned, used and removed with its tokens', async () => {
  const added = await add()
  expect(added).toMatchObject({ installed: false, tools: [], audit_status: 'pending' })
  expect(added.authorization).toMatchObject({ can_sign_in: true, is_set: false })

  const begun = await begin(added.id)
  const back = await consent(begun)
  const done = await comeBack(back, cookieOf(begun))
  expect(done.status).toBe(200)
  expect(await done.text()).toContain('You are signed in to Mine')

  // The code is worth nothing without the verifier, which only the server has seen.
  const { code_challenge: challenge, code_challenge_method: method } =
    oauth.seen.find(({ path }) => path === '/authorize')?.params ?? {}
  const { code_verifier: verifier = '', resource } =
    oauth.seen.find(({ path }) => path === '/token')?.params ?? {}
  expect(method).toBe('S256')
  expect(createHash('sha256').update(verifier).digest('base64url')).toBe(challenge)
  expect(begun.body.data.authorization_url).not.toContain(verifier)
  expect(resource).toBe(mcp.url)

  const signedIn = await detail(added.id)
  expect(signedIn).toMatchObject({ installed: true, audit_status: 'approved' })
  expect(signedIn.tools.map(({ name }) => name)).toEqual(['get_thing'])
  const run = () => runTool(store, { userId: user.userId, appId: added.id, tool: 'get_thing' })
  expect(await run()).toMatchObject({ text: 'a thing' })
  const [token = ''] = [...oauth.valid.keys()].slice(-1)
  expect(JSON.stringify(signedIn)).not.toContain(token)

  expect((await user.call('DELETE', `/apps/custom/${added.id}`)).status).toBe(200)
  await expect.poll(() => oauth.asked('/revoke')).toBe(1)
  const left = await store.db.query('select 1 from app_secret where user_id = $1', [user.userId])
  expect(left).toEqual([])
})

it('takes no answer of another state, server, browser or user', async () => {
  const { id } = await add()
  const other = await store.signIn()
  expect((await begin(id, other)).status).toBe(404)

  const forged = await begin(id)
  const forgedBack = await consent(forged)
  forgedBack.searchParams.set('state', 'x'.repeat(43))
  expect((await comeBack(forgedBack, cookieOf(forged))).status).toBe(400)

  const mixed = await begin(id)
  const mixedBack = await consent(mixed)
  mixedBack.searchParams.set('iss', 'https://bank.example')
  expect((await comeBack(mixedBack, cookieOf(mixed))).status).toBe(400)

  const silent = await begin(id)
  const silentBack = await consent(silent)
  silentBack.searchParams.delete('iss')
  expect((await comeBack(silentBack, cookieOf(silent))).status).toBe(400)

  const stolen = await begin(id)
  expect((await comeBack(await consent(stolen), '')).status).toBe(400)

  expect(oauth.asked('/token')).toBe(0)
  expect((await detail(id)).authorization).toMatchObject({ is_set: false })
})

it('is not led to an authorization server inside the network', async () => {
  const { id } = await add()
  await store.db.query('delete from app_oauth_client')
  oauth.described = { token_endpoint: 'http://10.0.0.1/token' }
  const begun = await begin(id)
  oauth.described = {}
  expect(begun.status).toBe(424)
  expect(oauth.asked('/authorize')).toBe(0)
})
