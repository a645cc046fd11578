import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import {
  addPending,
  mergeAnswer,
  type SyncedEvents,
} from '#src/features/calendar/sync/merge-account.ts'
import { isSame } from '#src/lib/sync/is-same.ts'
import { createPersistStorage } from '#src/lib/storage/persisted.ts'
import { browserStorage, type TextStorage } from '#src/lib/storage/storage.ts'
import { userKey } from '#src/lib/storage/user-storage.ts'
import { CalendarEvent, type CalendarChanges } from '#contract/calendar/events.ts'
import type { Change } from './series.ts'

/** Version 1 was saved without `persist`, with its version beside the events. */
const VERSION = 2

const SavedCalendar = z.object({
  version: z.optional(z.literal(1)),
  events: z.array(z.unknown()),
  pending: z.optional(z.record(z.string(), z.object({ at: z.number(), basedOn: z.number() }))),
  accountVersion: z.optional(z.nullable(z.number())),
})

export const calendarKey = (userId: string): string => userKey(userId, 'calendar')

type CalendarState = SyncedEvents & {
  /** Saved entries that could not be read. They stay saved. */
  unreadable: readonly unknown[]
  /** True if the saved text was not a calendar. It stays saved under another key. */
  wasDamaged: boolean
  /** False while the browser's storage is full or blocked. */
  isSaved: boolean
  /** True after the account could not be reached. */
  hasFailed: boolean
  /** Number of changes that the account refuses. */
  refused: number
}

const NOTHING: CalendarState = {
  events: [],
  pending: {},
  accountVersion: null,
  unreadable: [],
  wasDamaged: false,
  isSaved: true,
  hasFailed: false,
  refused: 0,
}

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
  const { pending = {}, accountVersion = null } = data
  return { ...NOTHING, events, unreadable, pending, accountVersion }
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

/** Returns true if the browser's own storage has a text. `TextStorage` may only have it in memory. */
const isInBrowser = (key: string, text: string | null): boolean => {
  try {
    return window.localStorage.getItem(key) === text
  } catch {
    return false
  }
}

/** Creates a store of events that is saved as one text under the key. */
const createSavedStore = (storage: TextStorage, key: string) => {
  const entry = createPersistStorage(() => storage)
  let lastText: string | null = null
  // Reading does not save, so that a damaged text is still there at the next visit.
  let isSaving = false
  let isSetAside = false
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
          if (isSaving) void entry.setItem(name, value)
        },
      },
      partialize: ({ events, unreadable, pending, accountVersion }): unknown => ({
        events: [...events, ...unreadable],
        pending,
        accountVersion,
      }),
      migrate: (saved, version) => (version < VERSION ? saved : null),
      merge: (saved, { hasFailed, refused }) => ({ ...readCalendar(saved), hasFailed, refused }),
    }),
  )
  const reload = () => void store.persist.rehydrate()

  return {
    store,
    reload,
    /** Reloads if another tab has written and its storage event has not arrived. */
    reloadIfChanged: () => {
      if (storage.get(key) !== lastText) reload()
    },
    save: (next: SyncedEvents) => {
      if (store.getState().wasDamaged && lastText !== null && !isSetAside) {
        storage.set(`${key}.damaged`, lastText)
        isSetAside = true
      }
      isSaving = true
      store.setState(next)
      isSaving = false
      lastText = storage.get(key)
      store.setState({ isSaved: isInBrowser(key, lastText) })
    },
  }
}

/** Creates the calendar of one user. */
export const createCalendar = (storage: TextStorage, userId: string) => {
  const key = calendarKey(userId)
  const { store, reload, reloadIfChanged, save } = createSavedStore(storage, key)
  const changeListeners = new Set<() => void>()

  const apply = (change: Change): Change => {
    reloadIfChanged()
    const state = store.getState()
    const inverse = invertChange(change, new Map(state.events.map((event) => [event.id, event])))
    const ids = [...change.put.map(({ id }) => id), ...change.drop]
    save({
      events: applyChange(state.events, change),
      pending: addPending(state, ids, Date.now()),
      accountVersion: state.accountVersion,
    })
    for (const listener of changeListeners) listener()
    return inverse
  }

  /** Follows changes of other tabs. Returns a function that stops it. */
  const follow = (): (() => void) => {
    reloadIfChanged()
    return storage.onForeignChange((changedKey) => {
      if (changedKey === key || changedKey === null) reload()
    })
  }

  return {
    userId,
    store,
    reload,
    follow,
    /** Calls the listener after each change of this page. Returns the function that stops it. */
    onChange: (listener: () => void): (() => void) => {
      changeListeners.add(listener)
      return () => void changeListeners.delete(listener)
    },
    /** Returns the events with what other tabs have written. */
    read: (): SyncedEvents => {
      reloadIfChanged()
      return store.getState()
    },
    /**
     * Merges the server's answer to these changes, which were sent with this version of the account's calendar. Returns
     * false if another tab has merged an answer meanwhile.
     */
    merge: (
      sent: Pick<SyncedEvents, 'pending' | 'accountVersion'>,
      answer: CalendarChanges,
    ): boolean => {
      reloadIfChanged()
      const state = store.getState()
      if (state.accountVersion !== sent.accountVersion) return false
      const next = mergeAnswer(state, sent.pending, answer)
      const isNew =
        next.events !== state.events ||
        next.accountVersion !== state.accountVersion ||
        !isSame(next.pending, state.pending)
      if (isNew) save(next)
      return true
    },
    /** Makes a change and saves it. Returns a function that undoes it without undoing later changes of other events. */
    change: (change: Change): (() => void) => {
      const inverse = apply(change)
      return () => void apply(inverse)
    },
  }
}

export type Calendar = ReturnType<typeof createCalendar>

let last: { userId: string; calendar: Calendar } | null = null

/** Returns the calendar of a user, shared by the window and the reminders. */
export const getCalendar = (userId: string): Calendar => {
  if (last?.userId !== userId) last = { userId, calendar: createCalendar(browserStorage, userId) }
  return last.calendar
}
