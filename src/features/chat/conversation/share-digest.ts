import { shareDigest } from '#contract/chat/chat.ts'
import { chatCache } from '#src/features/chat/list/chat-cache.ts'
import { chatNews } from '#src/features/chat/list/chat-news.ts'
import { isLocal, getShownThread } from '#src/features/chat/thread/thread.ts'
import { isNotFound } from '#src/lib/api/api-error.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { readUserId } from '#src/platform/auth/auth-store.ts'
import { getConversation } from './conversations.ts'

type Place = { chat_id?: string; parent_id?: string }

const post = async (researchId: string, place: Place) => {
  const body = { research_id: researchId, ...place }
  return api.callForData(shareDigest, { body })
}

/** Returns the last message of a chat if it is open on this page. The server finds it for other chats. */
const findEnd = (userId: string, chatId: string): Place => {
  const { store } = getConversation(userId, chatId)
  const last = getShownThread(store.getState()).findLast(({ message }) => !isLocal(message.id))
  return { chat_id: chatId, ...(last === undefined ? {} : { parent_id: last.message.id }) }
}

/**
 * Adds a digest to the end of a chat, or to a new one if `chatId` is null or the chat was deleted. Returns the chat's
 * id once the chat shows the digest on this page. Asks and charges nothing.
 */
export const shareDigestInto = async (
  researchId: string,
  chatId: string | null,
): Promise<string> => {
  const userId = readUserId() ?? ''
  const intoChat = async () => {
    if (chatId === null) return post(researchId, {})
    try {
      return await post(researchId, findEnd(userId, chatId))
    } catch (error) {
      // The chat or the research may be gone. Without the research, the second attempt fails as well.
      if (isNotFound(error)) return post(researchId, {})
      throw error
    }
  }
  const { chat_id: id, message_id: _, ...chat } = await intoChat()
  await getConversation(userId, id).load()
  chatCache.put(userId, chat)
  chatNews.publish(id)
  return id
}
