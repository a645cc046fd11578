import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import {
  createReportLink,
  deleteReportLink,
  readReportLink,
} from '#contract/analysis/report-links.ts'
import { ShareReport } from '#src/features/ca-analysis/share/share-report.tsx'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const AT = '2026-11-22T10:00:00Z'

const open = (madeAt: string | null) => {
  const onClose = vi.fn()
  network.use(
    answer(readReportLink, () => ({ status: 'success', data: { created_at: madeAt } })),
    answer(createReportLink, () => ({
      status: 'success',
      data: { token: 'secret-token', created_at: AT },
    })),
    answer(deleteReportLink, () => ({})),
  )
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ShareReport reportId="r1" page="/shared/report" onClose={onClose} />
    </QueryClientProvider>,
  )
  return onClose
}

it('creates a link, copies it and removes it', async () => {
  const user = userEvent.setup()
  open(null)
  expect(
    await screen.findByText('Not shared yet. Only you can read this report.'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Remove link' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  const url = `${window.location.origin}/shared/report/secret-token`
  expect(await screen.findByLabelText('Link')).toHaveValue(url)
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Link copied'))
  expect(await navigator.clipboard.readText()).toBe(url)
  await user.click(screen.getByRole('button', { name: 'Remove link' }))
  expect(
    await screen.findByText('Not shared yet. Only you can read this report.'),
  ).toBeInTheDocument()
  expect(screen.queryByLabelText('Link')).not.toBeInTheDocument()
})

it('closes by its button', async () => {
  const onClose = open(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('shows that a new link replaces the existing one', async () => {
  open(AT)
  expect(await screen.findByText(/A new link replaces it/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Create new link' }))
  expect(await screen.findByLabelText('Link')).toBeInTheDocument()
})

it('shows why a link could not be created', async () => {
  open(null)
  network.use(answer(createReportLink, () => failure('CONFLICT', 'This report is not finished')))
  await userEvent.click(await screen.findByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('This report is not finished')).toBeInTheDocument()
})
