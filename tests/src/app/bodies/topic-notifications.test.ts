import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOPIC_NOTIFICATIONS } from '#src/app/bodies/topic-notifications.ts'
import { findNews, pollNotifications } from '#src/app/bodies/poll-notifications.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'
import { memoryStorage } from '#tests/support/memory-storage.ts'

const topic = (title: string, day: number | null) => ({
  title,
  last_change:
    day === null
      ? null
      : { research_id: title, at: `2026-11-${day}T08:00:00.000Z`, new_stories: day },
})

beforeEach(() => notifications.clear())
afterEach(() => vi.restoreAllMocks())

it('reports changes since the last poll, and none at the first', () => {
  const topics = [topic('a', 10), topic('b', 12), topic('c', null)]
  const first = findNews(null, topics, TOPIC_NOTIFICATIONS)
  expect(first).toEqual({ news: [], newestAt: '2026-11-12T08:00:00.000Z' })
  expect(findNews(first.newestAt, topics, TOPIC_NOTIFICATIONS).news).toEqual([])
  const { news, newestAt } = findNews(
    first.newestAt,
    [...topics, topic('d', 13)],
    TOPIC_NOTIFICATIONS,
  )
  expect(news).toMatchObject([
    {
      id: 'run:d',
      kind: 'topic',
      title: 'News on “d”',
      text: '13 new stories',
      path: '/research?id=d',
    },
  ])
  expect(newestAt).toBe('2026-11-13T08:00:00.000Z')
  expect(findNews(newestAt, [], TOPIC_NOTIFICATIONS).newestAt).toBe(newestAt)
})

it('looks seldom, and only while the page is visible', async () => {
  const { kept, storage } = memoryStorage()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  let nowMs = 0
  const clock = { now: () => nowMs, sleep: () => new Promise<void>(() => undefined) }
  const load = vi.fn(() => Promise.resolve([topic('a', load.mock.calls.length + 9)]))
  const stop = pollNotifications(
    { queries: new QueryClient(), clock, storage: () => storage },
    { ...TOPIC_NOTIFICATIONS, load },
  )
  const show = () => document.dispatchEvent(new Event('visibilitychange'))
  expect(load).not.toHaveBeenCalled()

  visibility.mockReturnValue('visible')
  show()
  show()
  await vi.waitFor(() => expect(kept.get('topics-seen')).toContain('2026-11-10'))
  expect(load).toHaveBeenCalledOnce()
  expect(notifications.store.getState().all).toEqual([])

  nowMs = 300_000
  show()
  await vi.waitFor(() =>
    expect(notifications.store.getState().all).toMatchObject([{ title: 'News on “a”' }]),
  )
  stop()
  nowMs = 600_000
  show()
  expect(load).toHaveBeenCalledTimes(2)
})
