import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { deleteChat, listChats, updateChat, type Chat } from '#contract/chat/chat.ts'
import { coalesce } from '#src/lib/coalesce.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { chatCache } from './chat-cache.ts'
import { chatNews } from './chat-news.ts'
import {
  forgetConversation,
  retitleConversation,
} from '#src/features/chat/conversation/conversations.ts'
import { useUserId } from '#src/platform/auth/auth-store.ts'

const PAGE_SIZE = 50
/** A turn that begins and ends within this time reloads the lists only once. */
const NEWS_REST_MS = 300

export type ChatScope = 'all' | { readonly appId: string }

const readRemembered = (userId: string, scope: ChatScope): Chat[] =>
  scope === 'all' ? chatCache.readAll(userId) : chatCache.read(userId, scope.appId)

/** The pages of a list; what is seen of the first one is remembered by this browser. */
const chatsQuery = (userId: string, scope: ChatScope, q: string) =>
  infiniteQueryOptions({
    queryKey: ['chats', scope, q],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const page = await api.call(listChats, {
        query: {
          offset: pageParam,
          limit: PAGE_SIZE,
          ...(scope === 'all' ? { scope } : { app_id: scope.appId }),
          ...(q === '' ? {} : { q }),
        },
        signal,
      })
      if (pageParam === 0 && q === '') {
        if (scope === 'all') chatCache.writeAll(userId, page.data, !page.meta.has_more)
        else chatCache.write(userId, scope.appId, page.data)
      }
      return page
    },
    getNextPageParam: ({ meta }) => (meta.has_more ? meta.offset + meta.limit : undefined),
  })

const createRefresh = (queries: QueryClient) =>
  coalesce(async () => {
    const isReading = queries.isFetching({ queryKey: ['chats'] }) > 0
    const read = () => queries.invalidateQueries({ queryKey: ['chats'] }, { cancelRefetch: false })
    await read()
    // The load in progress may have started before the news.
    if (isReading) await read()
  }, NEWS_REST_MS)

const refreshes = new WeakMap<QueryClient, () => void>()

/** Returns the function that reloads the lists, shared by all components that show them. */
const getRefresh = (queries: QueryClient): (() => void) => {
  const refresh = refreshes.get(queries) ?? createRefresh(queries)
  refreshes.set(queries, refresh)
  return refresh
}

const useListNews = (): void => {
  const queries = useQueryClient()
  useEffect(() => chatNews.subscribe(() => getRefresh(queries)()), [queries])
}

/** Returns chats, newest first: at once from this browser, then from the server. */
export const useChats = (scope: ChatScope, words: string) => {
  const userId = useUserId()
  const q = words.trim()
  const query = useInfiniteQuery({
    ...chatsQuery(userId, scope, q),
    ...(q === '' ? { placeholderData: () => toPage(readRemembered(userId, scope)) } : {}),
  })
  useListNews()
  const shown = query.data ?? (q === '' ? toPage(readRemembered(userId, scope)) : undefined)
  return {
    chats: shown?.pages.flatMap(({ data }) => data) ?? [],
    pinned: query.data?.pages[0]?.pinned ?? [],
    isPending: query.isPending || (query.isPlaceholderData && shown?.pages[0]?.data.length === 0),
    query,
  }
}

/** Keeps a hidden list up to date, so that it opens at once. */
export const useRememberedChats = (scope: ChatScope): void => {
  const userId = useUserId()
  const queries = useQueryClient()
  const appId = scope === 'all' ? null : scope.appId
  useEffect(() => {
    const wanted = appId === null ? 'all' : { appId }
    void queries.prefetchInfiniteQuery(chatsQuery(userId, wanted, ''))
  }, [appId, queries, userId])
  useListNews()
}

const toPage = (data: Chat[]) => ({
  pages: [{ data, meta: { offset: 0, limit: PAGE_SIZE, total: data.length, has_more: false } }],
  pageParams: [0],
})

/** Returns changes of a chat. They reject with the error of the server. */
export const useChatChanges = () => {
  const userId = useUserId()
  return {
    rename: async (id: string, title: string) => {
      await api.call(updateChat, { params: { id }, body: { title } })
      retitleConversation(userId, id, title)
      chatNews.publish(id)
    },
    pin: async (id: string, isPinned: boolean) => {
      await api.call(updateChat, { params: { id }, body: { pinned: isPinned } })
      chatNews.publish(id)
    },
    remove: async (id: string) => {
      await api.call(deleteChat, { params: { id } })
      forgetConversation(userId, id)
      chatNews.publish(id)
    },
  }
}
