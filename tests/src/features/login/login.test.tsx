import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { login, nonce, walletLogin } from '#contract/auth.ts'
import { Login } from '#src/features/login/login.tsx'
import { rawConfig } from '#src/platform/config/raw-config.ts'
import { dismissToast, resetToasts, toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const SESSION = {
  access_token: 'a',
  refresh_token: 'r',
  user_info: { id: 'u1', username: 'ada' },
}
const ADDRESS = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

type Reject = { connect?: Error; sign?: Error }

/** A Phantom as it injects itself; `reject` makes the person say no. */
const injectPhantom = ({ connect, sign }: Reject = {}) => {
  const signed: string[] = []
  const solana = {
    isPhantom: true,
    connect: () =>
      connect === undefined
        ? Promise.resolve({ publicKey: { toString: () => ADDRESS } })
        : Promise.reject(connect),
    signMessage: (message: Uint8Array) => {
      signed.push(new TextDecoder().decode(message))
      return sign === undefined
        ? Promise.resolve({ signature: new Uint8Array(64) })
        : Promise.reject(sign)
    },
  }
  Object.assign(window, { isPhantomInstalled: true, phantom: { solana } })
  return signed
}

const serveChallenge = () =>
  network.use(
    answer(nonce, ({ query }) => ({
      success: true,
      nonce: 'n1',
      message: `sign in as ${query.get('wallet_address')}`,
    })),
  )

const open = () => {
  const onSignedIn = vi.fn(() => Promise.resolve())
  render(<Login purpose="Find out who trades well." onSignedIn={onSignedIn} />)
  return { onSignedIn, user: userEvent.setup() }
}

const connectButton = () => screen.getByRole('button', { name: 'Connect Wallet' })
const toast = () => toastStore.getState().toast

/** Waits for the toast of a failure. The same words stand on the card only after it has closed. */
const expectFailure = async (title: string, description: string) => {
  await waitFor(() => expect(toast()).toMatchObject({ title, description, isOpen: true }))
  expect(screen.queryByText(description)).not.toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Not signed in')
  act(() => dismissToast(toast()!.id))
  expect(screen.getByRole('alert')).toHaveTextContent(description)
}

beforeEach(() => {
  resetToasts()
})
afterEach(() => {
  vi.unstubAllGlobals()
  rawConfig.setState({ answer: undefined })
  Reflect.deleteProperty(window, 'isPhantomInstalled')
  Reflect.deleteProperty(window, 'phantom')
})

describe('the sign-in card', () => {
  it('opens on Wallet, and moves between its tabs by click and by arrow keys', async () => {
    const { user } = open()
    expect(screen.getByRole('heading', { name: 'User Login' })).toBeVisible()
    expect(screen.getByText('Please sign in to continue')).toBeVisible()
    const [wallet, password] = within(screen.getByRole('tablist')).getAllByRole('tab')
    expect(wallet).toHaveAttribute('aria-selected', 'true')
    await user.click(password!)
    expect(screen.getByRole('tabpanel', { name: 'Sign in with your credentials' })).toBeVisible()
    await user.keyboard('{ArrowRight}')
    expect(wallet).toHaveFocus()
    expect(screen.getByRole('tabpanel', { name: 'Sign in with a wallet' })).toBeVisible()
  })
})

describe('the Wallet tab', () => {
  it('shows that Phantom is missing, links to it and disables the button', () => {
    open()
    expect(screen.getByText('Phantom wallet extension not detected')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Install Phantom' })).toHaveAttribute(
      'href',
      'https://phantom.com/download',
    )
    expect(connectButton()).toBeDisabled()
  })

  it.each([
    ['localnet', false, true],
    ['localnet', true, false],
    ['mainnet-beta', false, false],
  ])('on %s with a secure page %s names the missing dev wallet: %s', (name, isSecure, isShown) => {
    vi.stubGlobal('isSecureContext', isSecure)
    rawConfig.setState({ answer: { network: name } })
    open()
    const notice = screen.queryByText('The Local Dev Wallet needs HTTPS or localhost.')
    expect(notice !== null).toBe(isShown)
  })

  it('enables the button when Phantom is injected late', async () => {
    open()
    injectPhantom()
    await waitFor(() => expect(connectButton()).toBeEnabled())
    expect(screen.queryByText('Phantom wallet extension not detected')).not.toBeInTheDocument()
  })

  it('signs in with a signature of the challenge and shows that it worked', async () => {
    const proofs: unknown[] = []
    serveChallenge()
    network.use(
      answer(walletLogin, ({ body }) => {
        proofs.push(body)
        return SESSION
      }),
    )
    const signed = injectPhantom()
    const { onSignedIn, user } = open()
    await user.click(connectButton())
    expect(await screen.findByText('Wallet Connected')).toBeVisible()
    expect(screen.getByText(ADDRESS)).toBeVisible()
    expect(screen.getByText('Redirecting to dashboard...')).toBeVisible()
    expect(signed).toEqual([`sign in as ${ADDRESS}`])
    expect(proofs).toEqual([
      { wallet_address: ADDRESS, signature: `${'A'.repeat(86)}==`, nonce: 'n1' },
    ])
    expect(toast()).toMatchObject({ title: 'Login successful', description: 'Welcome back!' })
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(SESSION, ADDRESS), {
      timeout: 2_000,
    })
  })

  it.each([
    [
      'refused to connect',
      { connect: new Error('User rejected the request.') },
      'Connection cancelled',
      'You cancelled the wallet connection request',
    ],
    [
      'refused to sign',
      { sign: new Error('User rejected the request.') },
      'Connection cancelled',
      'You cancelled the wallet connection request',
    ],
    [
      'failed to sign',
      { sign: new Error('Ledger asleep') },
      'Wallet login failed',
      'Signing failed: Ledger asleep',
    ],
  ])(
    'says so when the wallet %s, and can be tried again',
    async (_what, reject, title, message) => {
      serveChallenge()
      injectPhantom(reject)
      const { onSignedIn, user } = open()
      await user.click(connectButton())
      await expectFailure(title, message)
      expect(toast()).toMatchObject({ tone: 'destructive' })
      expect(connectButton()).toBeEnabled()
      expect(onSignedIn).not.toHaveBeenCalled()
    },
  )

  it('shows each step once, and announces it in other words', async () => {
    serveChallenge()
    network.use(answer(walletLogin, () => new Promise<never>(() => {})))
    injectPhantom()
    const { user } = open()
    await user.click(connectButton())
    expect(await screen.findByText('Verifying signature...')).toBeVisible()
    expect(screen.getByText('Checking the signature')).toHaveAttribute('role', 'status')
  })

  it('shows why the server refused', async () => {
    serveChallenge()
    network.use(answer(walletLogin, () => failure('INVALID_SIGNATURE', 'Bad signature')))
    injectPhantom()
    const { user } = open()
    await user.click(connectButton())
    await expectFailure('Wallet login failed', 'Wallet login failed: Bad signature')
  })
})

