import { listTopicChanges } from '#contract/research/research.ts'
import type { ResearchTopic } from '#contract/research/research.ts'
import { linkToResearch } from '#src/features/research/research-link.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { watchNews, type News, type NewsParts } from './watch-news.ts'

const LOOK_EVERY_MS = 300_000
const MAX_TOPICS = 100
/** The time of the newest change that was seen; empty when there was none. */
const KEY = 'topics-seen'

type Topic = Pick<ResearchTopic, 'title' | 'last_change'>

/** Returns what to say about changes after `seenAt`, and the time of the newest. Without `seenAt`, nothing is new. */
export const findTopicNews = (seenAt: string | null, topics: readonly Topic[]): News => {
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

/** Notifies of topics with news: see `watchNews`. */
export const watchTopics = (parts: NewsParts<Topic>): (() => void) =>
  watchNews(parts, {
    key: KEY,
    everyMs: LOOK_EVERY_MS,
    load: loadTopics,
    find: findTopicNews,
    queryKey: ['research-topics'],
  })
