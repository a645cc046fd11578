import { listChats } from '#contract/chat/chat.ts'
import { readUserId } from '#src/platform/auth/auth-store.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { chatCache } from './chat-cache.ts'

const PAGE_SIZE = 50

/** Brings this browser's lists of chats up to date before any of them is shown. */
export const rememberChats = async (userId: string): Promise<void> => {
  const { data, meta } = await api.call(listChats, {
    query: { offset: 0, limit: PAGE_SIZE, scope: 'all' },
  })
  // After a sign-out meanwhile, the chats must not be stored.
  if (readUserId() !== userId) return
  chatCache.writeAll(userId, data, !meta.has_more)
}
