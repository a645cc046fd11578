import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, dayFrom, parseWall, wallText } from '#src/features/calendar/model/civil.ts'
import { fullStarts } from '#src/features/calendar/model/full-rule.ts'
import { parseSimpleRule, simpleStarts } from '#src/features/calendar/model/rule.ts'

const starts = (rule: string, start: string, from: string, to: string): string[] =>
  simpleStarts(parseSimpleRule(rule)!, parseWall(start)!, parseWall(from)!, parseWall(to)!).map(
    (at) => wallText(at).slice(0, 10),
  )

describe('a simple rule', () => {
  it.each([
    ['FREQ=DAILY', '2026-11-18', ['2026-11-20', '2026-11-21', '2026-11-22']],
    ['FREQ=DAILY;INTERVAL=2', '2026-11-19', ['2026-11-21']],
    ['FREQ=DAILY;COUNT=3', '2026-11-19', ['2026-11-20', '2026-11-21']],
    ['FREQ=DAILY;UNTIL=20261121T090000', '2026-11-19', ['2026-11-20', '2026-11-21']],
    ['FREQ=DAILY;UNTIL=20261120', '2026-11-19', ['2026-11-20']],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '2026-11-02', ['2026-11-20']],
    ['FREQ=MONTHLY;BYDAY=3FR', '2026-01-16', ['2026-11-20']],
    ['FREQ=YEARLY', '2020-11-21', ['2026-11-21']],
  ])('%s from %s', (rule, start, expected) => {
    expect(starts(rule, `${start}T09:00`, '2026-11-20', '2026-11-23')).toEqual(expected)
  })

  it('leaves out months that lack the day', () => {
    expect(starts('FREQ=MONTHLY', '2026-01-31T09:00', '2026-01-01', '2026-08-01')).toEqual([
      '2026-01-31',
      '2026-03-31',
      '2026-05-31',
      '2026-07-31',
    ])
    expect(starts('FREQ=YEARLY', '2024-02-29T09:00', '2024-01-01', '2033-01-01')).toEqual([
      '2024-02-29',
      '2028-02-29',
      '2032-02-29',
    ])
  })

  it('does not begin before its start', () => {
    expect(
      starts('FREQ=WEEKLY;BYDAY=MO,FR', '2026-11-18T09:00', '2026-11-01', '2026-11-24'),
    ).toEqual(['2026-11-20', '2026-11-23'])
  })
})

describe('what plain arithmetic does not follow', () => {
  it.each([
    'FREQ=HOURLY',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=x',
    'FREQ=DAILY;UNTIL=never',
    '',
  ])('is left to the full engine: %s', (rule) => expect(parseSimpleRule(rule)).toBeNull())

  it('is shown once when no engine can read it', () => {
    const [start, from, to] = ['2026-11-20T09:00', '2026-11-01', '2026-12-01'].map((text) =>
      parseWall(text)!,
    ) as [number, number, number]
    expect(fullStarts('FREQ=SOMETIMES', start, from, to)).toEqual([start])
    expect(fullStarts('FREQ=SOMETIMES', start, to, to + DAY_MS)).toEqual([])
  })
})

const weekdays = fc
  .uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { minLength: 1 })
  .map((names) => names.join(','))
const shape = fc.oneof(
  fc.constant('FREQ=DAILY'),
  fc.constant('FREQ=WEEKLY'),
  weekdays.map((names) => `FREQ=WEEKLY;BYDAY=${names}`),
  fc.constant('FREQ=MONTHLY'),
  fc.integer({ min: 1, max: 31 }).map((day) => `FREQ=MONTHLY;BYMONTHDAY=${day}`),
  fc
    .tuple(fc.constantFrom(1, 2, 3, 4, -1), fc.constantFrom('MO', 'WE', 'SU'))
    .map(([nth, name]) => `FREQ=MONTHLY;BYDAY=${nth}${name}`),
  fc.constant('FREQ=YEARLY'),
)
const rules = fc
  .tuple(
    shape,
    fc.integer({ min: 1, max: 4 }),
    fc.oneof(
      fc.constant(''),
      fc.integer({ min: 1, max: 40 }).map((count) => `;COUNT=${count}`),
      fc.constantFrom(';UNTIL=20241231T235959', ';UNTIL=20230601'),
    ),
  )
  .map(([rule, interval, end]) => `${rule};INTERVAL=${interval}${end}`)

it('says the same as the iCalendar library, wherever one looks', () => {
  fc.assert(
    fc.property(
      rules,
      fc.integer({ min: dayFrom(2022, 1, 1), max: dayFrom(2022, 12, 28) }),
      fc.integer({ min: -30, max: 900 }),
      fc.integer({ min: 1, max: 120 }),
      (rule, startDay, after, length) => {
        const startMs = startDay * DAY_MS + 9 * 3_600_000
        const fromMs = (startDay + after) * DAY_MS
        const toMs = fromMs + length * DAY_MS
        expect(simpleStarts(parseSimpleRule(rule)!, startMs, fromMs, toMs).map(wallText)).toEqual(
          fullStarts(rule, startMs, fromMs, toMs).map(wallText),
        )
      },
    ),
    { numRuns: 300 },
  )
})
