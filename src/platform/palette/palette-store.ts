import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export type PaletteDialog = 'palette' | 'shortcuts'

type PaletteState = {
  shown: PaletteDialog | null
  /** Gets the focus when the dialog closes. */
  opener: HTMLElement | null
}

const CLOSED: PaletteState = { shown: null, opener: null }

const store = createStore<PaletteState>(() => CLOSED)

const focusedElement = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null

/** At most one of the palette and the sheet of shortcuts is open. */
export const palette = {
  store,
  open: (shown: PaletteDialog, opener: HTMLElement | null = focusedElement()) =>
    store.setState((state) => ({ shown, opener: state.shown === null ? opener : state.opener })),
  close: () => store.setState({ shown: null }),
  toggle: (dialog: PaletteDialog, opener?: HTMLElement) =>
    store.getState().shown === dialog ? palette.close() : palette.open(dialog, opener),
  reset: () => store.setState(CLOSED),
}

export const usePaletteDialog = (): PaletteDialog | null => useStore(store, (state) => state.shown)
