import { useStore } from 'zustand'
import { createPersistedStore } from '#src/lib/storage/persisted.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'

/** The widgets of the desktop, in the order of their column. */
export const WIDGETS = ['balance', 'watchlist', 'reports'] as const
export type Widget = (typeof WIDGETS)[number]

type ShownWidgets = { shown: readonly Widget[] }

const readShown = (saved: unknown): ShownWidgets => {
  const savedWidgets: unknown = isRecord(saved) ? saved['shown'] : undefined
  return {
    shown: Array.isArray(savedWidgets)
      ? WIDGETS.filter((widget) => savedWidgets.includes(widget))
      : [],
  }
}

export const createWidgets = (storage: () => TextStorage) => {
  const store = createPersistedStore({ name: 'widgets', version: 1, storage, read: readShown })
  return {
    store,
    toggle: (widget: Widget) => {
      const { shown } = store.getState()
      const isOn = shown.includes(widget)
      store.setState({
        shown: WIDGETS.filter((each) => (each === widget ? !isOn : shown.includes(each))),
      })
    },
    /** Replaces the widgets by those of another browser. */
    adopt: (saved: unknown) => store.setState(readShown(saved)),
    reload: () => void store.persist.rehydrate(),
  }
}

export const widgets = createWidgets(getPersonalStorage)
onUserChange(widgets.reload)

export const useShownWidgets = (): readonly Widget[] =>
  useStore(widgets.store, ({ shown }) => shown)
