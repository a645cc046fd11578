import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import { parseSaved } from '#src/lib/storage/saved-json.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { calendarKey } from './calendar-key.ts'
import { CalendarEvent } from './event.ts'
import type { Change } from './series.ts'

const VERSION = 1

const SavedCalendar = z.object({ version: z.literal(VERSION), events: z.array(z.unknown()) })

export type CalendarState = {
  events: readonly CalendarEvent[]
  /** Entries of the storage that could not be read; they are left where they are. */
  unreadable: readonly unknown[]
  /** What stood in the storage was no calendar at all; it is kept under another key. */
  wasDamaged: boolean
  /** False while the browser keeps nothing: its storage is full or blocked. */
  isKept: boolean
}

type Loaded = Pick<CalendarState, 'events' | 'unreadable' | 'wasDamaged'>

const NOTHING: Loaded = { events: [], unreadable: [], wasDamaged: false }

const read = (text: string | null): Loaded => {
  if (text === null) return NOTHING
  const saved = parseSaved(text, SavedCalendar)
  if (saved === null) return { ...NOTHING, wasDamaged: true }
  const events: CalendarEvent[] = []
  const unreadable: unknown[] = []
  for (const entry of saved.events) {
    const parsed = CalendarEvent.safeParse(entry)
    if (parsed.success) events.push(parsed.data)
    else unreadable.push(entry)
  }
  return { events, unreadable, wasDamaged: false }
}

/** The change that takes `change` back. */
const inverseOf = (change: Change, before: ReadonlyMap<string, CalendarEvent>): Change => {
  const ids = [...change.put.map(({ id }) => id), ...change.drop]
  return {
    put: ids.map((id) => before.get(id)).filter((event) => event !== undefined),
    drop: change.put.filter(({ id }) => !before.has(id)).map(({ id }) => id),
  }
}

const changed = (events: readonly CalendarEvent[], { put, drop }: Change): CalendarEvent[] => {
  const left = new Set([...drop, ...put.map(({ id }) => id)])
  return [...events.filter(({ id }) => !left.has(id)), ...put]
}

/** Whether the browser's own storage holds a text; `TextStorage` answers also from the memory of the page. */
type IsKept = (key: string, text: string) => boolean

const isInBrowser: IsKept = (key, text) => {
  try {
    return window.localStorage.getItem(key) === text
  } catch {
    return false
  }
}

/** The calendar of one account in this browser. */
export const createCalendar = (
  storage: TextStorage,
  userId: string,
  isKeptThere: IsKept = isInBrowser,
) => {
  const key = calendarKey(userId)
  let lastText = storage.get(key)
  const store = createStore<CalendarState>(() => ({ ...read(lastText), isKept: true }))

  const reload = () => {
    lastText = storage.get(key)
    store.setState(read(lastText))
  }

  const keep = (events: readonly CalendarEvent[]) => {
    const { unreadable, wasDamaged } = store.getState()
    if (wasDamaged && lastText !== null) storage.set(`${key}.damaged`, lastText)
    lastText = JSON.stringify({ version: VERSION, events: [...events, ...unreadable] })
    storage.set(key, lastText)
    store.setState({ events, isKept: isKeptThere(key, lastText) })
  }

  const apply = (change: Change): Change => {
    // Another tab may have written since; its storage event is still on its way.
    if (storage.get(key) !== lastText) reload()
    const { events } = store.getState()
    const inverse = inverseOf(change, new Map(events.map((event) => [event.id, event])))
    keep(changed(events, change))
    return inverse
  }

  /** Takes over what other tabs write, until the function that it returns is called. */
  const follow = (): (() => void) => {
    if (storage.get(key) !== lastText) reload()
    return storage.onForeignChange((changedKey) => {
      if (changedKey === key || changedKey === null) reload()
    })
  }

  return {
    store,
    reload,
    follow,
    /** Makes a change; gives the function that takes it back and leaves later changes alone. */
    change: (change: Change): (() => void) => {
      const inverse = apply(change)
      return () => void apply(inverse)
    },
  }
}

export type Calendar = ReturnType<typeof createCalendar>

let last: { userId: string; calendar: Calendar } | null = null

/** Returns the calendar of an account, shared by its window and its reminders. */
export const calendarOf = (userId: string): Calendar => {
  if (last?.userId !== userId) last = { userId, calendar: createCalendar(browserStorage, userId) }
  return last.calendar
}
