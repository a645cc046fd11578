import { listTopicChanges, type ResearchTopic } from '#contract/research/research.ts'
import { linkToResearch } from '#src/features/research/research-link.ts'
import { api } from '#src/platform/auth/page-session.ts'
import type { NotificationRequest } from '#src/platform/notifications/notifications.ts'
import type { NotificationSource } from './poll-notifications.ts'

const MAX_TOPICS = 100

type Topic = Pick<ResearchTopic, 'title' | 'last_change'>

const describeChange = ({ title, last_change: change }: Topic): NotificationRequest[] =>
  change === null || change === undefined
    ? []
    : [
        {
          // The id of the finished research, so that it gets only one notification.
          id: `run:${change.research_id}`,
          kind: 'topic',
          title: `News on “${title}”`,
          text: change.new_stories === 1 ? '1 new story' : `${change.new_stories} new stories`,
          path: linkToResearch(change.research_id),
        },
      ]

export const TOPIC_NOTIFICATIONS: NotificationSource<Topic> = {
  key: 'topics-seen',
  everyMs: 300_000,
  load: (signal) =>
    api.callForData(listTopicChanges, { query: { offset: 0, limit: MAX_TOPICS }, signal }),
  readTime: ({ last_change: change }) => change?.at ?? null,
  describe: (topics) => topics.flatMap(describeChange),
  queryKey: ['research-topics'],
}
