/** Storage keys that other tools and tests may rely on. */
export const STORAGE_KEYS = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  userInfo: 'user_info',
  walletAddress: 'wallet_address',
  walletName: 'wallet_name',
  theme: 'theme',
} as const

export const CHAT_LIST_PREFIX = 'chatApp_'

export type TextStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  keys(): string[]
  /** Calls the listener when another tab changes a key; with `null` when it clears everything. */
  onForeignChange(listener: (key: string | null) => void): () => void
}

/**
 * Creates storage that also works where the browser's is blocked or full: it then keeps values for this page only.
 * `open` may throw, as `window.localStorage` does under a strict cookie policy.
 */
export const createStorage = (open: () => Storage, events: () => EventTarget): TextStorage => {
  const pageOnly = new Map<string, string>()
  const attempt = <Value>(act: (storage: Storage) => Value): Value | undefined => {
    try {
      return act(open())
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => pageOnly.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    set: (key, value) => {
      const isWritten = attempt((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (isWritten === true) pageOnly.delete(key)
      else pageOnly.set(key, value)
    },
    remove: (key) => {
      pageOnly.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    keys: () => {
      const stored = attempt((storage) =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ''),
      )
      return [...new Set([...(stored ?? []), ...pageOnly.keys()])]
    },
    onForeignChange: (listener) => {
      const onStorage = (event: Event) => {
        if (event instanceof StorageEvent) listener(event.key)
      }
      events().addEventListener('storage', onStorage)
      return () => events().removeEventListener('storage', onStorage)
    },
  }
}

export const browserStorage: TextStorage = createStorage(
  () => window.localStorage,
  () => window,
)
