import { readUserId } from '#src/platform/auth/auth-store.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { chatCache } from '#src/features/chat/list/chat-cache.ts'
import { chatNews } from '#src/features/chat/list/chat-news.ts'
import { chatPort } from './chat-port.ts'
import { createConversation, type Conversation } from './conversation.ts'
import { createOutbox } from '#src/features/chat/composer/outbox.ts'

/** Number of chats in memory, so that going back to one shows it at once. */
const MAX_CACHED = 12

const cache = new Map<string, Conversation>()

onUserChange(() => {
  for (const { close } of cache.values()) close()
  cache.clear()
})

const buildCacheKey = (userId: string, chatId: string) => `${userId}/${chatId}`

/** Keeps the conversation as the most recent one. Releases the oldest ones, but never one that is being answered. */
const addToCache = (key: string, conversation: Conversation) => {
  cache.delete(key)
  cache.set(key, conversation)
  for (const [oldest, { store, close }] of cache) {
    if (cache.size <= MAX_CACHED) return
    if (oldest === key || store.getState().isRunning) continue
    close()
    cache.delete(oldest)
  }
}

const create = (userId: string, appId: string | null, chatId: string | null) => {
  const conversation = createConversation({
    port: chatPort,
    appId,
    chatId,
    outbox: createOutbox(getPersonalStorage(), appId),
    onCreated: (id) => addToCache(buildCacheKey(userId, id), conversation),
    onChanged: (chat) => {
      // A turn that ends after sign-out must not store anything.
      if (readUserId() !== userId) return
      chatCache.put(userId, chat)
      chatNews.publish(chat.id)
    },
  })
  return conversation
}

/** Returns the conversation of an existing chat, shared by everything on this page that shows it. */
export const getConversation = (userId: string, chatId: string): Conversation => {
  const key = buildCacheKey(userId, chatId)
  const conversation = cache.get(key) ?? create(userId, null, chatId)
  addToCache(key, conversation)
  return conversation
}

/** Returns a conversation whose chat is created by its first message; of an app, or global (null). */
export const startConversation = (userId: string, appId: string | null): Conversation =>
  create(userId, appId, null)

export const forgetConversation = (userId: string, chatId: string): void => {
  cache.get(buildCacheKey(userId, chatId))?.close()
  cache.delete(buildCacheKey(userId, chatId))
}

export const retitleConversation = (userId: string, chatId: string, title: string): void =>
  cache.get(buildCacheKey(userId, chatId))?.retitle(title)
