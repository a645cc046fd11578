import { describe, expect, it } from 'vitest'
import { DAY_MS, parseWall, formatIsoDateTime } from '#src/features/calendar/model/civil.ts'
import { listStartsBetween } from '#src/features/calendar/model/recurrence.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const wall = (text: string) => parseWall(text) ?? 0

const starts = (rule: string, start: string, from: string, to: string): string[] =>
  listStartsBetween(testEvent({ rule, start }), wall(from), wall(to)).map((at) =>
    formatIsoDateTime(at).slice(0, 10),
  )

describe('a recurrence rule', () => {
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

describe('every rule of RFC 5545', () => {
  it.each([
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', '2026-01-30', ['2026-11-30']],
    ['FREQ=YEARLY;BYWEEKNO=48;BYDAY=MO', '2025-11-24', ['2026-11-23']],
    ['FREQ=YEARLY;BYDAY=-6MO', '1997-11-24', ['2026-11-23']],
    ['FREQ=HOURLY;INTERVAL=24', '2026-11-28', ['2026-11-28', '2026-11-29', '2026-11-30']],
    ['FREQ=DAILY;COUNT=12000', '2001-01-01', ['2026-11-20', '2026-11-21']],
  ])('is followed: %s', (rule, start, expected) => {
    const [from, to] =
      expected.length === 2 ? ['2026-11-20', '2026-11-22'] : ['2026-11-20', '2026-12-01']
    expect(starts(rule, `${start}T09:00`, from, to)).toEqual(expected)
  })

  it.each(['FREQ=SOMETIMES', 'FREQ=WEEKLY;BYDAY=XX', 'FREQ=DAILY;COUNT=x', ''])(
    'shows its event once when it cannot be read: %s',
    (rule) => {
      expect(starts(rule, '2026-11-20T09:00', '2026-11-01', '2026-12-01')).toEqual(['2026-11-20'])
      expect(starts(rule, '2026-11-20T09:00', '2026-12-01', '2026-12-02')).toEqual([])
    },
  )
})

describe('a series', () => {
  const event = testEvent({ rule: 'FREQ=DAILY', start: '2026-11-20T09:00' })
  const from = wall('2026-11-20')

  it('is the same wherever one looks first', () => {
    const far = listStartsBetween(event, from + 400 * DAY_MS, from + 402 * DAY_MS)
    expect(far).toHaveLength(2)
    expect(listStartsBetween(event, from, from + 3 * DAY_MS)).toHaveLength(3)
    expect(listStartsBetween(event, from + 400 * DAY_MS, from + 402 * DAY_MS)).toEqual(far)
  })

  it('is computed again when its event changes', () => {
    const weekly = { ...event, rule: 'FREQ=WEEKLY' }
    expect(listStartsBetween(weekly, from, from + 15 * DAY_MS)).toHaveLength(3)
  })
})
