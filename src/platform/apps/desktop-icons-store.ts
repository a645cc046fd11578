import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import { parseSaved } from '#src/lib/saved-json.ts'
import type { TextStorage } from '#src/lib/storage.ts'
import { browserStorage } from '#src/lib/storage.ts'

const ICONS_KEY = 'soldesk.icons'
const MAX_NAME_LENGTH = 200

const Key = z.string().check(z.maxLength(300))

const SavedIcons = z.object({
  version: z.literal(1),
  names: z.record(Key, z.string().check(z.maxLength(MAX_NAME_LENGTH))),
  order: z.array(Key),
  removed: z.array(Key),
})

/** What the user has changed about the icons on this browser's desktop; the key of an icon is its app's path. */
export type DesktopIcons = {
  names: Readonly<Record<string, string>>
  /** Paths in the order wished for; the rest follow in their own order. */
  order: readonly string[]
  removed: readonly string[]
}

const AS_DELIVERED: DesktopIcons = { names: {}, order: [], removed: [] }

/** The name as it would be kept, or null when nothing is left of it. */
export const acceptableName = (typed: string): string | null => {
  const trimmed = typed.trim().slice(0, MAX_NAME_LENGTH)
  return trimmed === '' ? null : trimmed
}

export const createDesktopIcons = (storage: TextStorage) => {
  const load = (): DesktopIcons => {
    const saved = parseSaved(storage.get(ICONS_KEY), SavedIcons)
    return saved === null
      ? AS_DELIVERED
      : { names: saved.names, order: saved.order, removed: saved.removed }
  }
  const store = createStore<DesktopIcons>(load)
  const keep = (icons: DesktopIcons) => {
    store.setState(icons, true)
    storage.set(ICONS_KEY, JSON.stringify({ version: 1, ...icons }))
  }
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
    reload: () => store.setState(load(), true),
  }
}

export const desktopIcons = createDesktopIcons(browserStorage)

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
