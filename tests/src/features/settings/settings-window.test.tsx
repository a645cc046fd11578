import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  checkUsername,
  endSession,
  listSessions,
  setCredentials,
  unlinkWallet,
} from '#contract/auth.ts'
import { SettingsWindow } from '#src/features/settings/settings-window.tsx'
import { ThemeWindow } from '#src/features/settings/appearance/theme-window.tsx'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { appearance } from '#src/platform/theme/appearance-store.ts'
import { themes } from '#src/platform/theme/theme-store.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { testApp } from '#tests/support/desktop.ts'

const session = (id: string, isCurrent = false) => ({
  id,
  created_at: '2026-11-18T09:00:00Z',
  last_used_at: '2026-11-20T09:00:00Z',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
  current: isCurrent,
})

let sessions = [session('here', true), session('there'), session('elsewhere')]

beforeEach(() => {
  sessions = [session('there'), session('here', true), session('elsewhere')]
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  authStore.setState({
    status: 'authenticated',
    user: { id: 'u1', username: 'ada', has_password: true, wallet_addresses: [] },
  })
  network.use(
    answer(listSessions, () => ({ success: true, data: sessions })),
    answer(checkUsername, () => ({ success: true, available: true })),
    answer(endSession, ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params['id'])
      return { success: true }
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  authStore.setState({ status: 'unauthenticated', user: null })
})

const show = (window: ReactNode) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      {window}
    </QueryClientProvider>,
  )

/** The window has asked for what it shows. */
const settled = () => screen.findByText('This browser')

describe('appearance', () => {
  it('switches between light and dark, and follows the system again', async () => {
    show(<SettingsWindow />)
    await settled()
    const choice = within(screen.getByRole('group', { name: 'Theme' }))
    await userEvent.click(choice.getByRole('radio', { name: 'Dark' }))
    expect(themes.store.getState()).toEqual({ theme: 'dark', isSystem: false })
    await userEvent.click(choice.getByRole('radio', { name: 'System' }))
    expect(themes.store.getState()).toEqual({ theme: 'light', isSystem: true })
    await userEvent.click(choice.getByRole('radio', { name: 'Light' }))
    expect(window.localStorage.getItem('theme')).toBe('light')
  })

  it.each([
    ['Aurora', { wallpaper: 'aurora' }],
    ['Teal', { accent: 'teal' }],
    ['Large', { dockSize: 'large' }],
    ['Reduced', { motion: 'reduced' }],
  ])('%s is kept once chosen', async (name, expected) => {
    show(<SettingsWindow />)
    await settled()
    await userEvent.click(screen.getByRole('radio', { name }))
    expect(screen.getByRole('radio', { name })).toBeChecked()
    expect(appearance.store.getState()).toMatchObject(expected)
  })

  it('makes the status bar transparent', async () => {
    show(<SettingsWindow />)
    await settled()
    await userEvent.click(screen.getByRole('switch', { name: 'Transparent status bar' }))
    expect(appearance.store.getState().isStatusBarTransparent).toBe(true)
  })
})

describe('icons', () => {
  it('are restored, all or one, and need no reset at first', async () => {
    setAppRegistry([testApp('/theme'), testApp('/calendar')])
    const { unmount } = show(<SettingsWindow />)
    await settled()
    expect(screen.getByRole('button', { name: 'Reset icons' })).toBeDisabled()
    unmount()
    desktopIcons.remove('/theme')
    desktopIcons.remove('/calendar')
    show(<SettingsWindow />)
    await settled()
    await userEvent.click(screen.getByRole('button', { name: 'Restore Title of /theme' }))
    expect(desktopIcons.store.getState().removed).toEqual(['/calendar'])
    await userEvent.click(screen.getByRole('button', { name: 'Reset icons' }))
    expect(desktopIcons.store.getState().removed).toEqual([])
  })
})

