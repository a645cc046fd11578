import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { balance } from '#contract/payments.ts'
import { greetingAt } from '#src/features/home/greeting.ts'
import { Home } from '#src/features/home/home.tsx'
import { authStore } from '#src/platform/auth/auth-state.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Home />
      </MemoryRouter>
    </QueryClientProvider>,
  )

const serveBalance = (sol: number | string | null) =>
  network.use(
    answer(balance, () => ({
      wallet_balance: null,
      user_sol_balance: sol,
      usdValue: null,
      lastUpdated: null,
    })),
  )

beforeEach(() => {
  authStore.setState({ status: 'authenticated', user: { id: 'u1', username: 'ada' } })
})

describe('Home', () => {
  it('greets by name and leads to the desktop and the payment', async () => {
    serveBalance(0.1)
    open()
    expect(screen.getByRole('heading', { level: 1, name: /^Good \w+, ada$/ })).toBeVisible()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toContain('/ios-desktop')
    expect(links).toContain('/payment')
    expect(links).toContain('/ios-desktop?open=/wallet-finder')
    expect(await screen.findByText(/0\.1 SOL/)).toBeVisible()
  })

  it.each([
    [0.1, '0.1 SOL', '10 POINTS'],
    ['0.29', '0.29 SOL', '29 POINTS'],
    [0.019999999, '0.02 SOL', '1 POINT'],
    [0, '0 SOL', '0 POINTS'],
  ])('shows a balance of %s as %s and %s', async (sol, text, points) => {
    serveBalance(sol)
    open()
    expect(await screen.findByText(points)).toBeVisible()
    expect(
      screen.getByText((_, element) => element?.textContent === `${text}${points}`),
    ).toBeVisible()
  })

  it('shows N/A for a balance that is missing', async () => {
    serveBalance(null)
    open()
    expect(await screen.findByText(/N\/A/)).toBeVisible()
  })
})

describe('the greeting', () => {
  it.each([
    [4, 'Good evening'],
    [5, 'Good morning'],
    [12, 'Good afternoon'],
    [18, 'Good evening'],
  ])('at %i is "%s"', (hour, greeting) => {
    expect(greetingAt(new Date(2026, 0, 1, hour))).toBe(greeting)
  })
})
