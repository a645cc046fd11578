import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatEventLabel, formatTimes } from '#src/features/calendar/views/format.ts'
import { indexOccurrences } from '#src/features/calendar/model/occurrences.ts'
import { setHours } from '#src/lib/dates.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

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

it.each([
  [{}, 'Standup, Friday, November 20, 9:00 – 10:00 AM'],
  [
    { isAllDay: true, start: '2026-11-20', end: '2026-11-21' },
    'Standup, Friday, November 20, All day',
  ],
  [
    { isAllDay: true, start: '2026-11-20', end: '2026-11-23' },
    'Standup, Friday, November 20 – Sunday, November 22',
  ],
  [
    { end: '2026-11-21T10:00:00' },
    'Standup, Friday, November 20 at 9:00 AM – Saturday, November 21 at 10:00 AM',
  ],
])('the name of an event says each date once: %j', (given, name) => {
  const [occurrence] = indexOccurrences([testEvent({ zone: null, ...given })], 'UTC').between(
    at(19, 0),
    at(24, 0),
  )
  expect(formatEventLabel(occurrence!).replaceAll(/\s/g, ' ')).toBe(name)
})
