import { Suspense, lazy } from 'react'
import { useStore } from 'zustand'
import { toastStore } from './toast-store.ts'

const ToastView = lazy(async () => ({ default: (await import('./toast-view.tsx')).ToastView }))

/** Stands once near the root; its view is fetched with the first toast. */
export const Toaster = () => {
  const isNeeded = useStore(toastStore, (state) => state.toast !== null)
  return isNeeded ? (
    <Suspense fallback={null}>
      <ToastView />
    </Suspense>
  ) : null
}
