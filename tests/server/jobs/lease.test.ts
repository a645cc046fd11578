import { afterAll, expect, it, vi } from 'vitest'
import { createLease } from '#server/jobs/lease.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
afterAll(() => database.drop())

it('is held by one process, which keeps it, until it lets go or falls silent', async () => {
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
