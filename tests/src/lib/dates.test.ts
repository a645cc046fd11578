import { describe, expect, it } from 'vitest'
import { localeWithHours } from '#src/lib/dates.ts'

const AFTERNOON = new Date(2026, 10, 22, 15, 5)
const written = (hourCycle: string | undefined) =>
  AFTERNOON.toLocaleString(localeWithHours(hourCycle), { dateStyle: 'medium', timeStyle: 'short' })

describe('dates and times', () => {
  it.each([
    ['h12', /^Nov 22, 2026, 3:05\sPM$/],
    ['h23', /^Nov 22, 2026, 15:05$/],
    [undefined, /^Nov 22, 2026, 3:05\sPM$/],
  ])('are in US English with the hours of the user (%s)', (hourCycle, text) => {
    expect(written(hourCycle)).toMatch(text)
  })
})