describe('the Password tab', () => {
  const fill = async (username: string, password: string) => {
    const { onSignedIn, user } = open()
    await user.click(screen.getByRole('tab', { name: 'Password' }))
    if (username !== '') await user.type(screen.getByLabelText('Username'), username)
    if (password !== '') await user.type(screen.getByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Login' }))
    return onSignedIn
  }

  it.each([
    ['', ''],
    ['ada', ' '],
    ['  ', 'secret'],
  ])('asks for both fields when given "%s" and "%s"', async (username, password) => {
    const onSignedIn = await fill(username, password)
    await expectFailure('Login failed', 'Username and password cannot be empty')
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('signs in', async () => {
    network.use(
      answer(login, ({ body }) => {
        expect(body).toEqual({ username: 'ada', password: 'secret' })
        return SESSION
      }),
    )
    const onSignedIn = await fill('ada', 'secret')
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith(SESSION))
    expect(toast()).toMatchObject({ title: 'Login successful', description: 'Welcome back!' })
  })

  it('shows the server’s reason and keeps the typed text', async () => {
    network.use(answer(login, () => failure('INVALID_CREDENTIALS', 'Wrong name or password')))
    const onSignedIn = await fill('ada', 'wrong')
    await expectFailure('Login failed', 'Wrong name or password')
    expect(screen.getByLabelText('Username')).toHaveValue('ada')
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('hides the failure when a new attempt starts', async () => {
    network.use(answer(login, () => failure('INVALID_CREDENTIALS', 'Wrong name or password')))
    await fill('ada', 'wrong')
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Login failed', isOpen: true }))
    network.use(answer(login, () => new Promise<never>(() => {})))
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    expect(screen.getByRole('button', { name: 'Signing in...' })).toBeVisible()
    expect(toast()).toMatchObject({ title: 'Login failed', isOpen: false })
  })
})
