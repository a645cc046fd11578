import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGate } from '#server/modules/auth/passwords/password-gate.ts'
import { testServer, type TestServer } from '#tests/support/server.ts'
import { testWallet } from '#tests/support/wallet.ts'

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

  it('alternate between known networks, with every third turn for strangers', async () => {
    const { enter, finish } = busyGate()
    const waiting = [
      ...['k1', 'k2', 'k3', 'k4'].map((name) => enter(name, 'k', true)),
      enter('j1', 'j', true),
      ...['a1', 'a2'].map((name) => enter(name, 'a')),
    ]
    expect(await finish(waiting)).toEqual(['k1', 'j1', 'a1', 'k2', 'k3', 'a2', 'k4'])
  })

  it('go from the known network that waits with most to one that waits with fewer', async () => {
    const { enter, finish } = busyGate()
    const waiting = Array.from({ length: 64 }, (_, i) => enter(`k${i}`, 'k', true))
    waiting.push(enter('other', 'j', true))
    const done = await finish(waiting)
    expect(done.slice(0, 3)).toEqual(['k63 refused', 'k0', 'other'])
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
    for (const username of ['ann', 'mallory']) {
      await server.auth.accounts.add({ username, password: PASSWORD })
    }
  })
  afterAll(() => server.close())

  const login = (username: string, password: string, address: string) =>
    server.call('POST', '/auth/login', {
      body: { username, password },
      headers: { 'x-forwarded-for': address },
    })

  it('lets a user in from an earlier network', async () => {
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

  it('lets another user in while one account signs in constantly', async () => {
    expect((await login('mallory', PASSWORD, '198.51.100.1')).status).toBe(200)
    const flood = { isOver: false, until: Date.now() + 20_000 }
    const connections = Array.from({ length: 24 }, async () => {
      while (!flood.isOver && Date.now() < flood.until) {
        await login('mallory', PASSWORD, '198.51.100.1')
      }
      flood.isOver = true
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const answer = await login('ann', PASSWORD, '203.0.113.50')
    expect(flood.isOver).toBe(false)
    flood.isOver = true
    await Promise.all(connections)
    expect(answer.status).toBe(200)
  }, 60_000)

  it('refuses wrong confirmations of many accounts of one network, and lets a stranger in', async () => {
    const at = { 'x-forwarded-for': '198.51.100.2' }
    const users = await Promise.all(Array.from({ length: 6 }, () => server.signIn(testWallet())))
    const body = { username: 'any-name', password: PASSWORD, current_password: 'wrong' }
    const answered: string[] = []
    const confirmations = users.flatMap((user) =>
      Array.from({ length: 15 }, async () => {
        const answer = await user.call('PUT', '/auth/credentials', { body, headers: at })
        answered.push('confirmation')
        return answer
      }),
    )
    const stranger = login('ann', PASSWORD, '203.0.113.51').then((answer) => {
      answered.push('stranger')
      return answer
    })
    expect((await stranger).status).toBe(200)
    const answers = await Promise.all(confirmations)
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.filter(({ status }) => status === 403).length).toBe(90 - refused.length)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('2')
  }, 60_000)

  it('counts the guesses of strangers that it is too busy to check', async () => {
    await server.db.query('delete from call_count')
    const guesses = await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        login(`name-${i}`, 'a guess of a stranger', `198.51.${Math.floor(i / 10)}.7`),
      ),
    )
    const busy = guesses.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    const rows = await server.db.query<{ points: bigint }>(
      `select points from call_count where key like 'guess:name:%'`,
    )
    expect(rows.map(({ points }) => Number(points))).toEqual(Array(400).fill(1))
  }, 60_000)
})
