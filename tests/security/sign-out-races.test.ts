import { afterAll, expect, it } from 'vitest'
import { rawGet } from '#tests/support/raw-http.ts'
import { testServer } from '#tests/support/server.ts'

const ROUNDS = 8

const server = await testServer()
const sibling = await testServer({ db: server.db })
afterAll(async () => {
  await sibling.close()
  await server.close()
})

it('leaves no session alive when it is ended at one server and refreshed at another', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const user = await server.signIn()
    const body = { refresh_token: user.refreshToken }
    const [, ...refreshed] = await Promise.all([
      server.call('POST', '/auth/logout', { body, token: user.accessToken }),
      sibling.call<{ access_token?: string; refresh_token?: string }>('POST', '/auth/refresh', {
        body,
      }),
      server.call<{ access_token?: string; refresh_token?: string }>('POST', '/auth/refresh', {
        body,
      }),
    ])
    const tokens = [user.accessToken, ...refreshed.map((answer) => answer.body.access_token)]
    const renewals = [user.refreshToken, ...refreshed.map((answer) => answer.body.refresh_token)]
    for (const at of [server, sibling]) {
      for (const token of tokens) {
        if (token === undefined) continue
        expect((await at.call('GET', '/auth/me', { token })).status).toBe(401)
      }
      for (const token of renewals) {
        if (token === undefined) continue
        const again = await at.call('POST', '/auth/refresh', { body: { refresh_token: token } })
        expect(again.status).toBe(401)
      }
    }
  }
})

it('gives one child for a token that is sent 40 times at once to two servers', async () => {
  const user = await server.signIn()
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? server : sibling).call<{ refresh_token: string }>(
        'POST',
        '/auth/refresh',
        {
          body: { refresh_token: user.refreshToken },
        },
      ),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
})

it.each([
  '/../../etc/passwd',
  '/..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/../../package.json',
  '/assets/..%5c..%5cpackage.json',
  '/.env',
  '/%00',
  '//etc/passwd',
  'http://169.254.169.254/latest/meta-data',
])('sends no file of the machine for the path %s', async (target) => {
  const answer = await rawGet(server.url, target)
  expect(answer).not.toMatch(/root:|"dependencies"|JWT_SECRET|ami-id/)
  expect(answer).toMatch(/^HTTP\/1\.1 (400|404|200) /)
})

it('answers a request once that another one is hidden in', async () => {
  const hidden = 'GET /api/config HTTP/1.1\r\nhost: x\r\n\r\n'
  const answer = await rawGet(
    server.url,
    '/healthz',
    `content-length: ${hidden.length}\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  )
  expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})
