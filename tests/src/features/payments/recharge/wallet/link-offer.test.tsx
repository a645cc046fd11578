import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { linkWallet, nonce } from '#contract/auth.ts'
import { LinkOffer } from '#src/features/payments/recharge/wallet/link-offer.tsx'
import type { PaymentWallet } from '#src/features/payments/recharge/payment/payment-wallet.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const ADDRESS = '8iyrBx3vRkQn4hTt2v2yq3sDqW1nX4m7bJpZk5rjQqs'

const signing = async (message: Uint8Array) => Uint8Array.from({ length: 64 }, () => message.length)
const refusing = () =>
  Promise.reject(Object.assign(new Error('User rejected the request.'), { code: 4001 }))

const walletThat = (signMessage: PaymentWallet['signMessage']): PaymentWallet => ({
  address: ADDRESS,
  isConnecting: false,
  connectError: null,
  isAvailable: () => true,
  connect: async () => undefined,
  disconnect: async () => undefined,
  signMessage,
  tokenBalance: async () => 0n,
  buildTransfer: async () => null,
  buildTokenTransfer: async () => null,
  confirmedWithin: async () => true,
  signAndSend: async () => '',
})

const signedInWith = (wallets: string[] | undefined, hasPassword = true) =>
  authStore.setState({
    status: 'authenticated',
    user: {
      id: 'u1',
      username: 'ada',
      has_password: hasPassword,
      ...(wallets === undefined ? {} : { wallet_addresses: wallets }),
    },
  })

const offer = () => screen.queryByRole('region', { name: 'Link this wallet' })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Link this wallet' }))

const confirm = async (password: string) => {
  const field = await screen.findByLabelText('Current password')
  fireEvent.change(field, { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
}

/** Puts a Phantom into the page whose account the user has linked before. */
const registerLinkedWallet = () => {
  const address = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  const solana = {
    isPhantom: true,
    connect: async () => ({ publicKey: { toString: () => address } }),
    signMessage: async (message: Uint8Array) => ({ signature: await signing(message) }),
  }
  Object.assign(window, { isPhantomInstalled: true, phantom: { solana } })
  return { address, sent: [] as unknown[] }
}

const serveChallenge = () =>
  network.use(
    answer(nonce, ({ query }) => {
      expect(query.get('purpose')).toBe('link')
      return { success: true, nonce: 'n', message: 'please sign' }
    }),
  )

afterEach(() => {
  Reflect.deleteProperty(window, 'phantom')
  Reflect.deleteProperty(window, 'isPhantomInstalled')
})

beforeEach(() => {
  localStorage.clear()
  signedInWith([])
})

describe('the offer to link a wallet', () => {
  it.each([
    ['the wallet is linked', [ADDRESS]],
    ['the server says nothing of wallets', undefined],
  ])('is not made when %s', (_case, wallets) => {
    signedInWith(wallets)
    render(<LinkOffer wallet={walletThat(signing)} />)
    expect(offer()).toBeNull()
  })

  it('links by one signature and the current password, and is gone', async () => {
    serveChallenge()
    network.use(
      answer(linkWallet, ({ body }) => {
        if (Reflect.get(Object(body), 'current_password') !== 'the right one') {
          return failure('REAUTHENTICATION_REQUIRED', 'The current password is wrong')
        }
        expect(body).toMatchObject({ wallet_address: ADDRESS, nonce: 'n' })
        return {
          success: true,
          user_info: { id: 'u1', username: 'ada', wallet_addresses: [ADDRESS] },
        }
      }),
    )
    render(<LinkOffer wallet={walletThat(signing)} />)
    press()
    await confirm('a typing error')
    expect(await screen.findByRole('alert')).toHaveTextContent('The current password is wrong')
    expect(screen.getByLabelText('Current password')).toHaveValue('a typing error')
    await confirm('the right one')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(offer()).toBeNull()
  })

  it('asks an account without a password for a signature by a wallet it has', async () => {
    const { address, sent } = registerLinkedWallet()
    signedInWith([address], false)
    network.use(
      answer(nonce, () => ({ success: true, nonce: 'n', message: 'please sign' })),
      answer(linkWallet, ({ body }) => {
        sent.push(body)
        return {
          success: true,
          user_info: { id: 'u1', username: 'ada', wallet_addresses: [address, ADDRESS] },
        }
      }),
    )
    render(<LinkOffer wallet={walletThat(signing)} />)
    press()
    const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    expect(within(dialog).queryByLabelText('Current password')).toBeNull()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Sign with Phantom' }))
    await waitFor(() => expect(offer()).toBeNull())
    expect(sent).toMatchObject([
      { wallet_address: ADDRESS, proof: { wallet_address: address, nonce: 'n' } },
    ])
  })

  it('shows that the wallet belongs to another account', async () => {
    serveChallenge()
    network.use(answer(linkWallet, () => failure('WALLET_ALREADY_LINKED', 'Taken')))
    render(<LinkOffer wallet={walletThat(signing)} />)
    press()
    await confirm('the right one')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This wallet belongs to another account, so it was not linked. You can still pay with it.',
    )
  })

  it('shows when the user does not sign, and can be resumed', async () => {
    serveChallenge()
    render(<LinkOffer wallet={walletThat(refusing)} />)
    press()
    expect(await screen.findByRole('alert')).toHaveTextContent('You did not sign')
    expect(screen.getByRole('button', { name: 'Link this wallet' })).toBeEnabled()
  })

  it('stays away once dismissed', () => {
    const { unmount } = render(<LinkOffer wallet={walletThat(signing)} />)
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(offer()).toBeNull()
    unmount()
    render(<LinkOffer wallet={walletThat(signing)} />)
    expect(offer()).toBeNull()
  })
})
