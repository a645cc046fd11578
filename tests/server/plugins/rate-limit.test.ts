import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressKey, createRateLimiter } from '#server/plugins/rate-limit.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const limit = { name: 'test', max: 5, windowSeconds: 60 }

describe('rate limiter', () => {
  it('lets exactly the limit pass of many that come at once', async () => {
    const limiter = createRateLimiter(database.db)
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => limiter.take(limit, 'crowd')),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  it('counts subjects apart, also when their parts run together', async () => {
    const limiter = createRateLimiter(database.db)
    for (let i = 0; i < 5; i += 1) await limiter.take(limit, 'a', 'bc')
    await expect(limiter.take(limit, 'a', 'bc')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await limiter.take(limit, 'ab', 'c')
    await limiter.take({ ...limit, name: 'other' }, 'a', 'bc')
  })

  it('takes one back, and never below none', async () => {
    const limiter = createRateLimiter(database.db)
    for (let i = 0; i < 20; i += 1) {
      await limiter.take(limit, 'honest')
      await limiter.giveBack(limit, 'honest')
    }
    await limiter.giveBack(limit, 'honest')
    for (let i = 0; i < 5; i += 1) await limiter.take(limit, 'honest')
    await expect(limiter.take(limit, 'honest')).rejects.toThrow(/Try again in 60 seconds/)
  })

  it('forgets windows that have ended', async () => {
    const limiter = createRateLimiter(database.db)
    for (let i = 0; i < 8; i += 1) await limiter.take(limit, `old ${i}`)
    await database.db.query(`update rate_limit set ends_at = now() - interval '1 second'`)
    for (let i = 0; i < 10; i += 1) await limiter.take(limit, `new ${i}`)
    const rows = await database.db.query('select 1 from rate_limit where ends_at < now()')
    expect(rows).toHaveLength(0)
  })
})

describe('addressKey', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('takes %s for %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })
})
