import { createStore } from 'zustand/vanilla'

export const TOAST_DURATION_MS = 5000
/** How long a closed toast stays in the store. The store holds one toast at most. */
export const TOAST_REMOVAL_DELAY_MS = 1_000_000

type Toast = {
  id: number
  title: string
  description?: string | undefined
  tone: 'default' | 'destructive'
  durationMs: number
  action?: { label: string; onSelect: () => void }
  isOpen: boolean
}

export type ToastRequest = Pick<Toast, 'title'> &
  Partial<Pick<Toast, 'description' | 'tone' | 'durationMs' | 'action'>>

/** A dock in the middle of the lower edge, in px. A wide one leaves no room for a toast beside it. */
type Dock = { width: number; height: number; isWide: boolean }

type ToastState = { toast: Toast | null; dock: Dock | null }

export const toastStore = createStore<ToastState>(() => ({ toast: null, dock: null }))

/** Keeps toasts clear of a dock; null when there is none. */
export const setToastDock = (dock: Dock | null): void => toastStore.setState({ dock })

let removal: ReturnType<typeof setTimeout> | undefined

let lastId = 0

const removeLater = (id: number) => {
  clearTimeout(removal)
  removal = setTimeout(() => {
    if (toastStore.getState().toast?.id === id) toastStore.setState({ toast: null })
  }, TOAST_REMOVAL_DELAY_MS)
}

/** Shows a toast in place of the one shown before. Returns the id to dismiss it by, which is never used again. */
export const showToast = (request: ToastRequest): number => {
  lastId += 1
  const id = lastId
  clearTimeout(removal)
  toastStore.setState({
    toast: { tone: 'default', durationMs: TOAST_DURATION_MS, ...request, id, isOpen: true },
  })
  return id
}

export const showFailure = (title: string, description?: string): number =>
  showToast({ title, description, tone: 'destructive' })

export const dismissToast = (id: number): void => {
  const { toast } = toastStore.getState()
  if (toast?.id !== id || !toast.isOpen) return
  toastStore.setState({ toast: { ...toast, isOpen: false } })
  removeLater(id)
}

export const resetToasts = (): void => {
  clearTimeout(removal)
  toastStore.setState({ toast: null })
}
