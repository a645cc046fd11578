import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint/endpoint.ts'
import { DEFAULT_LIMITS, type RateLimit } from '#contract/endpoint/limits.ts'
import { AppError } from '#server/errors.ts'
import { toAddressKey } from '#server/http/call-limits.ts'
import { publicRoute, route } from '#server/http/route.ts'
import { testServer } from '#tests/support/server.ts'

const LIMIT: RateLimit = {
  max: 5,
  windowSeconds: 60,
  per: 'user',
  counts: 'calls',
  keptIn: 'database',
}
const done = z.object({ ok: z.boolean() })

const costly = endpoint({
  name: 'costly',
  method: 'POST',
  path: '/test/costly',
  summary: 'test',
  limits: [LIMIT],
  response: done,
})
const cheap = endpoint({
  name: 'cheap',
  method: 'GET',
  path: '/test/cheap',
  summary: 'test',
  limits: [{ ...LIMIT, keptIn: 'process' }],
  response: done,
})
const turns = endpoint({
  name: 'turns',
  method: 'POST',
  path: '/test/turns',
  summary: 'test',
  limits: [{ ...LIMIT, max: 'chatTurns' }],
  response: done,
})
const anyone = endpoint({
  name: 'anyone',
  method: 'GET',
  path: '/test/anyone',
  summary: 'test',
  auth: false,
  limits: [{ ...LIMIT, per: 'address', keptIn: 'process' }],
  response: done,
})
const guess = endpoint({
  name: 'guess',
  method: 'POST',
  path: '/test/guess',
  summary: 'test',
  auth: false,
  limits: [{ ...LIMIT, per: { field: 'name' }, counts: 'failures' }],
  errors: ['INVALID_CREDENTIALS'],
  body: z.object({ name: z.string(), secret: z.string() }),
  response: done,
})

const modules: NonNullable<Parameters<typeof testServer>[0]>['modules'] = () => [
  (app) => {
    const ok = { ok: true }
    for (const each of [costly, cheap, turns]) route(app, each, () => ok)
    publicRoute(app, anyone, () => ok)
    publicRoute(app, guess, ({ body }) => {
      if (body.secret === 'right') return ok
      throw body.secret === 'broken'
        ? new AppError('UNAVAILABLE', 'out of order')
        : new AppError('INVALID_CREDENTIALS', 'Wrong')
    })
  },
]
const config = { limits: { ...DEFAULT_LIMITS, chatTurns: 2 } }
const server = await testServer({ modules, config })
/** Another server on the same database. */
const sibling = await testServer({ modules, config, db: server.db })
afterAll(async () => {
  await sibling.close()
  await server.close()
})
beforeEach(async () => {
  await server.db.query('delete from call_count')
})

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
const passed = (answers: { status: number }[]) =>
  answers.filter(({ status }) => status === 200).length

const guessAt = (name: string, secret: string, at = server) =>
  at.call('POST', '/test/guess', { body: { name, secret } })

describe('a limit per user', () => {
  it('lets exactly its number pass of many calls at once over two servers', async () => {
    const user = await server.signIn()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 ? server : sibling).call('POST', '/test/costly', { token: user.accessToken }),
      ),
    )
    expect(passed(answers)).toBe(5)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'RATE_LIMITED',
      success: false,
      message: 'Too many requests in a short time. Try again in 60 seconds.',
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(55)
  })

  it('counts every user and every endpoint apart', async () => {
    const [ann, ben] = [await server.signIn(), await server.signIn()]
    for (let i = 0; i < 5; i += 1) await ann.call('POST', '/test/costly')
    expect((await ann.call('POST', '/test/costly')).status).toBe(429)
    expect((await ben.call('POST', '/test/costly')).status).toBe(200)
    expect((await ann.call('GET', '/test/cheap')).status).toBe(200)
  })

  it('counts cheap calls without a row in the database', async () => {
    const user = await server.signIn()
    await server.db.query('delete from call_count')
    const answers = []
    for (let i = 0; i < 6; i += 1) answers.push(await user.call('GET', '/test/cheap'))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429])
    expect(await server.db.query('select 1 from call_count')).toHaveLength(0)
  })

  it('takes its number from the configuration where it names a setting', async () => {
    const user = await server.signIn()
    const answers = []
    for (let i = 0; i < 3; i += 1) answers.push(await user.call('POST', '/test/turns'))
    expect(statuses(answers)).toEqual([200, 200, 429])
  })

  it('opens again when its window has passed', async () => {
    const user = await server.signIn()
    for (let i = 0; i < 8; i += 1) await user.call('POST', '/test/costly')
    await server.db.query('update call_count set expire = 1')
    expect((await user.call('POST', '/test/costly')).status).toBe(200)
  })
})

describe('a limit per address', () => {
  it('counts callers without an account together', async () => {
    const answers = []
    for (let i = 0; i < 6; i += 1) answers.push(await server.call('GET', '/test/anyone'))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('a limit of failures', () => {
  it('counts wrong answers of one name, however the name is spelled', async () => {
    for (const name of ['Ann', 'ann ', 'ANN', 'ａnn', 'ann']) {
      expect((await guessAt(name, 'wrong')).status).toBe(401)
    }
    expect((await guessAt('ann', 'right', sibling)).status).toBe(429)
    expect((await guessAt('ben', 'right')).status).toBe(200)
  })

  it('counts neither right answers nor faults of the server', async () => {
    for (let i = 0; i < 12; i += 1) expect((await guessAt('cat', 'right')).status).toBe(200)
    for (let i = 0; i < 12; i += 1) expect((await guessAt('cat', 'broken')).status).toBe(503)
    for (let i = 0; i < 5; i += 1) expect((await guessAt('cat', 'wrong')).status).toBe(401)
    expect((await guessAt('cat', 'right')).status).toBe(429)
  })
})

describe('toAddressKey', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('takes %s for %s', (ip, key) => {
    expect(toAddressKey(ip)).toBe(key)
  })
})
