import type { QueryClient } from '@tanstack/react-query'
import { listTopicChanges } from '#contract/research/research.ts'
import type { ResearchTopic } from '#contract/research/research.ts'
import { linkToResearch } from '#src/features/research/research-link.ts'
import type { Clock } from '#src/lib/clock.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { notify } from '#src/platform/notifications/notifications.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'
import { lookWhileVisible } from './look-while-visible.ts'

const LOOK_EVERY_MS = 300_000
const MAX_TOPICS = 100
/** The time of the newest change that was seen; empty when there was none. */
const KEY = 'topics-seen'

type Topic = Pick<ResearchTopic, 'title' | 'last_change'>

/** Returns what to say about changes after `seenAt`, and the time of the newest. Without `seenAt`, nothing is new. */
export const findTopicNews = (
  seenAt: string | null,
  topics: readonly Topic[],
): { news: NotificationRequest[]; newestAt: string } => {
  const changes = topics.flatMap(({ title, last_change: change }) =>
    change === null || change === undefined ? [] : [{ title, change }],
  )
  const newestAt = changes.reduce((newest, { change: { at } }) => (at > newest ? at : newest), '')
  return {
    newestAt: newestAt > (seenAt ?? '') ? newestAt : (seenAt ?? ''),
    news: changes
      .filter(({ change }) => seenAt !== null && change.at > seenAt)
      .map(({ title, change }) => ({
        // The same id as that of the finished research, which needs no second notification.
        id: `run:${change.research_id}`,
        kind: 'topic',
        title: `News on “${title}”`,
        text: change.new_stories === 1 ? '1 new story' : `${change.new_stories} new stories`,
        path: linkToResearch(change.research_id),
      })),
  }
}

const loadTopics = async (signal: AbortSignal): Promise<readonly Topic[]> => {
  const { data } = await api.call(listTopicChanges, {
    query: { offset: 0, limit: MAX_TOPICS },
    signal,
  })
  return data
}

type Watched = {
  queries: QueryClient
  clock: Clock
  storage: () => TextStorage
  load?: typeof loadTopics
}

/**
 * Notifies of topics with news, also of those found while the page was closed. It looks at once and every few minutes, but
 * only while the page is visible. Returns a function that stops it.
 */
export const watchTopics = ({
  queries,
  clock,
  storage,
  load = loadTopics,
}: Watched): (() => void) =>
  lookWhileVisible({ clock, everyMs: LOOK_EVERY_MS }, async (signal) => {
    const topics = await load(signal)
    if (signal.aborted) return
    const { news, newestAt } = findTopicNews(storage().get(KEY), topics)
    storage().set(KEY, newestAt)
    for (const one of news) notify(one)
    if (news.length > 0) void queries.invalidateQueries({ queryKey: ['research-topics'] })
  })
