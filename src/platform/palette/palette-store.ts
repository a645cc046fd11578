import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export type PaletteDialog = 'palette' | 'shortcuts'

type PaletteState = {
  shown: PaletteDialog | null
  /** What had the focus before; gets it back. */
  opener: HTMLElement | null
}

const CLOSED: PaletteState = { shown: null, opener: null }

const store = createStore<PaletteState>(() => CLOSED)

const focusedElement = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null

/** The command palette and the sheet of shortcuts: at most one of them is open on a page. */
export const palette = {
  store,
  /** Opens a dialog, from the other one if need be; `opener` is what was pressed. */
  open: (shown: PaletteDialog, opener: HTMLElement | null = focusedElement()) =>
    store.setState((state) => ({ shown, opener: state.shown === null ? opener : state.opener })),
  close: () => store.setState({ shown: null }),
  toggle: (dialog: PaletteDialog, opener?: HTMLElement) =>
    store.getState().shown === dialog ? palette.close() : palette.open(dialog, opener),
  reset: () => store.setState(CLOSED),
}

export const usePaletteDialog = (): PaletteDialog | null => useStore(store, (state) => state.shown)
