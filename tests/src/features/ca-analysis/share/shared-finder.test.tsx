import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sharedFinder } from '#contract/analysis/report-links.ts'
import { SharedFinder } from '#src/features/ca-analysis/share/shared-finder.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { finderReport } from '#tests/mocks/finder-report.ts'

const open = () =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <SharedFinder token="t" />
    </QueryClientProvider>,
  )

it('shows the search without the owner’s actions', async () => {
  network.use(
    answer(sharedFinder, () => ({
      status: 'success',
      data: { ...finderReport(), wallets_total: 0 },
    })),
  )
  open()
  expect(await screen.findByText('0 proven wallets found')).toBeInTheDocument()
  expect(screen.getByText('Tokens (2)')).toBeInTheDocument()
  for (const name of ['Share', 'CSV', 'JSON', 'New search']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  }
})

it('shows that a link has ended', async () => {
  network.use(answer(sharedFinder, () => failure('NOT_FOUND', 'Not found')))
  open()
  expect(await screen.findByText('This link doesn’t work')).toBeInTheDocument()
})
