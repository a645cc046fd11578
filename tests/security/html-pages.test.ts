import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerSignInRoutes } from '#server/modules/apps/sign-in/sign-in-routes.ts'
import type { SignInOutcome } from '#server/modules/apps/sign-in/app-sign-in.ts'
import { createDemoFetch } from '#server/modules/research/demo/demo-pages.ts'
import { registerApiDocs } from '#server/modules/system/api-docs/docs-page.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

const HOSTILE = `</title><script>alert(1)</script><img src=x onerror='a' title="b">&amp;`
const ESCAPED =
  '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&apos;a&apos; title=&quot;b&quot;&gt;&amp;amp;'

describe('the page after a sign-in at an app', () => {
  const ORIGIN = 'https://desk.example'
  let server: TestServer
  let outcome: SignInOutcome
  beforeAll(async () => {
    server = await testServer({
      modules: () => [
        (app) =>
          registerSignInRoutes(app, {
            signIn: { finish: async () => outcome } as never,
            clientDocument: { client_id: `${ORIGIN}/api/apps/oauth/client.json` },
            productName: HOSTILE,
            origin: ORIGIN,
          }),
      ],
    })
  })
  afterAll(() => server.close())

  const open = async (state = 'x') => {
    const query = new URLSearchParams({ state })
    const answer = await fetch(`${server.url}/api/apps/oauth/callback?${query}`)
    return { page: await answer.text(), headers: answer.headers, status: answer.status }
  }

  it.each<[string, SignInOutcome]>([
    ['the name of an app', { ok: true, appName: HOSTILE }],
    ['a reason', { ok: false, text: HOSTILE }],
  ])('escapes %s and the name of the product', async (_, given) => {
    outcome = given
    const { page, headers } = await open()
    expect(page).toContain(ESCAPED)
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<img')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    )
  })

  it('repeats nothing of its address', async () => {
    outcome = { ok: false, text: 'Begin it again' }
    const { page, headers, status } = await open(HOSTILE)
    expect(status).toBe(400)
    expect(page).not.toContain('alert')
    expect(headers.get('location')).toBeNull()
    expect(headers.get('set-cookie')).not.toContain('alert')
  })

  it('is named by the configured origin, whatever the Host of a request', async () => {
    const { payload } = await server.app.inject({
      url: '/api/apps/oauth/client.json',
      headers: { host: 'evil.example' },
    })
    expect(payload).not.toContain('evil')
    expect((await server.call('GET', '/apps/oauth/client.json')).body).toEqual({
      client_id: `${ORIGIN}/api/apps/oauth/client.json`,
    })
  })
})

it('the page of the API escapes the name of the product', async () => {
  const app = Fastify()
  app.decorate('api', { endpoints: [] } as never)
  await registerApiDocs(app, HOSTILE)
  const { payload, headers } = await app.inject('/api/docs')
  await app.close()
  expect(headers['content-type']).toContain('text/html')
  expect(payload).toContain(`<title>${ESCAPED} API</title>`)
  expect(payload).not.toContain('<script>')
  expect(payload).not.toContain('<img')
})

it('an invented feed escapes what its address names', async () => {
  const read = createDemoFetch({ now: Date.now, demoMints: [], slowestMs: 0 })
  const answer = await read(`https://github.com/${HOSTILE.replace('/', '')}/b/releases.atom`)
  const text = await answer.text()
  expect(text).toContain('<feed')
  expect(text).not.toContain('<script')
  expect(text).not.toContain('<img')
})
