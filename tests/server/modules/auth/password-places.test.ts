import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGate } from '#server/modules/auth/password-gate.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'a horse with no name'

/** Fills a gate with work that waits to be let through. */
function busyGate() {
  const gate = createGate()
  const done: string[] = []
  const open = Promise.withResolvers<void>()
  const enter = (name: string, network: string, isKnown = false) =>
    gate({ network, isKnown }, async () => {
      await open.promise
      done.push(name)
    }).catch(() => done.push(`${name} refused`))
  const running = [enter('first', 'x'), enter('second', 'x')]
  const finish = async (waiting: Promise<unknown>[]) => {
    open.resolve()
    await Promise.all([...running, ...waiting])
    return done.slice(done.indexOf('second') + 1)
  }
  return { enter, finish, done }
}

describe('places for password checks', () => {
  it('let known callers go first, and strangers by turns of their networks', async () => {
    const { enter, finish } = busyGate()
    const waiting = [
      ...['a1', 'a2', 'a3'].map((name) => enter(name, 'a')),
      enter('b1', 'b'),
      enter('known', 'k', true),
    ]
    expect(await finish(waiting)).toEqual(['known', 'a1', 'b1', 'a2', 'a3'])
  })

  it('go from the network that waits with most to one that waits with fewer', async () => {
    const { enter, finish } = busyGate()
    const waiting = Array.from({ length: 130 }, (_, i) => enter(`a${i}`, 'a'))
    waiting.push(enter('b', 'b'))
    const done = await finish(waiting)
    expect(done.slice(0, 4)).toEqual(['a128 refused', 'a129 refused', 'a127 refused', 'a0'])
    expect(done).toContain('b')
  })

  it('are kept for known callers when strangers of many networks take all others', async () => {
    const { enter, finish } = busyGate()
    const waiting = Array.from({ length: 128 }, (_, i) => enter(`s${i}`, `network ${i}`))
    waiting.push(enter('newcomer', 'n'), enter('known', 'k', true))
    const done = await finish(waiting)
    expect(done.slice(0, 2)).toEqual(['newcomer refused', 'known'])
  })
})

describe('password sign-in under a flood of guesses', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ config: { trustProxy: ['127.0.0.1'] } })
    await server.auth.accounts.add({ username: 'ann', password: PASSWORD })
  })
  afterAll(() => server.close())

  const login = (username: string, password: string, address: string) =>
    server.call('POST', '/auth/login', {
      body: { username, password },
      headers: { 'x-forwarded-for': address },
    })

  it('lets a person in where they signed in before', async () => {
    expect((await login('ann', PASSWORD, '203.0.113.7')).status).toBe(200)
    const guesses = Array.from({ length: 180 }, (_, i) =>
      login(`name-${i}`, 'a guess of a stranger', `198.51.${Math.floor(i / 200)}.${i % 200}`),
    )
    const owner = await Promise.all(
      Array.from({ length: 5 }, () => login('ann', PASSWORD, '203.0.113.7')),
    )
    expect(owner.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const statuses = new Set((await Promise.all(guesses)).map(({ status }) => status))
    expect([...statuses].every((status) => status === 401 || status === 503)).toBe(true)
  }, 120_000)
})
