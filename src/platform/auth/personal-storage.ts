import { browserStorage, type TextStorage } from '#src/lib/storage/storage.ts'
import { browserTabStorage, sessionTextStorage } from '#src/lib/storage/tab-storage.ts'
import { adoptSharedKeys, createUserStorage } from '#src/lib/storage/user-storage.ts'
import { authStore, readUserId, type AuthState } from './auth-store.ts'

export const getPersonalStorage = (): TextStorage => createUserStorage(browserStorage, readUserId())

export const getPersonalTabStorage = (): TextStorage =>
  createUserStorage(browserTabStorage, readUserId())

/** Lasts as long as the tab, and other tabs don't see it. */
export const getPersonalSessionStorage = (): TextStorage =>
  createUserStorage(sessionTextStorage, readUserId())

/** Calls the listener when the user changes, also on sign-out. Returns an unsubscribe function. */
export const onUserChange = (listener: () => void): (() => void) =>
  authStore.subscribe((now, before) => {
    if (readUserId(now) !== readUserId(before)) listener()
  })

const adopt = (state: AuthState) => {
  if (state.status === 'loading') return
  for (const storage of [browserStorage, sessionTextStorage])
    adoptSharedKeys(storage, readUserId(state))
}

adopt(authStore.getState())
// Runs before other subscribers, which read what is stored for the new user.
authStore.subscribe((now, before) => {
  if (readUserId(now) !== readUserId(before)) adopt(now)
})
