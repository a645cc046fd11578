import { persist, type StorageValue } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { createPersistStorage, readByMerge } from '#src/lib/storage/persisted.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import type { Size } from './geometry.ts'
import {
  LAYOUT_KEY,
  LAYOUT_VERSION,
  createEmptyState,
  readLayout,
  toSavedLayout,
} from './saved-layout.ts'
import type { WindowsState } from './window.ts'

/** Long enough to gather several changes, short enough to lose little in a crash. */
const SAVE_DELAY_MS = 200

type LayoutOptions = {
  storage: () => TextStorage
  screen: Size
}

/** Creates the store of the windows. Reads the saved layout at once, and saves each change of it a moment later. */
export const createLayoutStore = ({ storage, screen }: LayoutOptions) => {
  let hasLosses = false
  let leftOpen: ReadonlySet<string> = new Set()
  let firstScreen = screen
  // The storage of the user who owns these windows: a late save never reaches the next user.
  let userStorage = storage()
  const entry = createPersistStorage(() => userStorage)
  let lastSaved = ''
  let unsaved: StorageValue<unknown> | null = null
  let pendingSave: ReturnType<typeof setTimeout> | undefined
  const dropSave = () => {
    clearTimeout(pendingSave)
    pendingSave = undefined
  }
  const save = () => {
    if (pendingSave === undefined || unsaved === null) return
    dropSave()
    const text = JSON.stringify(unsaved.state)
    if (text !== lastSaved) void entry.setItem(LAYOUT_KEY, unsaved)
    lastSaved = text
  }
  const restore = (saved: unknown): WindowsState => {
    const empty = createEmptyState(firstScreen)
    const { layout, hasLosses: isPartial } = readLayout(saved)
    hasLosses = isPartial
    leftOpen = new Set(layout.order)
    lastSaved = JSON.stringify(saved ?? toSavedLayout(empty))
    return { ...empty, ...layout }
  }
  const store = createStore<WindowsState>()(
    persist(() => createEmptyState(screen), {
      name: LAYOUT_KEY,
      version: LAYOUT_VERSION,
      storage: {
        ...entry,
        setItem: (_name, value) => {
          unsaved = value
          pendingSave ??= setTimeout(save, SAVE_DELAY_MS)
        },
      },
      partialize: (state): unknown => toSavedLayout(state),
      migrate: readByMerge,
      merge: restore,
    }),
  )

  return {
    store,
    save,
    /** Replaces the windows by those of another browser, all asleep. */
    replace: (saved: unknown) => {
      const { layout } = readLayout(saved)
      leftOpen = new Set(layout.order)
      store.setState((state) => ({ ...createEmptyState(state.screen), ...layout }))
    },
    /** Returns whether saved windows could not be read; true once. */
    takeLosses: (): boolean => {
      const had = hasLosses
      hasLosses = false
      return had
    },
    /** Saves the windows when the user leaves the desktop. They do not animate when the user returns. */
    leave: () => {
      save()
      leftOpen = new Set(store.getState().order)
    },
    /** Returns true for a window that was open when the desktop appeared, which does not animate. */
    wasLeftOpen: (id: string): boolean => leftOpen.has(id),
    /** Forgets the windows and reads the storage again, as at page load. */
    reload: (size: Size) => {
      dropSave()
      userStorage = storage()
      firstScreen = size
      void store.persist.rehydrate()
    },
  }
}
