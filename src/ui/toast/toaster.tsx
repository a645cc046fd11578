import { Component } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { loadable } from '#src/ui/loadable.tsx'
import { toastStore } from './toast-store.ts'

const ToastView = loadable(async () => (await import('./toast-view.tsx')).ToastView)

/** Without a connection the view's code may be missing just when there is something to say. */
class PlainWhenMissing extends Component<{ children: ReactNode }, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError() {
    return { isMissing: true }
  }

  override render() {
    return this.state.isMissing ? <PlainToast /> : this.props.children
  }
}

const PlainToast = () => {
  const toast = useStore(toastStore, (state) => state.toast)
  return toast?.isOpen === true ? (
    <p className="fixed right-4 bottom-4 z-110 max-w-96 rounded-lg bg-surface-raised px-4 py-3 text-ink shadow-high ring-1 ring-line max-sm:bottom-20">
      <b className="block font-medium">{toast.title}</b>
      {toast.description}
    </p>
  ) : null
}

/**
 * Stands once near the root; its view is fetched with the first toast. The region is there before it has anything to
 * say, so that what appears in it is read out, once.
 */
export const Toaster = () => {
  const isNeeded = useStore(toastStore, (state) => state.toast !== null)
  return (
    <div aria-live="polite">
      {isNeeded && (
        <PlainWhenMissing>
          <ToastView />
        </PlainWhenMissing>
      )}
    </div>
  )
}
