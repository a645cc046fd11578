import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { linkWallet, nonce } from '#contract/auth.ts'
import { LinkOffer } from '#src/features/payments/link-offer.tsx'
import type { PaymentWallet } from '#src/features/payments/payment-wallet.ts'
import { authStore } from '#src/platform/auth/auth-state.ts'
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
  signAndSend: async () => '',
})

const signedInWith = (wallets: string[] | undefined) =>
  authStore.setState({
    status: 'authenticated',
    user: {
      id: 'u1',
      username: 'ada',
      ...(wallets === undefined ? {} : { wallet_addresses: wallets }),
    },
  })

const offer = () => screen.queryByRole('region', { name: 'Link this wallet' })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Link this wallet' }))

const serveChallenge = () =>
  network.use(
    answer(nonce, ({ query }) => {
      expect(query.get('purpose')).toBe('link')
      return { success: true, nonce: 'n', message: 'please sign' }
    }),
  )

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

  it('links by one signature of the challenge, and is gone', async () => {
    serveChallenge()
    network.use(
      answer(linkWallet, ({ body }) => {
        expect(body).toMatchObject({ wallet_address: ADDRESS, nonce: 'n' })
        return {
          success: true,
          user_info: { id: 'u1', username: 'ada', wallet_addresses: [ADDRESS] },
        }
      }),
    )
    render(<LinkOffer wallet={walletThat(signing)} />)
    press()
    await waitFor(() => expect(offer()).toBeNull())
  })

  it('says so when the wallet is somebody else’s', async () => {
    serveChallenge()
    network.use(answer(linkWallet, () => failure('WALLET_ALREADY_LINKED', 'Taken')))
    render(<LinkOffer wallet={walletThat(signing)} />)
    press()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This wallet belongs to another account, so it was not linked. You can still pay with it.',
    )
  })

  it('says so when the person does not sign, and can be taken up again', async () => {
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