describe('sessions', () => {
  it('stand with this one first, which cannot be ended here', async () => {
    show(<SettingsWindow />)
    await settled()
    const rows = screen.getAllByText(/Firefox on Linux/)
    expect(rows[0]).toHaveTextContent('This browser')
    expect(screen.getAllByRole('button', { name: /^End session/ })).toHaveLength(2)
  })

  it('end one by one, or all others at once', async () => {
    show(<SettingsWindow />)
    await settled()
    await userEvent.click(screen.getAllByRole('button', { name: /^End session/ })[0]!)
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /^End session/ })).toHaveLength(1),
    )
    expect(toastStore.getState().toast?.title).toBe('Session ended')
    await userEvent.click(screen.getByRole('button', { name: 'End all others' }))
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^End session/ })).not.toBeInTheDocument(),
    )
    expect(sessions.map(({ id }) => id)).toEqual(['here'])
  })

  it('that fail to load show that and can be reloaded', async () => {
    let isDown = true
    network.use(
      answer(listSessions, () =>
        isDown ? failure('INTERNAL', 'Out of order') : { success: true, data: sessions },
      ),
    )
    show(<SettingsWindow />)
    expect(await screen.findByText('Out of order')).toBeInTheDocument()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await settled()
  })

  it('that ended elsewhere count as ended', async () => {
    network.use(
      answer(endSession, ({ params }) => {
        sessions = sessions.filter(({ id }) => id !== params['id'])
        return failure('NOT_FOUND', 'No such session')
      }),
    )
    show(<SettingsWindow />)
    await settled()
    await userEvent.click(screen.getAllByRole('button', { name: /^End session/ })[0]!)
    await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Session ended'))
  })
})

const CURRENT = 'the password so far'

const confirm = async (password = CURRENT) => {
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  const field = within(dialog).getByLabelText('Current password')
  await userEvent.clear(field)
  await userEvent.type(field, password)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm' }))
}

