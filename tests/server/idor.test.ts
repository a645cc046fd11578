import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#server/ids.ts'
import { testServer, type SignedIn, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let owner: SignedIn
let stranger: SignedIn
beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn()
  stranger = await server.signIn()
})
afterAll(() => server.close())

/** Makes a thing of the owner's that a path's `{id}` can name. A route with an id and no line here fails the test. */
const THINGS: Readonly<Record<string, () => Promise<string>>> = {
  '/auth/sessions/{id}': async () => {
    const { body } = await owner.call<{ data: { id: string }[] }>('GET', '/auth/sessions')
    return body.data[0]?.id ?? ''
  },
}

describe('every route that names a thing by its id', () => {
  it('has a line in the matrix', () => {
    const named = server.app.api.endpoints.map(({ path }) => path).filter((path) => /\{/.test(path))
    expect([...new Set(named)].filter((path) => THINGS[path] === undefined)).toEqual([])
  })

  it('answers a stranger as if the thing did not exist', async () => {
    const routes = server.app.api.endpoints.filter(({ path }) => path.includes('{id}'))
    expect(routes.length).toBeGreaterThan(0)
    for (const { method, path, name } of routes) {
      const id = (await THINGS[path]?.()) ?? ''
      const ask = (user: SignedIn, thing: string) =>
        user.call(
          method,
          path.replace('{id}', encodeURIComponent(thing)),
          method === 'GET' || method === 'DELETE' ? {} : { body: {} },
        )
      const foreign = await ask(stranger, id)
      const unknown = await ask(stranger, uuidv7())
      expect(foreign.status, name).toBe(404)
      expect(foreign.body['code'], name).toBe(unknown.body['code'])
      expect(foreign.body['message'], name).toBe(unknown.body['message'])
    }
    expect((await owner.call('GET', '/auth/me')).status).toBe(200)
  })

  it.each([
    '1',
    `' or 1=1 --`,
    '../../me',
    '%00',
    'x'.repeat(64),
    '00000000-0000-0000-0000-000000000000',
  ])('answers 404 for the id %j', async (id) => {
    for (const { method, path, name } of server.app.api.endpoints) {
      if (!path.includes('{id}')) continue
      const target = path.replace('{id}', encodeURIComponent(id))
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      const answer = await owner.call(method, target, body)
      expect([400, 404], `${name} ${answer.text}`).toContain(answer.status)
    }
  })
})

describe('every authenticated route', () => {
  it('is closed without a token', async () => {
    for (const { method, path, auth, name } of server.app.api.endpoints) {
      if (!auth) continue
      const answer = await server.call(method, path.replaceAll(/\{\w+\}/g, uuidv7()))
      expect(answer.status, name).toBe(401)
    }
  })
})
