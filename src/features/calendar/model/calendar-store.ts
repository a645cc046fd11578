import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import { createPersistStorage } from '#src/lib/storage/persisted.ts'
import { browserStorage, type TextStorage } from '#src/lib/storage/storage.ts'
import { calendarKey } from './calendar-key.ts'
import { CalendarEvent } from './event.ts'
import type { Change } from './series.ts'

/** Version 1 was saved without `persist`, with its version beside the events. */
const VERSION = 2

const SavedCalendar = z.object({
  version: z.optional(z.literal(1)),
  events: z.array(z.unknown()),
})

export type CalendarState = {
  events: readonly CalendarEvent[]
  /** Saved entries that could not be read. They stay saved. */
  unreadable: readonly unknown[]
  /** True when the saved text was no calendar. It stays saved under another key. */
  wasDamaged: boolean
  /** False while nothing is saved because the browser's storage is full or blocked. */
  isKept: boolean
}

const NOTHING: CalendarState = { events: [], unreadable: [], wasDamaged: false, isKept: true }

const readCalendar = (saved: unknown): CalendarState => {
  if (saved === undefined) return NOTHING
  const { data } = SavedCalendar.safeParse(saved)
  if (data === undefined) return { ...NOTHING, wasDamaged: true }
  const events: CalendarEvent[] = []
  const unreadable: unknown[] = []
  for (const entry of data.events) {
    const parsed = CalendarEvent.safeParse(entry)
    if (parsed.success) events.push(parsed.data)
    else unreadable.push(entry)
  }
  return { ...NOTHING, events, unreadable }
}

const invertChange = (change: Change, before: ReadonlyMap<string, CalendarEvent>): Change => {
  const ids = [...change.put.map(({ id }) => id), ...change.drop]
  return {
    put: ids.map((id) => before.get(id)).filter((event) => event !== undefined),
    drop: change.put.filter(({ id }) => !before.has(id)).map(({ id }) => id),
  }
}

const applyChange = (events: readonly CalendarEvent[], { put, drop }: Change): CalendarEvent[] => {
  const left = new Set([...drop, ...put.map(({ id }) => id)])
  return [...events.filter(({ id }) => !left.has(id)), ...put]
}

/** Returns whether the browser's own storage holds a text; `TextStorage` also answers from the memory of the page. */
const isInBrowser = (key: string, text: string | null): boolean => {
  try {
    return window.localStorage.getItem(key) === text
  } catch {
    return false
  }
}

/** Creates the calendar of one user. It is stored as one text per user. */
export const createCalendar = (storage: TextStorage, userId: string) => {
  const key = calendarKey(userId)
  const entry = createPersistStorage(() => storage)
  let lastText: string | null = null
  // Reading saves nothing, so that a damaged text is still there at the next visit.
  let isChanging = false
  const store = createStore<CalendarState>()(
    persist(() => NOTHING, {
      name: key,
      version: VERSION,
      storage: {
        ...entry,
        getItem: (name) => {
          lastText = storage.get(name)
          return entry.getItem(name)
        },
        setItem: (name, value) => {
          if (isChanging) void entry.setItem(name, value)
        },
      },
      partialize: ({ events, unreadable }): unknown => ({ events: [...events, ...unreadable] }),
      migrate: (saved, version) => (version < VERSION ? saved : null),
      merge: readCalendar,
    }),
  )
  const reload = () => void store.persist.rehydrate()
  /** Another tab may have written since; its storage event is still on its way. */
  const reloadIfChanged = () => {
    if (storage.get(key) !== lastText) reload()
  }

  const apply = (change: Change): Change => {
    reloadIfChanged()
    const { events, wasDamaged } = store.getState()
    if (wasDamaged && lastText !== null) storage.set(`${key}.damaged`, lastText)
    const inverse = invertChange(change, new Map(events.map((event) => [event.id, event])))
    isChanging = true
    store.setState({ events: applyChange(events, change) })
    isChanging = false
    lastText = storage.get(key)
    store.setState({ isKept: isInBrowser(key, lastText) })
    return inverse
  }

  /** Takes over what other tabs write, until the returned function is called. */
  const follow = (): (() => void) => {
    reloadIfChanged()
    return storage.onForeignChange((changedKey) => {
      if (changedKey === key || changedKey === null) reload()
    })
  }

  return {
    store,
    reload,
    follow,
    /** Makes a change and saves it. Returns the function that undoes it and keeps later changes of other events. */
    change: (change: Change): (() => void) => {
      const inverse = apply(change)
      return () => void apply(inverse)
    },
  }
}

export type Calendar = ReturnType<typeof createCalendar>

let last: { userId: string; calendar: Calendar } | null = null

/** Returns the calendar of a user: the same one for the window and the reminders. */
export const getCalendar = (userId: string): Calendar => {
  if (last?.userId !== userId) last = { userId, calendar: createCalendar(browserStorage, userId) }
  return last.calendar
}
