import { useStore } from 'zustand'
import { toastStore } from './toast-store.ts'
import { ToastView } from './toast-view.tsx'
import type { ToastPlace } from './toast-view.tsx'

/**
 * Shows the toasts of the page; stands once near the root. Its region is there before it has anything to say, so that
 * screen readers announce what appears in it, once.
 */
export const Toaster = ({ place = 'corner' }: { place?: ToastPlace }) => {
  const isNeeded = useStore(toastStore, (state) => state.toast !== null)
  return <div aria-live="polite">{isNeeded && <ToastView place={place} />}</div>
}
