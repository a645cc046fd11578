import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { UserInfo } from '#contract/auth.ts'
import type { TokenStore } from '#src/lib/api/refresh.ts'
import { isRecord, parseSavedJson } from '#src/lib/storage/saved-record.ts'
import { CHAT_LIST_PREFIX, STORAGE_KEYS, browserStorage } from '#src/lib/storage/storage.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'

export type AuthState = {
  /** True if the user ended the last session, here or in another tab; false if it expired. Unset before the first one. */
  readonly hasLoggedOut?: boolean
} & (
  | { readonly status: 'loading'; readonly user: null }
  | { readonly status: 'authenticated'; readonly user: UserInfo }
  | { readonly status: 'unauthenticated'; readonly user: null }
)

export type AuthStore = StoreApi<AuthState>

const UNAUTHENTICATED: AuthState = { status: 'unauthenticated', user: null }
export const EXPIRED: AuthState = { ...UNAUTHENTICATED, hasLoggedOut: false }
export const LOGGED_OUT: AuthState = { ...UNAUTHENTICATED, hasLoggedOut: true }

/**
 * Returns the state from the stored credentials. A token with a cached user counts as signed in. Without a cached user it
 * is `loading` until the server returns the user.
 */
const readAuthState = (storage: TextStorage): AuthState => {
  const { accessToken, refreshToken, userInfo } = STORAGE_KEYS
  if (storage.get(accessToken) === null && storage.get(refreshToken) === null) {
    return UNAUTHENTICATED
  }
  const user = parseUser(storage.get(userInfo))
  return user === null ? { status: 'loading', user } : { status: 'authenticated', user }
}

export const createAuthStore = (storage: TextStorage): AuthStore =>
  createStore<AuthState>(() => readAuthState(storage))

/** Follows sign-in and sign-out in other tabs. Returns the function that stops it. */
export const followOtherTabs = (store: AuthStore, storage: TextStorage): (() => void) =>
  storage.onForeignChange((key) => {
    const { accessToken, userInfo } = STORAGE_KEYS
    if (key !== null && key !== accessToken && key !== userInfo) return
    const next = readAuthState(storage)
    // The other tab is between its two writes.
    if (next.status === 'loading') return
    const { status, user } = store.getState()
    if (next.status === status && JSON.stringify(next.user) === JSON.stringify(user)) return
    store.setState(
      next.status === 'unauthenticated' ? LOGGED_OUT : { ...next, hasLoggedOut: false },
    )
  })

export const createTokenStore = (storage: TextStorage): TokenStore => ({
  accessToken: () => storage.get(STORAGE_KEYS.accessToken),
  refreshToken: () => storage.get(STORAGE_KEYS.refreshToken),
  store: ({ access_token, refresh_token }) => {
    // The refresh token first: another tab that sees the new access token may need it at once.
    if (refresh_token !== undefined) storage.set(STORAGE_KEYS.refreshToken, refresh_token)
    storage.set(STORAGE_KEYS.accessToken, access_token)
  },
  clear: () => clearCredentials(storage),
})

/** Removes the credentials and everything else that the next user of this browser could read. */
export const clearCredentials = (storage: TextStorage): void => {
  const { accessToken, refreshToken, userInfo, walletAddress, walletName } = STORAGE_KEYS
  for (const key of [refreshToken, accessToken, userInfo, walletAddress, walletName]) {
    storage.remove(key)
  }
  for (const key of storage.keys()) if (key.startsWith(CHAT_LIST_PREFIX)) storage.remove(key)
}

const parseUser = (text: string | null): UserInfo | null => {
  const parsed = parseSavedJson(text)
  return isUserInfo(parsed) ? parsed : null
}

/** Repeats the contract's schema without its code, because this file is part of every first paint. */
const isUserInfo = (value: unknown): value is UserInfo => {
  if (!isRecord(value)) return false
  const { id, username } = value
  const isId = typeof id === 'number' || (typeof id === 'string' && id !== '')
  return isId && typeof username === 'string' && username !== ''
}

export const authStore = createAuthStore(browserStorage)

export const useAuth = <Selected>(select: (state: AuthState) => Selected): Selected =>
  useStore(authStore, select)

export const readUserId = ({ user }: AuthState = authStore.getState()): string | null =>
  user === null ? null : String(user.id)

/** Returns the signed-in user's id as text; empty without a user. */
export const useUserId = (): string => useAuth((state) => readUserId(state) ?? '')
