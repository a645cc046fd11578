import { describe, expect, it } from 'vitest'
import { parseWall, formatIsoDateTime } from '#src/features/calendar/model/civil.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { indexOccurrences } from '#src/features/calendar/model/occurrences.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const seen = (events: readonly CalendarEvent[], from: string, to: string, zone = 'Europe/Berlin') =>
  indexOccurrences(events, zone)
    .between(parseWall(from)!, parseWall(to)!)
    .map(({ event, startMs }) => `${formatIsoDateTime(startMs).slice(0, 16)} ${event.title}`)

describe('an event', () => {
  it('is where it starts, ends or goes on, and nowhere else', () => {
    const trip = testEvent({ title: 'Trip', start: '2026-11-18T22:00', end: '2026-11-20T06:00' })
    expect(seen([trip], '2026-11-19', '2026-11-20')).toHaveLength(1)
    expect(seen([trip], '2026-11-20', '2026-11-21')).toHaveLength(1)
    expect(seen([trip], '2026-11-20T06:00', '2026-11-21')).toHaveLength(0)
    expect(seen([trip], '2026-11-17', '2026-11-18T22:00')).toHaveLength(0)
  })

  it('without length has its moment', () => {
    const moment = testEvent({ start: '2026-11-20T09:00', end: '2026-11-20T09:00' })
    expect(seen([moment], '2026-11-20', '2026-11-21')).toHaveLength(1)
    expect(seen([moment], '2026-11-20T09:01', '2026-11-21')).toHaveLength(0)
  })

  it('of another zone is placed by the viewer’s clock', () => {
    const call = testEvent({ title: 'Call', zone: 'America/New_York' })
    expect(seen([call], '2026-11-20', '2026-11-21')).toEqual(['2026-11-20T15:00 Call'])
    const late = testEvent({
      title: 'Late',
      zone: 'America/Los_Angeles',
      start: '2026-11-20T20:00',
    })
    expect(seen([{ ...late, end: '2026-11-20T21:00' }], '2026-11-21', '2026-11-22')).toEqual([
      '2026-11-21T05:00 Late',
    ])
  })

  it('without a zone, or all day, stays on its wall', () => {
    const lunch = testEvent({ title: 'Lunch', zone: null })
    expect(seen([lunch], '2026-11-20', '2026-11-21', 'Asia/Tokyo')).toEqual([
      '2026-11-20T09:00 Lunch',
    ])
  })
})

describe('a series', () => {
  it('keeps its hour through summer time, and moves where others do not', () => {
    const weekly = testEvent({
      title: 'Weekly',
      start: '2026-03-20T09:00',
      end: '2026-03-20T10:00',
      rule: 'FREQ=WEEKLY',
    })
    expect(seen([weekly], '2026-03-20', '2026-04-04')).toEqual([
      '2026-03-20T09:00 Weekly',
      '2026-03-27T09:00 Weekly',
      '2026-04-03T09:00 Weekly',
    ])
    expect(seen([weekly], '2026-03-27', '2026-04-04', 'UTC')).toEqual([
      '2026-03-27T08:00 Weekly',
      '2026-04-03T07:00 Weekly',
    ])
  })

  it('omits excluded occurrences, includes added ones, and is replaced by exceptions', () => {
    const daily = testEvent({
      id: 'daily',
      title: 'Daily',
      start: '2026-11-16T09:00',
      end: '2026-11-16T10:00',
      rule: 'FREQ=DAILY;COUNT=4',
      excluded: ['2026-11-17T09:00'],
      added: ['2026-11-30T09:00', '2026-11-16T09:00'],
    })
    const moved = testEvent({
      title: 'Moved',
      uid: daily.uid,
      instanceOf: '2026-11-18T09:00:00',
      start: '2026-11-18T14:00',
      end: '2026-11-18T15:00',
    })
    expect(seen([daily, moved], '2026-11-01', '2026-12-31')).toEqual([
      '2026-11-16T09:00 Daily',
      '2026-11-18T14:00 Moved',
      '2026-11-19T09:00 Daily',
      '2026-11-30T09:00 Daily',
    ])
  })

  it('follows rules beyond plain arithmetic', () => {
    const payday = testEvent({
      title: 'Payday',
      start: '2026-01-30T12:00',
      end: '2026-01-30T12:30',
      rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    })
    expect(seen([payday], '2026-05-01', '2026-07-01')).toEqual([
      '2026-05-29T12:00 Payday',
      '2026-06-30T12:00 Payday',
    ])
  })
})

it('sorts events with the same start, the longer first', () => {
  const events = [
    testEvent({ title: 'B' }),
    testEvent({ title: 'A' }),
    testEvent({ title: 'Long', end: '2026-11-20T12:00' }),
  ]
  const titles = (list: CalendarEvent[]) =>
    seen(list, '2026-11-20', '2026-11-21').map((text) => text.split(' ')[1])
  expect(titles(events)).toEqual(['Long', 'A', 'B'])
  expect(titles(events.toReversed())).toEqual(['Long', 'A', 'B'])
})
