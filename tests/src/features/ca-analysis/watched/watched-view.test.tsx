import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { listPriceAlerts } from '#contract/analysis/alerts.ts'
import { listWatchedWallets, watchWallet } from '#contract/analysis/watched.ts'
import { balance } from '#contract/payments.ts'
import { WatchedView } from '#src/features/ca-analysis/watched/watched-view.tsx'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const ADDRESS = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const META = { offset: 0, limit: 100, total: 0, has_more: false }

it('saves a note once for Enter, another Enter and leaving the field', async () => {
  let note = ''
  const saved: unknown[] = []
  network.use(
    answer(listWatchedWallets, () => ({
      data: [
        {
          address: ADDRESS,
          note,
          created_at: '2026-11-20T10:00:00Z',
          looked_at: null,
          trades: [],
          results: [],
        },
      ],
      meta: META,
    })),
    answer(listPriceAlerts, () => ({ data: [], meta: META })),
    answer(balance, () => ({ wallet_balance: 0, user_sol_balance: 0 })),
    answer(watchWallet, async ({ body }) => {
      saved.push(body)
      await new Promise((resolve) => setTimeout(resolve, 50))
      note = 'Whale'
      return { status: 'success', data: { address: ADDRESS, note } }
    }),
  )
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <WatchedView onGo={() => undefined} />
    </QueryClientProvider>,
  )
  const field = await screen.findByRole('textbox', { name: /^Note on/ })
  await userEvent.type(field, 'Whale {Enter}{Enter}')
  await userEvent.tab()
  await waitFor(() => expect(note).toBe('Whale'))
  await userEvent.type(field, '{Enter}')
  expect(saved).toEqual([{ note: 'Whale' }])
})
