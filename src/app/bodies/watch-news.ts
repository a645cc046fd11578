import type { QueryClient } from '@tanstack/react-query'
import type { Clock } from '#src/lib/clock.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { notify } from '#src/platform/notifications/notifications.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { lookWhileVisible } from './look-while-visible.ts'

/** `newestAt` is the time of the newest event, from where the next look begins. */
export type News = { news: NotificationRequest[]; newestAt: string }

type Load<Event> = (signal: AbortSignal) => Promise<readonly Event[]>

export type NewsParts<Event> = {
  queries: QueryClient
  clock: Clock
  storage: () => TextStorage
  load?: Load<Event>
}

type Source<Event> = {
  /** Keeps the time of the newest event that was seen; empty when there was none. */
  key: string
  everyMs: number
  load: Load<Event>
  /** Without `seenAt`, nothing is new. */
  find: (seenAt: string | null, events: readonly Event[]) => News
  /** The list that news changes. */
  queryKey: readonly string[]
}

/**
 * Notifies of news, also of what happened while the page was closed. It looks at once and every `everyMs`, but only while the
 * page is visible. Returns a function that stops it.
 */
export const watchNews = <Event>(
  { queries, clock, storage, load: given }: NewsParts<Event>,
  { key, everyMs, load, find, queryKey }: Source<Event>,
): (() => void) =>
  lookWhileVisible({ clock, everyMs }, async (signal) => {
    const events = await (given ?? load)(signal)
    if (signal.aborted) return
    const { news, newestAt } = find(storage().get(key), events)
    storage().set(key, newestAt)
    for (const one of news) notify(one)
    if (news.length > 0) void queries.invalidateQueries({ queryKey })
  })
