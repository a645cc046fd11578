import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { UserInfo } from '#contract/auth.ts'
import type { TokenStore } from '#src/lib/api/refresh.ts'
import { STORAGE_KEYS } from '#src/lib/storage.ts'
import type { TextStorage } from '#src/lib/storage.ts'

export type AuthState =
  | { readonly status: 'loading'; readonly user: null }
  | { readonly status: 'authenticated'; readonly user: UserInfo }
  | { readonly status: 'unauthenticated'; readonly user: null }

export type AuthStore = StoreApi<AuthState>

export const UNAUTHENTICATED: AuthState = { status: 'unauthenticated', user: null }

/**
 * What the stored credentials alone say: a token with a cached user counts as signed in at once, a token without one
 * has to be asked about first.
 */
export const readAuthState = (storage: TextStorage): AuthState => {
  const { accessToken, refreshToken, userInfo } = STORAGE_KEYS
  if (storage.get(accessToken) === null && storage.get(refreshToken) === null) {
    return UNAUTHENTICATED
  }
  const user = parseUser(storage.get(userInfo))
  return user === null ? { status: 'loading', user } : { status: 'authenticated', user }
}

export const createAuthStore = (storage: TextStorage): AuthStore =>
  createStore<AuthState>(() => readAuthState(storage))

export const storedTokens = (storage: TextStorage): TokenStore => ({
  accessToken: () => storage.get(STORAGE_KEYS.accessToken),
  refreshToken: () => storage.get(STORAGE_KEYS.refreshToken),
  store: ({ access_token, refresh_token }) => {
    // The refresh token first: who sees the new access token may already need the one that belongs to it.
    if (refresh_token !== undefined) storage.set(STORAGE_KEYS.refreshToken, refresh_token)
    storage.set(STORAGE_KEYS.accessToken, access_token)
  },
  clear: () => clearCredentials(storage),
})

export const clearCredentials = (storage: TextStorage): void => {
  const { accessToken, refreshToken, userInfo, walletAddress } = STORAGE_KEYS
  for (const key of [refreshToken, accessToken, userInfo, walletAddress]) storage.remove(key)
}

const parseUser = (text: string | null): UserInfo | null => {
  if (text === null) return null
  try {
    return UserInfo.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
