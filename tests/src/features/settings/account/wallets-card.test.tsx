import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { getWallets } from '@wallet-standard/app'
import { afterEach, expect, it } from 'vitest'
import { WalletsCard } from '#src/features/settings/account/wallets-card.tsx'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { openLocalKey } from '#src/platform/wallet/local/local-key.ts'
import { createLocalWallet } from '#src/platform/wallet/local/local-wallet.ts'

afterEach(() => authStore.setState({ status: 'unauthenticated', user: null }))

const showFor = (address: string) => {
  authStore.setState({
    status: 'authenticated',
    user: { id: 'u1', username: 'ada', has_password: true, wallet_addresses: [address] },
  })
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <WalletsCard />
    </QueryClientProvider>,
  )
}

it('does not offer the linked Local Dev Wallet again', async () => {
  const { address } = await openLocalKey(browserStorage)
  const unregister = getWallets().register(
    createLocalWallet(() => Promise.reject(new Error('The wallet was asked'))),
  )
  const { unmount } = showFor(address)
  expect(screen.queryByRole('button', { name: 'Local Dev Wallet' })).toBeNull()
  expect(screen.getByText(/^No other wallet detected/)).toBeVisible()
  unmount()
  showFor('4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T')
  expect(screen.getByRole('button', { name: 'Local Dev Wallet' })).toBeVisible()
  unregister()
})
