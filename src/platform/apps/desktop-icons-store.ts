import { useStore } from 'zustand'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isRecord, isText } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

const ICONS_KEY = 'icons'
const MAX_NAME_LENGTH = 200
const MAX_KEY_LENGTH = 300

/** The user's changes to the icons on this browser's desktop. The key of an icon is its app's path. */
export type DesktopIcons = {
  names: Readonly<Record<string, string>>
  /** Paths in the user's order; the others follow in their own order. */
  order: readonly string[]
  removed: readonly string[]
}

const DEFAULT_ICONS: DesktopIcons = { names: {}, order: [], removed: [] }

const isKey = (value: unknown): value is string => isText(value, MAX_KEY_LENGTH)

const readNames = (value: unknown): Readonly<Record<string, string>> => {
  const entries = isRecord(value) ? Object.entries(value) : []
  const isName = (entry: [string, unknown]): entry is [string, string] =>
    isKey(entry[0]) && isText(entry[1], MAX_NAME_LENGTH)
  return Object.fromEntries(entries.filter(isName))
}

const readKeys = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.every(isKey) ? value : []

/** Returns a typed name trimmed and cut to 200 characters; null if nothing is left. */
export const parseIconName = (typed: string): string | null => {
  const trimmed = typed.trim().slice(0, MAX_NAME_LENGTH)
  return trimmed === '' ? null : trimmed
}

/** Reads saved icons. An unreadable part does not affect the others. */
const readIcons = (saved: unknown): DesktopIcons => {
  const fields = isRecord(saved) ? saved : {}
  return {
    names: readNames(fields['names']),
    order: readKeys(fields['order']),
    removed: readKeys(fields['removed']),
  }
}

export const createDesktopIcons = (storage: () => TextStorage) => {
  const store = createPersistedStore({ name: ICONS_KEY, version: 2, storage, read: readIcons })
  const reload = () => void store.persist.rehydrate()
  const change = (patch: Partial<DesktopIcons>): void => {
    store.setState(patch)
  }
  return {
    store,
    rename: (path: string, typed: string) => {
      const name = parseIconName(typed)
      if (name !== null) change({ names: { ...store.getState().names, [path]: name } })
    },
    remove: (path: string) => {
      const { removed } = store.getState()
      if (!removed.includes(path)) change({ removed: [...removed, path] })
    },
    bringBack: (path: string) =>
      change({ removed: store.getState().removed.filter((other) => other !== path) }),
    reorder: (order: readonly string[]) => change({ order }),
    reset: () => change(DEFAULT_ICONS),
    /** Undoes a change with the values from before it. */
    restore: change,
    /** Replaces the icons by those of another browser. */
    adopt: (saved: unknown) => change(readIcons(saved)),
    reload,
    /**
     * Calls the listener with a reload function when another tab changes the icons. Returns the function that stops it.
     */
    watchOtherTabs: (listener: (reload: () => void) => void): (() => void) =>
      storage().onForeignChange((key) => {
        if (key === ICONS_KEY || key === null) listener(reload)
      }),
  }
}

export const desktopIcons = createDesktopIcons(getPersonalStorage)
onUserChange(desktopIcons.reload)

export const useDesktopIcons = (): DesktopIcons => useStore(desktopIcons.store)

type Placed = { path: string; title: string }

/** Returns the apps that have an icon, in the user's order and with their labels. */
export const arrangeIcons = <App extends Placed>(
  apps: readonly App[],
  { names, order, removed }: DesktopIcons,
): (App & { label: string })[] => {
  const rank = new Map(order.map((path, index) => [path, index]))
  const getRank = (app: App) => rank.get(app.path) ?? order.length
  return apps
    .filter((app) => !removed.includes(app.path))
    .toSorted((one, other) => getRank(one) - getRank(other))
    .map((app) => ({ ...app, label: names[app.path] ?? app.title }))
}
