import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { balance } from '#contract/payments.ts'
import { ShortBalance } from '#src/platform/top-up/short-balance.tsx'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

it('hides the low balance after a recharge, and starts the work', async () => {
  let held = 0
  network.use(
    answer(balance, () => ({
      wallet_balance: 0,
      user_sol_balance: held,
      usdValue: null,
      lastUpdated: null,
    })),
  )
  const queries = new QueryClient()
  const start = vi.fn()
  render(
    <QueryClientProvider client={queries}>
      <ShortBalance
        waiting={{ path: '/wallet-finder?ca=mint', title: 'CA Analysis', points: 1 }}
        noun="query"
        onStart={start}
      />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Not enough POINTS for this query')).toBeVisible()
  held = 0.5
  await queries.invalidateQueries({ queryKey: ['balance'] })
  fireEvent.click(await screen.findByRole('button', { name: 'Start · 1 POINT' }))
  expect(start).toHaveBeenCalledOnce()
  expect(screen.queryByText(/Not enough POINTS/)).toBeNull()
})
