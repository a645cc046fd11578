import { API_ERROR_EVENT } from '#src/lib/api/api-error-event.ts'
import { readField } from '#src/lib/read-field.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { endSession } from '#src/platform/auth/load-session.ts'
import { showFailure } from '#src/ui/toast/toast-store.ts'

const UNAUTHORIZED = 401

/** Shows failed calls; 401 ends the session. Returns a function that stops it. */
export const startApiErrors = (): (() => void) => {
  window.addEventListener(API_ERROR_EVENT, show)
  return () => window.removeEventListener(API_ERROR_EVENT, show)
}

const show = (event: Event) => {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null
  if (readField(detail, 'status') === UNAUTHORIZED) {
    showFailure('Session Expired', 'Your session has expired. Please login again.')
    if (authStore.getState().status !== 'unauthenticated') void endSession()
    return
  }
  const message = readField(detail, 'message')
  showFailure(
    'API Error',
    typeof message === 'string' && message !== '' ? message : 'An unexpected error occurred',
  )
}
