import { describe, expect, it } from 'vitest'
import { readCalendarFile } from '#src/features/calendar/ics/ics-import.ts'
import { DAY_MS, parseWall } from '#src/features/calendar/model/civil.ts'
import { findOccurrences } from '#src/features/calendar/model/occurrences.ts'

const MAX_MS = 4_000
const FROM = parseWall('2026-11-01T00:00:00') ?? 0

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART:20261120T090000',
  ...lines,
  'END:VEVENT',
]
const repeated = (text: string, times: number) => Array.from({ length: times }, () => text)

/** Reads a file and shows a month of it, within `MAX_MS`. */
async function show(text: string) {
  const startedAt = performance.now()
  const file = await readCalendarFile(text, { makeId: () => 'id' })
  if (!file.ok) return { file, occurrences: 0, ms: performance.now() - startedAt }
  const occurrences = file.events.reduce(
    (sum, each) => sum + findOccurrences(each, FROM, FROM + 42 * DAY_MS, 'UTC').length,
    0,
  )
  return { file, occurrences, ms: performance.now() - startedAt }
}

describe('a hostile calendar file', () => {
  it.each<[string, string]>([
    ['a series for each second', calendar(...event('RRULE:FREQ=SECONDLY'))],
    ['a series of a billion', calendar(...event('RRULE:FREQ=SECONDLY;COUNT=1000000000'))],
    ['a step of zero', calendar(...event('RRULE:FREQ=DAILY;INTERVAL=0'))],
    ['a negative count', calendar(...event('RRULE:FREQ=DAILY;COUNT=-5'))],
    ['a day that never comes', calendar(...event('RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'))],
    [
      'every second of every minute of every hour',
      calendar(
        ...event(
          `RRULE:FREQ=DAILY;BYHOUR=${Array.from({ length: 24 }, (_, n) => n).join(',')};BYMINUTE=${Array.from({ length: 60 }, (_, n) => n).join(',')};BYSECOND=${Array.from({ length: 60 }, (_, n) => n).join(',')}`,
        ),
      ),
    ],
    [
      'a start in the year 0001',
      calendar(
        'BEGIN:VEVENT',
        'UID:1',
        'DTSTART:00010101T000000',
        'RRULE:FREQ=DAILY',
        'END:VEVENT',
      ),
    ],
    ['a length of a million years', calendar(...event('DURATION:P365000000D'))],
    [
      'ten thousand alarms in each other',
      calendar(...event(repeated('BEGIN:VALARM', 10_000).join('\r\n'))),
    ],
    ['ten thousand events in each other', calendar(repeated('BEGIN:VEVENT', 10_000).join('\r\n'))],
    ['a line of two million letters', calendar(...event(`SUMMARY:${'a'.repeat(2_000_000)}`))],
    [
      'two hundred thousand folded lines',
      calendar(...event(`SUMMARY:a${'\r\n a'.repeat(200_000)}`)),
    ],
    ['a parameter for each letter', calendar(...event(`DTSTART${';X=1'.repeat(50_000)}:20261120`))],
    [
      'fifty thousand excluded days',
      calendar(
        ...event('RRULE:FREQ=DAILY', `EXDATE:${repeated('20261121T090000', 50_000).join(',')}`),
      ),
    ],
    [
      'a zone with two thousand rules',
      calendar(
        'BEGIN:VTIMEZONE',
        'TZID:Bad',
        ...repeated(
          'BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD',
          2_000,
        ),
        'END:VTIMEZONE',
        'BEGIN:VEVENT',
        'UID:2',
        'DTSTART;TZID=Bad:20261120T090000',
        'END:VEVENT',
      ),
    ],
  ])('with %s is read in time and shows no flood', async (_, text) => {
    const { occurrences, ms } = await show(text)
    expect(ms).toBeLessThan(MAX_MS)
    expect(occurrences).toBeLessThan(50_000)
  })

  it('keeps its words as words', async () => {
    const { file } = await show(
      calendar(
        ...event(
          'SUMMARY:<img src=x onerror=alert(1)>',
          'DESCRIPTION:{{constructor.constructor("alert(1)")()}}',
          'LOCATION:javascript:alert(1)',
        ),
      ),
    )
    expect(file).toMatchObject({
      ok: true,
      events: [{ title: '<img src=x onerror=alert(1)>' }],
    })
  })

  it('changes no object of the page by the names of its properties', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    await show(calendar(...event('__PROTO__:x', '__proto__;constructor=x:y', 'CONSTRUCTOR:z')))
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })
})
