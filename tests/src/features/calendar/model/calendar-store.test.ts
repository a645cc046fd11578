import { describe, expect, it } from 'vitest'
import { calendarKey, createCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { createStorage } from '#src/lib/storage/storage.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const KEY = calendarKey('ada')

const storage = createStorage(
  () => window.localStorage,
  () => window,
)

describe('a calendar', () => {
  it('keeps its events after a reload, for its account only', () => {
    const event = testEvent({ kept: [{ property: ['x', {}, 'text', 'y'] }] })
    createCalendar(storage, 'ada').change({ put: [event], drop: [] })
    expect(createCalendar(storage, 'ada').store.getState().events).toEqual([event])
    expect(createCalendar(storage, 'bob').store.getState().events).toEqual([])
  })

  it('undoes one change and keeps later ones', () => {
    const { store, change } = createCalendar(storage, 'ada')
    const [one, other] = [testEvent({ title: 'One' }), testEvent({ title: 'Other' })]
    change({ put: [one], drop: [] })
    const undo = change({ put: [{ ...one, title: 'Changed' }], drop: [] })
    change({ put: [other], drop: [] })
    undo()
    expect(
      store
        .getState()
        .events.map(({ title }) => title)
        .toSorted(),
    ).toEqual(['One', 'Other'])
    const undoDelete = change({ put: [], drop: [one.id] })
    expect(store.getState().events).toEqual([other])
    undoDelete()
    expect(store.getState().events).toHaveLength(2)
  })

  it('loses only the entry that cannot be read, and not even that from the storage', () => {
    const good = testEvent()
    const bad = { ...testEvent(), start: '2026-02-30' }
    storage.set(KEY, JSON.stringify({ version: 1, events: [bad, good, 7] }))
    const { store, change } = createCalendar(storage, 'ada')
    expect(store.getState().events).toEqual([good])
    expect(store.getState().unreadable).toEqual([bad, 7])
    change({ put: [testEvent()], drop: [] })
    expect(window.localStorage.getItem(KEY)).toContain('2026-02-30')
  })

  it('migrates the calendar of earlier versions', () => {
    const event = testEvent()
    storage.set(KEY, JSON.stringify({ version: 1, events: [event] }))
    const { store, change } = createCalendar(storage, 'ada')
    expect(store.getState()).toMatchObject({ events: [event], wasDamaged: false })
    change({ put: [testEvent()], drop: [] })
    expect(createCalendar(storage, 'ada').store.getState().events).toHaveLength(2)
  })

  it.each(['{', '{"version":9,"events":[]}', '{"state":{"events":[]},"version":9}', '[]', 'null'])(
    'sets aside a text that is none, and goes on: %s',
    (text) => {
      storage.set(KEY, text)
      const { store, change } = createCalendar(storage, 'ada')
      expect(store.getState()).toMatchObject({ events: [], wasDamaged: true })
      expect(window.localStorage.getItem(KEY)).toBe(text)
      change({ put: [testEvent()], drop: [] })
      expect(window.localStorage.getItem(`${KEY}.damaged`)).toBe(text)
      expect(createCalendar(storage, 'ada').store.getState().events).toHaveLength(1)
    },
  )

  it('goes on without a storage, and says that nothing is kept', () => {
    const blocked = createStorage(
      () => {
        throw new DOMException('blocked', 'SecurityError')
      },
      () => window,
    )
    const { store, change } = createCalendar(blocked, 'ada')
    expect(store.getState().isSaved).toBe(true)
    change({ put: [testEvent()], drop: [] })
    expect(store.getState()).toMatchObject({ isSaved: false })
    expect(store.getState().events).toHaveLength(1)
  })

  it('agrees with another tab, also when its own news is late', () => {
    const one = createCalendar(storage, 'ada')
    const other = createCalendar(storage, 'ada')
    const stops = [one.follow(), other.follow()]
    one.change({ put: [testEvent({ title: 'First' })], drop: [] })
    other.change({ put: [testEvent({ title: 'Second' })], drop: [] })
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
    const titles = ({ store }: typeof one) => store.getState().events.map(({ title }) => title)
    expect(titles(one)).toEqual(['First', 'Second'])
    expect(titles(other)).toEqual(['First', 'Second'])
    for (const stop of stops) stop()
  })
})
