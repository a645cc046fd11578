import { useStore } from 'zustand'
import { browserStorage } from '#src/lib/storage.ts'
import type { AuthState } from './auth-store.ts'
import { createSession } from './session.ts'
import type { ApiErrorDetail } from './session.ts'

/** The event on `window` that carries failed calls to whoever shows them. */
export const API_ERROR_EVENT = 'api-error'

/** This page's session. */
export const session = createSession({
  base: '/api',
  storage: browserStorage,
  // Browsers keep the lock manager from insecure origins.
  locks: 'locks' in navigator ? navigator.locks : null,
  report: (detail) => {
    window.dispatchEvent(new CustomEvent<ApiErrorDetail>(API_ERROR_EVENT, { detail }))
  },
})

/** The client that every part of the page calls the API with. */
export const { api } = session

export const useAuth = <Selected>(select: (state: AuthState) => Selected): Selected =>
  useStore(session.store, select)
