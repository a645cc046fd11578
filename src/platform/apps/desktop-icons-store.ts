import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isRecord, isText, savedRecord } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { onUserChange, personalStorage } from '#src/platform/auth/personal-storage.ts'

const ICONS_KEY = 'icons'
const MAX_NAME_LENGTH = 200

const MAX_KEY_LENGTH = 300

/** What the user has changed about the icons on this browser's desktop; the key of an icon is its app's path. */
export type DesktopIcons = {
  names: Readonly<Record<string, string>>
  /** Paths in the order wished for; the rest follow in their own order. */
  order: readonly string[]
  removed: readonly string[]
}

const AS_DELIVERED: DesktopIcons = { names: {}, order: [], removed: [] }

const isKey = (value: unknown): value is string => isText(value, MAX_KEY_LENGTH)

const readNames = (value: unknown): Readonly<Record<string, string>> => {
  const isReadable =
    isRecord(value) &&
    Object.entries(value).every(([key, name]) => isKey(key) && isText(name, MAX_NAME_LENGTH))
  return isReadable ? (value as Record<string, string>) : {}
}

const readKeys = (value: unknown): readonly string[] =>
  Array.isArray(value) && value.every(isKey) ? value : []

/** The name as it would be kept, or null when nothing is left of it. */
export const acceptableName = (typed: string): string | null => {
  const trimmed = typed.trim().slice(0, MAX_NAME_LENGTH)
  return trimmed === '' ? null : trimmed
}

/** `storage` returns that of whoever is signed in at the time. */
export const createDesktopIcons = (storage: () => TextStorage) => {
  const load = (): DesktopIcons => {
    const saved = savedRecord(storage().get(ICONS_KEY))
    if (saved === null || saved['version'] !== 1) return AS_DELIVERED
    // One part that cannot be read costs neither of the others.
    return {
      names: readNames(saved['names']),
      order: readKeys(saved['order']),
      removed: readKeys(saved['removed']),
    }
  }
  const store = createStore<DesktopIcons>(load)
  const keep = (icons: DesktopIcons) => {
    store.setState(icons, true)
    storage().set(ICONS_KEY, JSON.stringify({ version: 1, ...icons }))
  }
  const reload = () => store.setState(load(), true)
  return {
    store,
    rename: (path: string, typed: string) => {
      const name = acceptableName(typed)
      const icons = store.getState()
      if (name !== null) keep({ ...icons, names: { ...icons.names, [path]: name } })
    },
    remove: (path: string) => {
      const icons = store.getState()
      if (!icons.removed.includes(path)) keep({ ...icons, removed: [...icons.removed, path] })
    },
    bringBack: (path: string) => {
      const icons = store.getState()
      keep({ ...icons, removed: icons.removed.filter((other) => other !== path) })
    },
    reorder: (order: readonly string[]) => keep({ ...store.getState(), order }),
    /** Every icon as it was delivered: back in its place, under its own name. */
    reset: () => keep(AS_DELIVERED),
    /** Everything as it was at some time before. */
    restore: (icons: DesktopIcons) => keep(icons),
    reload,
    /** Calls back when another tab changed the icons; gives the function that stops it. */
    watchOtherTabs: (listener: (reload: () => void) => void): (() => void) =>
      storage().onForeignChange((key) => {
        if (key === ICONS_KEY || key === null) listener(reload)
      }),
  }
}

export const desktopIcons = createDesktopIcons(personalStorage)
onUserChange(desktopIcons.reload)

export const useDesktopIcons = (): DesktopIcons => useStore(desktopIcons.store)

type Placed = { path: string; title: string }

/** The apps whose icons are to be shown, under the user's names and in the user's order. */
export const arrangeIcons = <App extends Placed>(
  apps: readonly App[],
  { names, order, removed }: DesktopIcons,
): (App & { label: string })[] => {
  const rank = new Map(order.map((path, index) => [path, index]))
  const rankOf = (app: App) => rank.get(app.path) ?? order.length
  return apps
    .filter((app) => !removed.includes(app.path))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((app) => ({ ...app, label: names[app.path] ?? app.title }))
}
