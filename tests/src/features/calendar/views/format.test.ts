import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatTimes } from '#src/features/calendar/views/format.ts'
import { setHours } from '#src/lib/dates.ts'

beforeEach(() => setHours('h12'))
afterEach(() => setHours('system'))

const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour)

it.each([
  [at(20, 14), at(20, 15), '2:00 – 3:00 PM'],
  [at(20, 11), at(20, 13), '11:00 AM – 1:00 PM'],
  [at(20, 22), at(21, 4), '10:00 PM – 4:00 AM'],
])('times name what they share once (%d, %d)', (from, to, text) => {
  expect(formatTimes(from, to).replaceAll(/\s/g, ' ')).toBe(text)
})
