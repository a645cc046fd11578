import { showToast, toastStore } from '#src/ui/toast/toast-store.ts'
import type { ToastRequest } from '#src/ui/toast/toast-store.ts'

/**
 * Shows a toast that comes back after another one, until it is closed or was shown for its whole time. Returns a
 * function that ends it.
 */
export const showLastingToast = (request: ToastRequest): (() => void) => {
  let id = showToast(request)
  const stop = toastStore.subscribe(({ toast }) => {
    if (toast === null || (toast.id === id && !toast.isOpen)) stop()
    // The other toast is closed, so its place is free.
    else if (toast.id !== id && !toast.isOpen) id = showToast(request)
  })
  return stop
}
