import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { balance, consumptionHistory } from '#contract/payments.ts'
import { BalanceStatus } from '#src/features/payments/balance-status.tsx'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const charge = (id: number, status: string, consumption_type: string) => ({
  id,
  amount: 0.01,
  points: 1,
  status,
  consumption_type,
  created_at: '2026-11-20T10:00:00Z',
})

const show = (sol: number) => {
  const held = { sol }
  network.use(
    answer(balance, () => ({
      wallet_balance: 0,
      user_sol_balance: held.sol,
      usdValue: null,
      lastUpdated: null,
    })),
    answer(consumptionHistory, () => ({
      data: [charge(1, 'SUCCESS', 'CA_ANALYSIS'), charge(2, 'REFUNDED', 'WALLET_FINDER')],
      meta: { offset: 0, limit: 4, total: 2, has_more: false },
    })),
  )
  const queries = new QueryClient()
  const onRecharge = vi.fn()
  render(
    <QueryClientProvider client={queries}>
      <BalanceStatus onRecharge={onRecharge} />
    </QueryClientProvider>,
  )
  return { held, queries, onRecharge }
}

it('shows the POINTS, and by how much they changed', async () => {
  const { held, queries } = show(0.56)
  const button = await screen.findByRole('button', { name: 'Balance: 56 POINTS' })
  expect(button).toHaveTextContent('56 POINTS')
  held.sol = 0.55
  await queries.invalidateQueries({ queryKey: ['balance'] })
  await waitFor(() => expect(button).toHaveTextContent('−1'))
  expect(button).toHaveAccessibleName('Balance: 55 POINTS')
  expect(screen.getByRole('status')).toHaveTextContent('Balance: 55 POINTS')
})

it('shows no unit before the balance is known, which its name would lack', () => {
  show(0.56)
  expect(screen.getByRole('button', { name: 'Balance' })).toHaveTextContent(/^…$/)
})

it('lists the last charges and leads to the recharge', async () => {
  const { onRecharge } = show(0.01)
  await userEvent.click(await screen.findByRole('button', { name: 'Balance: 1 POINT' }))
  expect(await screen.findByText('CA Analysis')).toBeInTheDocument()
  expect(screen.getByText('Refunded')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Recharge' }))
  expect(onRecharge).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
