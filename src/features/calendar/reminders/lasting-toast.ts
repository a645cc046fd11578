import { showToast, toastStore } from '#src/ui/toast/toast-store.ts'
import type { ToastRequest } from '#src/ui/toast/toast-store.ts'

/**
 * Shows a toast that another one only interrupts: it comes back until it is closed or has been shown for its whole time.
 * Returns what ends it.
 */
export const showLastingToast = (request: ToastRequest): (() => void) => {
  let id = showToast(request)
  const stop = toastStore.subscribe(({ toast }) => {
    if (toast === null || (toast.id === id && !toast.isOpen)) stop()
    // Not the reminder's own toast, and closed by now: the place is free again.
    else if (toast.id !== id && !toast.isOpen) id = showToast(request)
  })
  return stop
}
