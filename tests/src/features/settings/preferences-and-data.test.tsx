import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '#contract/auth.ts'
import { formatSol } from '#contract/money.ts'
import { balance } from '#contract/payments.ts'
import { DataCard } from '#src/features/settings/account/data-card.tsx'
import { PreferencesSection } from '#src/features/settings/preferences-section.tsx'
import { formatDate } from '#src/lib/dates.ts'
import { buildExplorerUrl } from '#src/lib/explorer.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { preferences, startPreferences } from '#src/platform/preferences/preferences-store.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const CURRENT = 'the password so far'

beforeEach(() =>
  authStore.setState({
    status: 'authenticated',
    user: { id: 'u1', username: 'ada', has_password: true, wallet_addresses: [] },
  }),
)
afterEach(() => authStore.setState({ status: 'unauthenticated', user: null }))

const show = (part: ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>)

describe('preferences', () => {
  afterEach(() => preferences.setState({ hours: 'system', numbers: 'comma', explorer: 'solana' }))

  it('set the hours, the numbers and the explorer', async () => {
    const stop = startPreferences()
    show(<PreferencesSection />)
    await userEvent.click(screen.getByRole('radio', { name: '24-hour' }))
    expect(formatDate(new Date(2026, 0, 1, 15, 5), 'clock')).toBe('15:05')
    await userEvent.click(screen.getByRole('radio', { name: '1.234,56' }))
    expect(screen.getByText('Numbers look like 1.234.567,89.')).toBeTruthy()
    expect(formatSol(1234.5)).toBe('1.234,5')
    await userEvent.click(screen.getByRole('radio', { name: 'Solscan' }))
    expect(buildExplorerUrl('address', 'abc', { network: 'devnet' })).toBe(
      'https://solscan.io/account/abc?cluster=devnet',
    )
    stop()
  })
})

describe('the data', () => {
  it('is deleted with a confirmation that names the losses', async () => {
    const sent = vi.fn()
    localStorage.setItem('soldesk.user.u1.windows', 'x')
    sessionStorage.setItem('soldesk.user.u1.windows', 'x')
    network.use(
      answer(balance, () => ({
        wallet_balance: null,
        user_sol_balance: 0.1,
        usdValue: null,
        lastUpdated: null,
      })),
      answer(deleteAccount, ({ body }) => {
        sent(body)
        return { success: true }
      }),
    )
    show(<DataCard />)
    await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
    expect(await screen.findByText(/You lose your balance of 10 POINTS\./)).toBeVisible()
    await userEvent.type(screen.getByLabelText('Current password'), CURRENT)
    const dialog = screen.getByRole('dialog', { name: 'Delete account' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete account' }))
    await waitFor(() => expect(authStore.getState().status).toBe('unauthenticated'))
    expect(sent).toHaveBeenCalledWith({ current_password: CURRENT })
    expect(localStorage.getItem('soldesk.user.u1.windows')).toBeNull()
    expect(sessionStorage.getItem('soldesk.user.u1.windows')).toBeNull()
    expect(toastStore.getState().toast?.title).toBe('Account deleted')
  })
})
