import { randomId } from '#src/lib/random-id.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { personalStorage } from '#src/platform/auth/personal-storage.ts'

/** News between tabs, and between parts of one page. */
export type ChatNews =
  | { readonly kind: 'chat'; readonly chatId: string }
  | { readonly kind: 'list' }

const NEWS_KEY = 'chat-news'

const parse = (text: string | null): ChatNews | null => {
  const [kind, chatId = ''] = text?.split(' ') ?? []
  if (kind === 'list') return { kind }
  return kind === 'chat' && chatId !== '' ? { kind, chatId } : null
}

type Listener = (news: ChatNews, isForeign: boolean) => void

/** Passes news on within the page and, through the storage of the signed-in user, to the other tabs. */
export const createChatNews = (storage: () => TextStorage) => {
  const listeners = new Set<Listener>()
  const pass = (news: ChatNews, isForeign: boolean) => {
    for (const listener of listeners) listener(news, isForeign)
  }
  let stopListening = () => {}
  const listen = () => {
    const own = storage()
    stopListening = own.onForeignChange((key) => {
      const news = key === NEWS_KEY ? parse(own.get(NEWS_KEY)) : null
      if (news !== null) pass(news, true)
    })
  }
  return {
    tell: (news: ChatNews): void => {
      pass(news, false)
      // Browsers report only a changed text, so the same news must be written differently.
      const chatId = news.kind === 'chat' ? news.chatId : '-'
      storage().set(NEWS_KEY, `${news.kind} ${chatId} ${randomId()}`)
    },
    hear: (listener: Listener): (() => void) => {
      if (listeners.size === 0) listen()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stopListening()
      }
    },
  }
}

export const chatNews = createChatNews(personalStorage)
