import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { vi } from 'vitest'
import {
  getResearch,
  listFocuses,
  listResearch,
  listTopics,
  type ResearchSummary,
  type ResearchTopic,
} from '#contract/research/research.ts'
import type { ResearchDetail } from '#src/features/research/run/research-job.ts'
import { ResearchWindow } from '#src/features/research/research-window.tsx'
import { useWindow, windows } from '#src/platform/windows/model/windows-store.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { testDetail } from './digest.ts'

export const success = <T,>(data: T) => ({ status: 'success' as const, data, error: null })
export const page = <T,>(data: T[]) => ({
  data,
  meta: { offset: 0, limit: 10, total: data.length, has_more: false },
})

export const lists = (
  researches: () => ResearchSummary[] = () => [],
  topics: ResearchTopic[] = [],
) => [
  answer(listFocuses, () => success(['all' as const, 'news' as const, 'community' as const])),
  answer(listResearch, () => page(researches())),
  answer(listTopics, ({ query }) => {
    const end = Number(query.get('offset')) + Number(query.get('limit'))
    const { data, meta } = page(topics.slice(Number(query.get('offset')), end))
    return { data, meta: { ...meta, has_more: end < topics.length } }
  }),
]

/** Shows the window as the desktop does: its path in the address comes back to it. */
const InWindow = ({ windowId, onShare }: { windowId: string; onShare: () => Promise<void> }) => (
  <ResearchWindow
    windowId={windowId}
    path={useWindow(windowId)?.path ?? '/research'}
    onShare={onShare}
  />
)

export const show = (path = '/research', onShare = vi.fn(() => Promise.resolve())) => {
  windows.closeAll()
  const windowId = windows.open({ path, title: 'Research' })
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <InWindow windowId={windowId} onShare={onShare} />
    </QueryClientProvider>,
  )
  return onShare
}

/** A finished research that is opened by its link. */
export const showDigest = async (
  detail: ResearchDetail = testDetail(),
  topics: ResearchTopic[] = [],
) => {
  network.use(
    ...lists(() => [], topics),
    answer(getResearch, () => success(detail)),
  )
  const onShare = show('/research?id=r1')
  await screen.findByRole('heading', { name: detail.query })
  return onShare
}