describe('username and password', () => {
  const fill = async (username: string, password: string) => {
    show(<SettingsWindow />)
    await settled()
    const name = screen.getByLabelText('Username')
    await userEvent.clear(name)
    await userEvent.type(name, username)
    await userEvent.type(screen.getByLabelText('New password'), password)
  }

  it('wait until every rule is met', async () => {
    await fill('a!', 'qwertyui')
    const rule = (text: string) => screen.getByText(text).closest('li')!
    expect(within(rule('3 to 64 characters')).getByText(/not yet met/)).toBeInTheDocument()
    expect(within(rule('At least 8 characters')).getByText(', met')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  })

  it('are sent, remembered, and end the other sessions', async () => {
    const sent: unknown[] = []
    network.use(
      answer(setCredentials, ({ body }) => {
        sent.push(body)
        sessions = sessions.filter(({ current }) => current)
        return {
          success: true,
          user_info: { id: 'u1', username: 'countess', has_password: true, wallet_addresses: [] },
        }
      }),
    )
    await fill('countess', 'a long enough sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await confirm()
    await waitFor(() => expect(authStore.getState().user?.username).toBe('countess'))
    expect(sent).toEqual([
      { username: 'countess', password: 'a long enough sentence', current_password: CURRENT },
    ])
    expect(window.localStorage.getItem('user_info')).toContain('countess')
    expect(toastStore.getState().toast?.description).toBe('You’re logged out on other devices.')
    expect(screen.getByLabelText('New password')).toHaveValue('')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: /^End session/ })).not.toBeInTheDocument(),
    )
  })

  it('name a taken username before the owner has to confirm', async () => {
    network.use(
      answer(checkUsername, ({ query }) => ({
        success: true,
        available: query.get('username') !== 'demo',
      })),
    )
    await fill('demo', 'a long enough sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('demo is taken. Choose another.')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.type(screen.getByLabelText('Username'), '2')
    expect(screen.queryByText('demo is taken. Choose another.')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
  })

  it('begin without the short address of a wallet account', async () => {
    const wallet = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
    authStore.setState({
      user: { id: 'u1', username: '4Nd1...DB4T', has_password: false, wallet_addresses: [wallet] },
    })
    show(<SettingsWindow />)
    await settled()
    expect(screen.getByLabelText('Username')).toHaveValue('')
    expect(screen.queryByText('3 to 64 characters')).toBeNull()
  })

  it('that the server refuses stay, with the reason at its field', async () => {
    network.use(
      answer(
        setCredentials,
        () =>
          new Response(
            JSON.stringify({
              status: 'error',
              success: false,
              code: 'USERNAME_TAKEN',
              message: 'This username is taken',
              error: 'This username is taken',
              data: null,
              fields: { username: 'charles is taken. Choose another.' },
            }),
            { status: 409, headers: { 'content-type': 'application/json' } },
          ),
      ),
    )
    await fill('charles', 'a long enough sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await confirm()
    expect(await screen.findByText('charles is taken. Choose another.')).toBeInTheDocument()
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(
      'charles is taken. Choose another.',
    )
    expect(screen.getByLabelText('New password')).toHaveValue('a long enough sentence')
    expect(authStore.getState().user?.username).toBe('ada')
  })
})

describe('a wrong current password', () => {
  it('is said in the dialog, and nothing typed is lost', async () => {
    network.use(
      answer(setCredentials, () =>
        failure('REAUTHENTICATION_REQUIRED', 'The current password is wrong'),
      ),
    )
    show(<SettingsWindow />)
    await settled()
    await userEvent.type(screen.getByLabelText('New password'), 'a long enough sentence')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await confirm('a typing error')
    expect(await screen.findByRole('alert')).toHaveTextContent('The current password is wrong')
    expect(screen.getByLabelText('Current password')).toHaveValue('a typing error')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText('New password')).toHaveValue('a long enough sentence')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('linked wallets', () => {
  const WALLETS = [
    '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
    '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  ]
  const user = (wallet_addresses: string[], has_password = true) => ({
    id: 'u1',
    username: 'ada',
    has_password,
    wallet_addresses,
  })

  it('are unlinked after the owner confirms', async () => {
    authStore.setState({ status: 'authenticated', user: user(WALLETS) })
    const sent: unknown[] = []
    network.use(
      answer(unlinkWallet, ({ params, body }) => {
        sent.push(params['address'], body)
        return { success: true, user_info: user(WALLETS.slice(1)) }
      }),
    )
    show(<SettingsWindow />)
    await settled()
    await userEvent.click(screen.getByRole('button', { name: 'Unlink wallet 4Nd1…DB4T' }))
    await confirm()
    await waitFor(() =>
      expect(authStore.getState().user?.wallet_addresses).toEqual(WALLETS.slice(1)),
    )
    expect(sent).toEqual([WALLETS[0], { current_password: CURRENT }])
    expect(screen.queryByRole('button', { name: 'Unlink wallet 4Nd1…DB4T' })).toBeNull()
  })

  it.each([
    [WALLETS, /^You won’t be able to sign in here with 4Nd1…DB4T\. /, 'Link another wallet'],
    [
      WALLETS.slice(0, 1),
      /^You’ll sign in with your password, not with 4Nd1…DB4T\. /,
      'Link a wallet',
    ],
  ])('say what unlinking one of %j means', async (linked, meaning, offer) => {
    authStore.setState({ status: 'authenticated', user: user(linked) })
    const left = linked.slice(1)
    network.use(answer(unlinkWallet, () => ({ success: true, user_info: user(left) })))
    show(<SettingsWindow />)
    await settled()
    expect(screen.getByText('Link another wallet')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Unlink wallet 4Nd1…DB4T' }))
    expect(screen.getByText(meaning)).toHaveTextContent('Other browsers will be logged out.')
    await confirm()
    await waitFor(() => expect(toastStore.getState().toast?.title).toBe('Wallet unlinked'))
    expect(toastStore.getState().toast?.description).toBe(
      left.length === 0
        ? 'Sign in with your username and password from now on.'
        : 'Only this browser is still signed in.',
    )
    expect(screen.getByText(offer)).toBeVisible()
  })

  it('cannot be unlinked without another way to sign in', async () => {
    authStore.setState({ status: 'authenticated', user: user(WALLETS.slice(1), false) })
    show(<SettingsWindow />)
    await settled()
    expect(screen.queryByRole('button', { name: /^Unlink/ })).toBeNull()
    expect(screen.getByText(/only way to sign in/)).toBeVisible()
  })
})

describe('Theme', () => {
  it('offers light, dark and the system’s as a choice of one', async () => {
    show(<ThemeWindow />)
    const dark = screen.getByRole('radio', { name: 'Dark' })
    expect(screen.getByRole('radio', { name: 'System' })).toBeChecked()
    await userEvent.click(dark)
    expect(dark).toBeChecked()
    expect(themes.store.getState().theme).toBe('dark')
    expect(screen.queryByRole('switch', { name: 'Dark theme' })).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'System' }))
    expect(window.localStorage.getItem('theme')).toBeNull()
  })
})
