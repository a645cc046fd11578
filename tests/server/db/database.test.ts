import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

describe('query', () => {
  it('gives int8 as bigint, timestamptz as Date and jsonb parsed', async () => {
    const [row] = await test.db.query<{ whole: bigint; at: Date; json: object }>(
      `select 9223372036854775807::bigint as whole, 'epoch'::timestamptz as at, $1::jsonb as json`,
      ['{"a":[1]}'],
    )
    expect(row).toEqual({ whole: 9223372036854775807n, at: new Date(0), json: { a: [1] } })
  })
})
