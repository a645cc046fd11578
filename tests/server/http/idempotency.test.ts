import { afterAll, describe, expect, it } from 'vitest'
import { AppError } from '#server/errors.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { createIdempotency } from '#server/http/idempotency.ts'
import { testDatabase } from '#tests/support/database.ts'

const database = await testDatabase()
afterAll(() => database.drop())

const call = (over: Partial<{ key: string; request: unknown; userId: string }> = {}) => ({
  userId: uuidv7(),
  endpoint: 'pay',
  key: 'key-1',
  request: { a: 1, b: { c: [2] } },
  ...over,
})

describe('withIdempotencyKey', () => {
  it('runs fifty simultaneous calls once and returns the same response to all', async () => {
    const mine = call()
    let runs = 0
    const [here, there] = [createIdempotency(database.db), createIdempotency(database.db)]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? here : there)(mine, async () => ({ run: (runs += 1), at: Math.random() })),
      ),
    )
    expect(runs).toBe(1)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it('takes members in any order for the same request, and refuses another one', async () => {
    const withIdempotencyKey = createIdempotency(database.db)
    const mine = call()
    await withIdempotencyKey(mine, async () => 'first')
    const reordered = { ...mine, request: { b: { c: [2] }, a: 1 } }
    expect(await withIdempotencyKey(reordered, async () => 'second')).toBe('first')
    const other = withIdempotencyKey({ ...mine, request: { a: 2 } }, async () => 'third')
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })

  it('keeps users, endpoints and keys apart', async () => {
    const withIdempotencyKey = createIdempotency(database.db)
    const mine = call()
    await withIdempotencyKey(mine, async () => 1)
    expect(await withIdempotencyKey({ ...mine, userId: uuidv7() }, async () => 2)).toBe(2)
    expect(await withIdempotencyKey({ ...mine, endpoint: 'other' }, async () => 3)).toBe(3)
    expect(await withIdempotencyKey({ ...mine, key: 'key-2' }, async () => 4)).toBe(4)
  })

  it('forgets a failed run, so that the call can be repeated', async () => {
    const withIdempotencyKey = createIdempotency(database.db)
    const mine = call()
    const failing = withIdempotencyKey(mine, () => Promise.reject(new AppError('CONFLICT', 'no')))
    await expect(failing).rejects.toThrow('no')
    expect(await withIdempotencyKey(mine, async () => 'now')).toBe('now')
  })

  it('takes over from a server that died a minute ago', async () => {
    const withIdempotencyKey = createIdempotency(database.db)
    const mine = call()
    const hanging = withIdempotencyKey(mine, () => new Promise<string>(() => {}))
    hanging.catch(() => undefined)
    await expect
      .poll(() =>
        database.db.query('select 1 from idempotent_answer where user_id = $1', [mine.userId]),
      )
      .toHaveLength(1)
    await database.db.query(
      `update idempotent_answer set claimed_at = claimed_at - interval '61 seconds' where user_id = $1`,
      [mine.userId],
    )
    expect(await withIdempotencyKey(mine, async () => 'taken over')).toBe('taken over')
  })
})
