import { API_ERROR_EVENT, type ApiErrorDetail } from '#src/lib/api/api-error-event.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { authStore } from './auth-store.ts'
import { setServerReached } from './server-reach.ts'
import { createSession } from './session.ts'

export const session = createSession({
  base: '/api',
  storage: browserStorage,
  store: authStore,
  onReach: setServerReached,
  // Insecure origins have no lock manager.
  locks: 'locks' in navigator ? navigator.locks : null,
  report: (detail) => {
    window.dispatchEvent(new CustomEvent<ApiErrorDetail>(API_ERROR_EVENT, { detail }))
  },
})

export const { api } = session
