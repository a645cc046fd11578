import { beforeEach, describe, expect, it } from 'vitest'
import { addToCalendar } from '#src/features/calendar/add-to-calendar.ts'
import { findEvents } from '#src/features/calendar/find-events.ts'
import { getCalendar } from '#src/features/calendar/model/calendar-store.ts'

const USER = 'finder'
const SPAN = { from: '2026-11-20', to: '2026-11-30' }

let nextId = 0
const add = (title: string, starts: string, rule: string | null = null) =>
  addToCalendar(
    USER,
    { title, notes: '', starts, ends: '', isAllDay: !starts.includes('T'), rule },
    () => `event-${(nextId += 1)}`,
  )

const titles = (title: string) => findEvents(USER, { ...SPAN, title }).map((each) => each.title)
const whens = (title: string) => findEvents(USER, { ...SPAN, title }).map(({ when }) => when)

beforeEach(() => {
  localStorage.clear()
})

describe('entries by the words of a chat', () => {
  it('are those with the most of them', () => {
    add('Lunch with Anna', '2026-11-21T12:00')
    add('Call with Bob', '2026-11-21T15:00')
    expect(titles('lunch with anna')).toEqual(['Lunch with Anna'])
    expect(titles('dinner with anna')).toEqual(['Lunch with Anna'])
    expect(titles('meeting with')).toHaveLength(2)
    expect(titles('yoga')).toEqual([])
    expect(titles('')).toHaveLength(2)
  })
})

describe('an entry that a chat moves', () => {
  const plan = (startsAt: string) => {
    const [found] = findEvents(USER, { ...SPAN, title: '' })
    return found?.planMove(startsAt) ?? null
  }

  it.each([
    ['13:30', 'Nov 21, 2026, 1:30 PM'],
    ['2026-11-27', 'Nov 27, 2026, 12:00 PM'],
    ['2026-11-27T09:00', 'Nov 27, 2026, 9:00 AM'],
  ])('is at the new time and back again: %s', (startsAt, when) => {
    add('Lunch', '2026-11-21T12:00')
    const before = whens('lunch')
    const planned = plan(startsAt)
    expect(planned?.when).toContain(when)
    const moveBack = planned?.move()
    expect(whens('lunch')).toEqual([planned?.when])
    moveBack?.()
    expect(whens('lunch')).toEqual(before)
  })

  it('moves one of a series alone', () => {
    add('Standup', '2026-11-23T09:00', 'FREQ=DAILY;COUNT=3')
    const before = whens('standup')
    const [, second] = findEvents(USER, { ...SPAN, title: 'standup' })
    second?.planMove('11:00')?.move()
    const after = whens('standup')
    expect(after).toHaveLength(3)
    expect([after[0], after[2]]).toEqual([before[0], before[2]])
    expect(after[1]).toContain('11:00 AM')
  })

  it('keeps changes made since it was found, and stays deleted', () => {
    add('Lunch', '2026-11-21T12:00')
    const calendar = getCalendar(USER)
    const planned = plan('13:00')
    const [event] = calendar.store.getState().events
    if (event === undefined) throw new Error('no event')
    calendar.change({ put: [{ ...event, title: 'Brunch' }], drop: [] })
    planned?.move()
    expect(calendar.store.getState().events).toMatchObject([
      { title: 'Brunch', start: '2026-11-21T13:00:00' },
    ])
    calendar.change({ put: [], drop: [event.id] })
    planned?.move()
    expect(calendar.store.getState().events).toEqual([])
  })

  it('takes an hour of its day, or of another, and is not moved to where it is', () => {
    add('Holiday', '2026-11-21')
    expect(plan('2026-11-21')).toBeNull()
    expect(plan('13:00')?.when).toContain('Nov 21, 2026, 1:00 PM')
    const moveBack = plan('2026-11-27T13:00')?.move()
    const { store } = getCalendar(USER)
    expect(store.getState().events).toMatchObject([
      { isAllDay: false, start: '2026-11-27T13:00:00', end: '2026-11-27T14:00:00' },
    ])
    moveBack?.()
    expect(store.getState().events).toMatchObject([{ isAllDay: true, start: '2026-11-21' }])
  })
})
