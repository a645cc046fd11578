import type { TextStorage } from './storage.ts'

const PREFIX = 'soldesk.user.'

export const userKey = (userId: string, key: string): string => `${PREFIX}${userId}.${key}`

/** Used while no one is signed in. */
const NO_STORAGE: TextStorage = {
  get: () => null,
  set: () => undefined,
  remove: () => undefined,
  keys: () => [],
  onForeignChange: () => () => undefined,
}

/** Returns a user's part of a storage; it stores nothing when `userId` is null. */
export const createUserStorage = (storage: TextStorage, userId: string | null): TextStorage => {
  if (userId === null) return NO_STORAGE
  const prefix = userKey(userId, '')
  const own = (key: string) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])
  return {
    get: (key) => storage.get(prefix + key),
    set: (key, value) => storage.set(prefix + key, value),
    remove: (key) => storage.remove(prefix + key),
    keys: () => storage.keys().flatMap(own),
    onForeignChange: (listener) =>
      storage.onForeignChange((key) => {
        if (key === null) listener(null)
        else own(key).forEach(listener)
      }),
  }
}

/** Former keys without a user, and their replacements. */
const SHARED_KEYS: Readonly<Record<string, string>> = {
  'soldesk.windows': 'windows',
  'soldesk.icons': 'icons',
  'soldesk.palette': 'palette',
  link_offer_dismissed: 'link-offer-dismissed',
}
const SHARED_DRAFT = 'soldesk.chat-draft.'
const OUTDATED_KEYS = ['soldesk.chat-news', 'soldesk.chat-apps', 'soldesk.agentPreviews']

const findNewKey = (key: string): string | null =>
  key.startsWith(SHARED_DRAFT)
    ? `draft.${key.slice(SHARED_DRAFT.length)}`
    : Object.hasOwn(SHARED_KEYS, key)
      ? (SHARED_KEYS[key] ?? null)
      : null

/**
 * Moves values saved without a user to the signed-in user. Without one, removes them, because they may belong to another
 * user.
 */
export const adoptSharedKeys = (storage: TextStorage, userId: string | null): void => {
  const own = createUserStorage(storage, userId)
  const move = (from: string, to: string) => {
    const value = storage.get(from)
    if (value !== null) own.set(to, value)
    storage.remove(from)
  }
  for (const key of OUTDATED_KEYS) storage.remove(key)
  for (const key of storage.keys()) {
    const newKey = findNewKey(key)
    if (newKey !== null) move(key, newKey)
  }
  if (userId === null) return
  own.remove('agent-previews')
  // These keys always named their user.
  for (const [from, to] of [
    [`soldesk.calendar.${userId}`, 'calendar'],
    [`soldesk.calendar.${userId}.damaged`, 'calendar.damaged'],
    [`payment_under_way_${userId}`, 'payment-under-way'],
  ] as const) {
    if (storage.get(from) !== null) move(from, to)
  }
}
