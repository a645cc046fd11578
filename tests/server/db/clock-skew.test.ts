import { afterAll, describe, expect, it } from 'vitest'
import { describeSkew, measureSkew, readDatabaseTime } from '#server/db/clock-skew.ts'
import { testDatabase } from '#tests/support/database.ts'

const HOUR_MS = 3_600_000

const database = await testDatabase({ poolSize: 1 })
afterAll(() => database.drop())

describe('the skew of a clock', () => {
  const skewOf = (now: () => number) => measureSkew(() => readDatabaseTime(database.db), now)

  it.each([-HOUR_MS, 0, HOUR_MS])('is measured against the database: %i ms', async (skewMs) => {
    const measured = await skewOf(() => Date.now() + skewMs)
    expect(Math.abs(measured - skewMs)).toBeLessThan(30_000)
  })

  it.each([
    [HOUR_MS, 'is 60 minutes ahead of that of the database;'],
    [-61_000, 'is 1 minute behind that of the database;'],
  ])('is one line that says what to do: %i ms', (skewMs, text) => {
    const line = describeSkew(skewMs, 'the database')
    expect(line).toContain(text)
    expect(line).toContain('timedatectl set-ntp true')
    expect(line).not.toContain('\n')
  })

  it('reports nothing within a minute', () => {
    expect(describeSkew(59_000, 'the database')).toBeNull()
    expect(describeSkew(-60_000, 'the database')).toBeNull()
  })
})
