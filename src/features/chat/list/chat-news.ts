import * as z from 'zod/mini'
import { readUserId } from '#src/platform/auth/auth-store.ts'

const CHANNEL = 'soldesk.chat-news'

const News = z.object({ userId: z.string(), chatId: z.string() })

/** `isForeign` is true if the chat was changed in another tab. */
type Listener = (chatId: string, isForeign: boolean) => void

/** Announces changed chats to all parts of the page, and to other tabs of the same user. */
export const createChatNews = (
  signedInId: () => string,
  open = () => new BroadcastChannel(CHANNEL),
) => {
  const listeners = new Set<Listener>()
  let channel: BroadcastChannel | null = null
  const pass = (chatId: string, isForeign: boolean) => {
    for (const listener of listeners) listener(chatId, isForeign)
  }
  const openChannel = () => {
    const opened = open()
    opened.addEventListener('message', ({ data }) => {
      const news = News.safeParse(data)
      if (news.success && news.data.userId === signedInId()) pass(news.data.chatId, true)
    })
    return opened
  }
  return {
    publish: (chatId: string): void => {
      pass(chatId, false)
      channel ??= openChannel()
      channel.postMessage({ userId: signedInId(), chatId })
    },
    subscribe: (listener: Listener): (() => void) => {
      channel ??= openChannel()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const chatNews = createChatNews(() => readUserId() ?? '')
