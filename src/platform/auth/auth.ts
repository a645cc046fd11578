import { API_ERROR_EVENT } from '#src/lib/api/api-error-event.ts'
import type { ApiErrorDetail } from '#src/lib/api/api-error-event.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { authStore } from './auth-state.ts'
import { createSession } from './session.ts'

/** This page's session. */
export const session = createSession({
  base: '/api',
  storage: browserStorage,
  store: authStore,
  // Browsers keep the lock manager from insecure origins.
  locks: 'locks' in navigator ? navigator.locks : null,
  report: (detail) => {
    window.dispatchEvent(new CustomEvent<ApiErrorDetail>(API_ERROR_EVENT, { detail }))
  },
})

/** The client that every part of the page calls the API with. */
export const { api } = session
