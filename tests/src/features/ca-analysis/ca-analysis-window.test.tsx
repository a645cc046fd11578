import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { getReport, listReports, startCaAnalysis } from '#contract/analysis.ts'
import { CaAnalysisWindow } from '#src/features/ca-analysis/ca-analysis-window.tsx'
import { forgetWaitingWork } from '#src/platform/top-up/top-up-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

afterEach(forgetWaitingWork)

const show = () => {
  network.use(
    answer(listReports, () => ({
      data: [],
      meta: { offset: 0, limit: 10, total: 0, has_more: false },
    })),
  )
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <CaAnalysisWindow path="/wallet-finder" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const field = () => screen.getByLabelText('Contract address')
const button = () => screen.getByRole('button', { name: /1 POINT/ })

describe('an address that was typed', () => {
  it.each([
    ['too many', () => failure('RATE_LIMITED', 'Too many analyses')],
    ['balance', () => failure('INSUFFICIENT_BALANCE', 'Your balance is 0')],
    ['broken', () => failure('INTERNAL', 'Something broke')],
    ['no network', () => HttpResponse.error()],
  ])('is kept when the analysis does not start (%s)', async (_, refuse) => {
    network.use(answer(startCaAnalysis, refuse))
    show()
    await userEvent.type(field(), MINT)
    await userEvent.click(button())
    await waitFor(() => expect(button()).not.toHaveAttribute('aria-busy'))
    expect(field()).toHaveValue(MINT)
  })

  it('is kept when its report cannot be opened', async () => {
    network.use(
      answer(startCaAnalysis, () => ({
        status: 'success',
        data: { id: 'r1', report_id: 'r1', status: 'queued' },
      })),
      answer(getReport, () => failure('INTERNAL', 'Something broke')),
    )
    show()
    await userEvent.type(field(), MINT)
    await userEvent.click(button())
    expect(await screen.findByText('Something broke')).toBeInTheDocument()
    expect(field()).toHaveValue(MINT)
  })
})
