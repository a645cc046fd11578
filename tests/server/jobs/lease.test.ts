import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { createLease } from '#server/jobs/lease.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
afterAll(() => database.drop())

it('is held by one process until it releases it or stops renewing it', async () => {
  const { db } = database
  const [first, second] = [createLease(db, 'work'), createLease(db, 'work')]
  const outcomes = await Promise.all([first.hold(), second.hold()])
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  const [holder, other] = outcomes[0] ? [first, second] : [second, first]
  expect([await holder.hold(), await other.hold()]).toEqual([true, false])
  expect(await createLease(db, 'other work').hold()).toBe(true)

  await holder.release()
  expect([await other.hold(), await holder.hold()]).toEqual([true, false])

  // A killed holder renews nothing.
  await other.release()
  await db.query(
    `insert into service_lease values ('work', gen_random_uuid(), now() + interval '3 seconds')`,
  )
  expect(await first.hold()).toBe(false)
  await vi.waitFor(async () => expect(await first.hold()).toBe(true), {
    timeout: 15_000,
    interval: 100,
  })
  await first.release()
})

it('is free after its release, although a renewal was running', async () => {
  const { db } = database
  let claims = 0
  const slow: typeof db = Object.create(db, {
    query: {
      value: async (...args: Parameters<typeof db.query>) => {
        if (args[0].startsWith('insert') && (claims += 1) > 1) await sleep(200)
        return db.query(...args)
      },
    },
  })
  const lease = createLease(slow, 'renewed work')
  expect(await lease.hold()).toBe(true)
  await vi.waitFor(() => expect(claims).toBe(2), { timeout: 15_000, interval: 10 })
  await lease.release()
  await sleep(300)
  expect(await createLease(db, 'renewed work').hold()).toBe(true)
})
