import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deleteChat, listChats, updateChat } from '#contract/chat.ts'
import type { Chat } from '#contract/chat.ts'
import { browserStorage } from '#src/lib/storage.ts'
import { api } from '#src/platform/auth/auth.ts'
import { createChatMirror } from './chat-mirror.ts'
import { chatNews } from './chat-news.ts'
import { forgetConversation, retitleConversation } from './conversations.ts'
import { useUserId } from './use-user-id.ts'

const PAGE_SIZE = 50

const mirror = createChatMirror(browserStorage)

/** Every chat, or the ones of an app. */
export type ChatScope = 'all' | { readonly appId: string }

const remembered = (userId: string, scope: ChatScope): Chat[] =>
  scope === 'all' ? mirror.readAll(userId) : mirror.read(userId, scope.appId)

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
        reportedBy: 'caller',
      })
      if (pageParam === 0 && q === '') {
        if (scope === 'all') mirror.writeAll(userId, page.data, !page.meta.has_more)
        else mirror.write(userId, scope.appId, page.data)
      }
      return page
    },
    getNextPageParam: ({ data, meta }) => (meta.has_more ? meta.offset + data.length : undefined),
  })

/** Chats, newest first: at once as this browser remembers them, then as the server knows them. */
export const useChats = (scope: ChatScope, words: string) => {
  const userId = useUserId()
  const queries = useQueryClient()
  const q = words.trim()
  const query = useInfiniteQuery({
    ...chatsQuery(userId, scope, q),
    ...(q === '' ? { placeholderData: () => asPage(remembered(userId, scope)) } : {}),
  })
  useEffect(
    () =>
      chatNews.hear(({ kind }) => {
        if (kind === 'list') void queries.invalidateQueries({ queryKey: ['chats'] })
      }),
    [queries],
  )
  const shown = query.data ?? (q === '' ? asPage(remembered(userId, scope)) : undefined)
  return {
    chats: shown?.pages.flatMap(({ data }) => data) ?? [],
    isPending: query.isPending || (query.isPlaceholderData && shown?.pages[0]?.data.length === 0),
    isError: query.isError,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    fetchMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}

/** Keeps an app's list at hand while nobody looks at it: read when the app opens, and after each of its answers. */
export const useRememberedChats = (appId: string, isAnswering: boolean): void => {
  const userId = useUserId()
  const queries = useQueryClient()
  useEffect(() => {
    if (!isAnswering) void queries.prefetchInfiniteQuery(chatsQuery(userId, { appId }, ''))
  }, [appId, isAnswering, queries, userId])
}

const asPage = (data: Chat[]) => ({
  pages: [{ data, meta: { offset: 0, limit: PAGE_SIZE, total: data.length, has_more: false } }],
  pageParams: [0],
})

/** Changes of the list; both throw what the server says against them. */
export const useChatChanges = () => {
  const userId = useUserId()
  return {
    rename: async (id: string, title: string) => {
      await api.call(updateChat, { params: { id }, body: { title }, reportedBy: 'caller' })
      retitleConversation(userId, id, title)
      chatNews.tell({ kind: 'chat', chatId: id })
      chatNews.tell({ kind: 'list' })
    },
    remove: async (id: string) => {
      await api.call(deleteChat, { params: { id }, reportedBy: 'caller' })
      forgetConversation(userId, id)
      chatNews.tell({ kind: 'chat', chatId: id })
      chatNews.tell({ kind: 'list' })
    },
  }
}
