import { readUserId } from '#src/platform/auth/auth-store.ts'
import { onUserChange, getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import { chatCache } from '#src/features/chat/list/chat-cache.ts'
import { chatNews } from '#src/features/chat/list/chat-news.ts'
import { chatPort } from './chat-port.ts'
import { createConversation, type Conversation } from './conversation.ts'
import { createOutbox } from '#src/features/chat/composer/outbox.ts'

/** Chats kept in memory, so that going back to one shows it at once. */
const MAX_KEPT = 12

const kept = new Map<string, Conversation>()

onUserChange(() => {
  for (const { close } of kept.values()) close()
  kept.clear()
})

const buildCacheKey = (userId: string, chatId: string) => `${userId}/${chatId}`

/** Keeps the conversation as the most recent one. Releases the oldest ones, but never one that is being answered. */
const keep = (key: string, conversation: Conversation) => {
  kept.delete(key)
  kept.set(key, conversation)
  for (const [oldest, { store, close }] of kept) {
    if (kept.size <= MAX_KEPT) return
    if (oldest === key || store.getState().isRunning) continue
    close()
    kept.delete(oldest)
  }
}

const create = (userId: string, appId: string | null, chatId: string | null) => {
  const conversation = createConversation({
    port: chatPort,
    appId,
    chatId,
    outbox: createOutbox(getPersonalStorage(), appId),
    onCreated: (id) => keep(buildCacheKey(userId, id), conversation),
    onChanged: (chat) => {
      // A turn that ends after sign-out leaves nothing behind.
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
  const conversation = kept.get(key) ?? create(userId, null, chatId)
  keep(key, conversation)
  return conversation
}

/** Returns a conversation whose chat is created by its first message; of an app, or global (null). */
export const startConversation = (userId: string, appId: string | null): Conversation =>
  create(userId, appId, null)

export const forgetConversation = (userId: string, chatId: string): void => {
  kept.get(buildCacheKey(userId, chatId))?.close()
  kept.delete(buildCacheKey(userId, chatId))
}

export const retitleConversation = (userId: string, chatId: string, title: string): void =>
  kept.get(buildCacheKey(userId, chatId))?.retitle(title)
