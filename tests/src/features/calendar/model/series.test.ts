import { describe, expect, it } from 'vitest'
import { parseWall, formatIsoDateTime } from '#src/features/calendar/model/civil.ts'
import type { CalendarEvent } from '#contract/calendar/events.ts'
import { indexOccurrences } from '#src/features/calendar/model/occurrences.ts'
import {
  deleteOccurrence,
  editOccurrence,
  type Change,
  type EventFields,
  type Scope,
} from '#src/features/calendar/model/series.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const daily = testEvent({
  id: 'daily',
  title: 'Daily',
  start: '2026-11-16T09:00:00',
  end: '2026-11-16T10:00:00',
  rule: 'FREQ=DAILY;COUNT=5',
})

const applied = (events: readonly CalendarEvent[], { put, drop }: Change): CalendarEvent[] => {
  const left = new Set([...drop, ...put.map(({ id }) => id)])
  return [...events.filter(({ id }) => !left.has(id)), ...put]
}

const seen = (events: readonly CalendarEvent[]): string[] =>
  indexOccurrences(events, 'Europe/Berlin')
    .between(parseWall('2026-11-01')!, parseWall('2027-01-01')!)
    .map(({ event, startMs }) => `${formatIsoDateTime(startMs).slice(8, 16)} ${event.title}`)

const target = (event: CalendarEvent, start: string) => ({ event, ownStartMs: parseWall(start)! })

const edit = (start: string, scope: Scope, given: Partial<EventFields>, events = [daily]) => {
  let made = 0
  const makeId = () => `made-${(made += 1)}`
  const fields: EventFields = { ...daily, start, end: start.replace('09:00', '10:00'), ...given }
  return applied(
    events,
    editOccurrence(target(daily, '2026-11-18T09:00:00'), fields, scope, { events, makeId }),
  )
}

const later = { title: 'Later', start: '2026-11-18T11:00:00', end: '2026-11-18T12:00:00' }

describe('changing an occurrence of a series', () => {
  it('changes only this one', () => {
    expect(seen(edit('2026-11-18T09:00:00', 'one', later))).toEqual([
      '16T09:00 Daily',
      '17T09:00 Daily',
      '18T11:00 Later',
      '19T09:00 Daily',
      '20T09:00 Daily',
    ])
  })

  it('changes this and all following occurrences, without changing their number', () => {
    expect(seen(edit('2026-11-18T09:00:00', 'following', later))).toEqual([
      '16T09:00 Daily',
      '17T09:00 Daily',
      '18T11:00 Later',
      '19T11:00 Later',
      '20T11:00 Later',
    ])
  })

  it('changes all by as much as the one was moved', () => {
    expect(seen(edit('2026-11-18T09:00:00', 'all', later))).toEqual([
      '16T11:00 Later',
      '17T11:00 Later',
      '18T11:00 Later',
      '19T11:00 Later',
      '20T11:00 Later',
    ])
  })

  it('moves exceptions along', () => {
    const moved = testEvent({
      id: 'moved',
      uid: daily.uid,
      title: 'Moved',
      instanceOf: '2026-11-19T09:00:00',
      start: '2026-11-19T15:00:00',
      end: '2026-11-19T16:00:00',
    })
    const holed = { ...daily, excluded: ['2026-11-20T09:00:00'] }
    const change = (scope: Scope) =>
      seen(
        applied(
          [holed, moved],
          editOccurrence(target(holed, '2026-11-18T09:00:00'), { ...daily, ...later }, scope, {
            events: [holed, moved],
            makeId: () => 'made',
          }),
        ),
      )
    expect(change('all')).toEqual([
      '16T11:00 Later',
      '17T11:00 Later',
      '18T11:00 Later',
      '19T15:00 Moved',
    ])
    expect(change('following')).toEqual([
      '16T09:00 Daily',
      '17T09:00 Daily',
      '18T11:00 Later',
      '19T15:00 Moved',
    ])
  })

  it('of which it is the first changes all when it is to change what follows', () => {
    const fields = { ...daily, title: 'New' }
    const change = editOccurrence(target(daily, daily.start), fields, 'following', {
      events: [daily],
      makeId: () => 'made',
    })
    expect(change.put).toHaveLength(1)
    expect(change.put[0]).toMatchObject({ id: 'daily', title: 'New' })
  })

  it('can end the series there', () => {
    expect(seen(edit('2026-11-18T09:00:00', 'following', { rule: null, title: 'Last' }))).toEqual([
      '16T09:00 Daily',
      '17T09:00 Daily',
      '18T09:00 Last',
    ])
  })
})

describe('deleting an occurrence of a series', () => {
  const remove = (scope: Scope, events = [daily], event = daily, start = '2026-11-18T09:00:00') =>
    seen(applied(events, deleteOccurrence(target(event, start), scope, events)))

  it('deletes one, those that follow, or all', () => {
    expect(remove('one')).toEqual([
      '16T09:00 Daily',
      '17T09:00 Daily',
      '19T09:00 Daily',
      '20T09:00 Daily',
    ])
    expect(remove('following')).toEqual(['16T09:00 Daily', '17T09:00 Daily'])
    expect(remove('all')).toEqual([])
    expect(remove('following', [daily], daily, daily.start)).toEqual([])
  })

  it('that another event replaces does not return to its old place', () => {
    const events = edit('2026-11-18T09:00:00', 'one', later)
    const moved = events.find(({ instanceOf }) => instanceOf !== null)!
    expect(remove('all', events, moved, moved.start)).toEqual([
      '16T09:00 Daily',
      '17T09:00 Daily',
      '19T09:00 Daily',
      '20T09:00 Daily',
    ])
  })

  it('deletes replaced occurrences along with the series', () => {
    expect(remove('all', edit('2026-11-18T09:00:00', 'one', later))).toEqual([])
  })
})

it('ends series of all-day events the day before', () => {
  const allDay = testEvent({
    isAllDay: true,
    zone: null,
    start: '2026-11-16',
    end: '2026-11-17',
    rule: 'FREQ=DAILY',
  })
  const change = deleteOccurrence(target(allDay, '2026-11-18'), 'following', [allDay])
  expect(seen(applied([allDay], change))).toHaveLength(2)
})

describe('an occurrence whose event has changed since it was shown', () => {
  const at = (day: number) => target(daily, `2026-11-${day}T09:00:00`)
  const without = (events: readonly CalendarEvent[], day: number) =>
    applied(events, deleteOccurrence(at(day), 'one', events))
  const means = (events: readonly CalendarEvent[]) => ({ events, makeId: () => 'made' })

  it('is deleted, and those deleted before stay deleted', () => {
    const left = without(without([daily], 17), 18)
    expect(seen(left)).toEqual(['16T09:00 Daily', '19T09:00 Daily', '20T09:00 Daily'])
  })

  it('is changed, and those deleted before stay deleted', () => {
    const events = without([daily], 17)
    const change = editOccurrence(at(18), { ...daily, title: 'All' }, 'all', means(events))
    expect(applied(events, change).flatMap(({ excluded }) => excluded)).toHaveLength(1)
  })

  it('stays deleted with its event, but a change that was made to it is kept', () => {
    expect(without([], 18)).toEqual([])
    const single = testEvent()
    const change = editOccurrence({ ...at(16), event: single }, single, 'one', means([]))
    expect(change.put).toEqual([single])
  })
})
