import * as z from 'zod/mini'
import type { Chat } from '#contract/chat/chat.ts'
import { parseSaved } from '#src/lib/storage/saved-record.ts'
import { CHAT_LIST_PREFIX, browserStorage, type TextStorage } from '#src/lib/storage/storage.ts'

/** Names chats without an app in storage keys. */
const GLOBAL = 'global'
/** Precedes the id of an agent where chats name their app. */
const AGENT = /^agent:/
const MAX_CHATS = 100

const SavedChats = z.array(
  z.object({
    id: z.string(),
    title: z.string(),
    appId: z.optional(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
    userId: z.string(),
  }),
)

const getStorageKey = (appId: string | null): string =>
  `${CHAT_LIST_PREFIX}${appId?.replace(AGENT, '') ?? GLOBAL}`

const compareNewestFirst = (one: Chat, other: Chat): number =>
  other.updated_at.localeCompare(one.updated_at)

/** Caches the lists of chats in this browser until sign-out, for a fast start and offline use. */
export const createChatCache = (storage: TextStorage) => {
  const readKey = (key: string, userId: string): Chat[] =>
    (parseSaved(storage.get(key), SavedChats) ?? [])
      .filter((chat) => chat.userId === userId)
      .map(({ id, title, appId, createdAt, updatedAt }) => ({
        id,
        title,
        app_id: appId ?? null,
        created_at: createdAt,
        updated_at: updatedAt,
      }))

  const read = (userId: string, appId: string | null): Chat[] =>
    readKey(getStorageKey(appId), userId)

  const writeKey = (key: string, userId: string, chats: readonly Chat[]) => {
    const saved: z.infer<typeof SavedChats> = chats.slice(0, MAX_CHATS).map((chat) => ({
      id: chat.id,
      title: chat.title,
      ...(chat.app_id == null ? {} : { appId: chat.app_id }),
      createdAt: chat.created_at,
      updatedAt: chat.updated_at,
      userId,
    }))
    storage.set(key, JSON.stringify(saved))
  }

  const keys = () => storage.keys().filter((key) => key.startsWith(CHAT_LIST_PREFIX))

  return {
    read,
    write: (userId: string, appId: string | null, chats: readonly Chat[]): void =>
      writeKey(getStorageKey(appId), userId, chats),
    readAll: (userId: string): Chat[] =>
      keys()
        .flatMap((key) => readKey(key, userId))
        .toSorted(compareNewestFirst),
    put: (userId: string, chat: Chat): void => {
      const key = getStorageKey(chat.app_id ?? null)
      const others = readKey(key, userId).filter(({ id }) => id !== chat.id)
      writeKey(key, userId, [chat, ...others].toSorted(compareNewestFirst))
    },
    /** Saves the lists of all apps in `chats`. If they are complete, lists that have no chat in them become empty. */
    writeAll: (userId: string, chats: readonly Chat[], isComplete: boolean): void => {
      const found = chats.map(({ app_id: appId }) => getStorageKey(appId ?? null))
      for (const key of new Set([getStorageKey(null), ...found, ...(isComplete ? keys() : [])])) {
        const own = chats.filter(({ app_id: appId }) => getStorageKey(appId ?? null) === key)
        writeKey(key, userId, own)
      }
    },
  }
}

export const chatCache = createChatCache(browserStorage)
