import type { QueryClient } from '@tanstack/react-query'
import type { Clock } from '#src/lib/clock.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { notify, type NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { pollWhileVisible } from './poll-while-visible.ts'

export type PollOptions = {
  queries: QueryClient
  clock: Clock
  storage: () => TextStorage
}

export type NotificationSource<Event> = {
  /** Storage key for the time of the newest event that was seen; empty when there was none. */
  key: string
  everyMs: number
  /** The first poll in a browser reports events from this long before it; without it, none. */
  firstPollReachMs?: number
  load: (signal: AbortSignal) => Promise<readonly Event[]>
  /** Null if the event has not happened. */
  readTime: (event: Event) => string | null
  /** Describes the new events; the list may be empty. */
  describe: (events: readonly Event[]) => NotificationRequest[]
  /** Query of the list to reload when there are new events. */
  queryKey: readonly string[]
}

/**
 * Returns notifications for events after `seenAt`, and the time of the newest event, where the next poll starts.
 * Without `seenAt`, nothing is new.
 */
export function findNews<Event>(
  seenAt: string | null,
  events: readonly Event[],
  { readTime, describe }: Pick<NotificationSource<Event>, 'readTime' | 'describe'>,
): { news: NotificationRequest[]; newestAt: string } {
  const fresh = events.filter((event) => seenAt !== null && (readTime(event) ?? '') > seenAt)
  const newestAt = [seenAt ?? '', ...events.map((event) => readTime(event) ?? '')].toSorted().at(-1)
  return { news: describe(fresh), newestAt: newestAt ?? '' }
}

/**
 * Shows notifications for new events, including those from while the page was closed. Polls at once and every `everyMs`,
 * but only while the page is visible. Returns a function that stops it.
 */
export const pollNotifications = <Event>(
  { queries, clock, storage }: PollOptions,
  source: NotificationSource<Event>,
): (() => void) =>
  pollWhileVisible({ clock, everyMs: source.everyMs }, async (signal) => {
    const events = await source.load(signal)
    if (signal.aborted) return
    const { key, firstPollReachMs } = source
    const firstSeenAt =
      firstPollReachMs === undefined ? null : new Date(clock.now() - firstPollReachMs).toISOString()
    const { news, newestAt } = findNews(storage().get(key) ?? firstSeenAt, events, source)
    storage().set(key, newestAt)
    for (const one of news) notify(one)
    if (news.length > 0) void queries.invalidateQueries({ queryKey: source.queryKey })
  })
