import { useStore } from 'zustand'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { createAuthStore } from './auth-store.ts'
import type { AuthState } from './auth-store.ts'

/** Who is signed in on this page. Known before the API's code has arrived. */
export const authStore = createAuthStore(browserStorage)

export const useAuth = <Selected>(select: (state: AuthState) => Selected): Selected =>
  useStore(authStore, select)
