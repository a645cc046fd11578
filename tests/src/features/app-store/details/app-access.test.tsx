import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  getApp,
  installApp,
  listApps,
  listCategories,
  listServers,
  startAppSignIn,
  type StoreApp,
  type StoreAppDetail,
} from '#contract/apps/apps.ts'
import { AppStoreWindow } from '#src/features/app-store/app-store-window.tsx'
import { SignInBar } from '#src/features/app-store/sign-in-bar.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const LLAMA: StoreApp = { id: 'llama', name: 'Llama', audit_status: 'approved' }
const PAGE = 'https://login.example.com/authorize?state=1'
const success = <T,>(data: T) => ({ status: 'success' as const, data, error: null })

const detail = (isSignedIn: boolean): StoreAppDetail => ({
  ...LLAMA,
  publisher_url: null,
  licence: null,
  server: { kind: 'remote', url: 'https://mcp.example.com' },
  tools_source: 'reviewed',
  tools: [],
  permissions: [],
  pins: { reviewed: null, installed: null },
  authorization: {
    label: 'access token',
    required: true,
    is_set: isSignedIn,
    can_sign_in: true,
    is_signed_in: isSignedIn,
  },
  audit_history: [],
})

const show = (node: ReactNode) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{node}</QueryClientProvider>)
}

/** A tab that a click opened. */
const openedPage = () => {
  const page = { opener: {} as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window)
  return page
}
afterEach(() => vi.restoreAllMocks())

describe('an app whose service asks who is there', () => {
  it('leads from a refused installation to its sign-in, and notices when the user comes back', async () => {
    let isSignedIn = false
    network.use(
      answer(listCategories, () => success([])),
      answer(listApps, () => success({ app_list: [LLAMA], installed_apps: [] })),
      answer(listServers, () => success([])),
      answer(installApp, () =>
        HttpResponse.json(
          {
            code: 'APP_UNREACHABLE',
            message: 'Failed to install app. Please try again.',
            fields: { authorization: 'Llama asks you to sign in first' },
          },
          { status: 424 },
        ),
      ),
      answer(getApp, () => success(detail(isSignedIn))),
      answer(startAppSignIn, () => {
        isSignedIn = true
        return success({ authorization_url: PAGE, host: 'login.example.com', expires_in: 600 })
      }),
    )
    const page = openedPage()
    show(<AppStoreWindow windowId="store" path="/app-store" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Get Llama' }))
    expect(await screen.findByText('Llama asks you to sign in first.')).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in to Llama' }))
    await expect.poll(() => page.location.replace.mock.calls).toEqual([[PAGE]])
    expect(page.opener).toBeNull()
    expect(await screen.findByText('Signed in', {}, { timeout: 5_000 })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeEnabled()
  })

  it('says why its sign-in cannot begin, and leaves no empty page', async () => {
    network.use(
      answer(getApp, () => success(detail(false))),
      answer(startAppSignIn, () =>
        failure('APP_UNREACHABLE', 'You cannot sign in to Llama: the service cannot be reached.'),
      ),
    )
    const page = openedPage()
    show(<SignInBar appId="llama" appName="Llama" />)
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in to Llama' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('cannot be reached')
    expect(page.close).toHaveBeenCalledOnce()
  })
})
