import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import { useStore } from 'zustand'
import {
  getApp,
  installApp,
  listApps,
  listCategories,
  listServers,
  uninstallApp,
  type StoreApp,
} from '#contract/apps/apps.ts'
import { BUILT_IN_APPS } from '#src/app/app-registry.ts'
import { AppStoreWindow } from '#src/features/app-store/app-store-window.tsx'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { WindowIdContext } from '#src/platform/windows/window-title.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { rawAnswer } from '#tests/mocks/raw-answer.ts'
import { network } from '#tests/mocks/server.ts'

const explorer: StoreApp = {
  id: 'explorer',
  name: 'Explorer',
  description: 'Looks things up on the chain',
  audit_status: 'approved',
  downloads: 1200,
  rating: 4.5,
  detailUrl: 'https://example.com/explorer',
}
const waiting: StoreApp = { id: 'waiting', name: 'Waiting', audit_status: 'pending', downloads: 0 }
const refused: StoreApp = { id: 'refused', name: 'Refused', audit_status: 'rejected' }

const success = <T,>(data: T) => ({ status: 'success' as const, data, error: null })

const lists = (apps: () => StoreApp[]) => [
  answer(listServers, () => success([])),
  answer(listCategories, () =>
    success([
      { id: 'all', name: 'All' },
      { id: 'nft', name: 'NFT' },
    ]),
  ),
  answer(listApps, ({ query }) =>
    success({
      app_list: query.has('category') ? [] : apps(),
      installed_apps: apps().filter(({ installed }) => installed === true),
    }),
  ),
]

const show = (path = '/app-store') =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <AppStoreWindow windowId="store" path={path} />
    </QueryClientProvider>,
  )

const toast = () => toastStore.getState().toast?.title

describe('the App Store', () => {
  it('shows each app with its action', async () => {
    network.use(...lists(() => [explorer, waiting, refused]))
    show()
    expect(screen.getByText('Loading apps...')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Get Explorer' })).toBeEnabled()
    expect(screen.getByText('Pending Review')).toBeInTheDocument()
    expect(screen.getByText('Rejected')).toBeInTheDocument()
    expect(screen.getAllByText('Downloads').map((word) => word.nextSibling?.textContent)).toEqual([
      '1.2K',
      '0',
    ])
    expect(screen.getByRole('link', { name: 'Details' })).toHaveAttribute('target', '_blank')
  })

  it('says why nothing is left without a key, and shows everything again', async () => {
    network.use(...lists(() => [{ ...explorer, needs_key: true }]))
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Works without a key' }))
    expect(screen.getByText('No app here works without a key')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(screen.getByRole('button', { name: 'Get Explorer' })).toBeInTheDocument()
  })

  it('opens the app that its link names, and goes back to the list', async () => {
    network.use(
      answer(getApp, () => failure('UNAVAILABLE', 'Try again later')),
      ...lists(() => [explorer, waiting]),
    )
    show('/app-store?app=explorer')
    expect(await screen.findByRole('heading', { name: 'Explorer' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'All apps' }))
    expect(await screen.findByRole('button', { name: 'Get Explorer' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'All apps' })).not.toBeInTheDocument()
  })

  it('names the open app in the window’s address and title until All apps is pressed', async () => {
    network.use(
      answer(getApp, () => failure('UNAVAILABLE', 'Try again later')),
      ...lists(() => [explorer]),
    )
    setAppRegistry(BUILT_IN_APPS)
    windows.open({ path: '/app-store', title: 'App Store' })
    const id = windows.findByPath('/app-store')?.id ?? ''
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const Store = () => {
      const path = useStore(windows.store, (state) => state.windows[id]?.path ?? '')
      return <AppStoreWindow windowId={id} path={path} />
    }
    render(
      <QueryClientProvider client={client}>
        <WindowIdContext value={id}>
          <Store />
        </WindowIdContext>
      </QueryClientProvider>,
    )
    const shown = () => windows.store.getState().windows[id]
    await userEvent.click(await screen.findByRole('button', { name: 'Explorer' }))
    await waitFor(() => expect(shown()?.path).toBe('/app-store?app=explorer'))
    expect(shown()?.title).toBe('App Store – Explorer')
    act(() => windows.setPath(id, '/app-store?'))
    expect(screen.queryByRole('button', { name: 'All apps' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Explorer' }))
    await userEvent.click(screen.getByRole('button', { name: 'All apps' }))
    await waitFor(() => expect(shown()?.path).toBe('/app-store'))
    expect(shown()?.title).toBe('App Store')
  })

  it('says nothing of a connection before an app is installed', async () => {
    network.use(
      rawAnswer('GET /apps/servers', {
        data: [
          { id: 'explorer', status: 'connected' },
          { id: 'waiting', status: 'failed', last_error: 'No answer within 5 s' },
        ],
      }),
      ...lists(() => [explorer, { ...waiting, installed: true }]),
    )
    show()
    expect(await screen.findByText('Connection failed: No answer within 5 s')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Get Explorer' })).toBeEnabled()
    expect(screen.queryByText('Connected')).not.toBeInTheDocument()
  })

  it('shows how the server of each installed app was last reached', async () => {
    network.use(
      rawAnswer('GET /apps/servers', {
        data: [
          { id: 'explorer', status: 'connected' },
          { id: 'waiting', status: 'failed', last_error: 'No answer within 5 s' },
          { id: 'refused', status: 'failed', last_error: null },
        ],
      }),
      ...lists(() => [explorer, waiting, refused].map((app) => ({ ...app, installed: true }))),
    )
    show()
    expect(await screen.findByText('Connected')).toBeInTheDocument()
    expect(screen.getByText('Connection failed: No answer within 5 s')).toBeInTheDocument()
    expect(screen.getByText('Connection failed')).toBeInTheDocument()
  })

  it('shows the apps when the servers cannot be listed', async () => {
    network.use(
      rawAnswer('GET /apps/servers', { message: 'down' }, 400),
      ...lists(() => [explorer]),
    )
    show()
    expect(await screen.findByRole('button', { name: 'Get Explorer' })).toBeEnabled()
    expect(screen.queryByText(/^Connect/)).not.toBeInTheDocument()
  })

  it.each([
    [{ status: 'success', data: { success: true } }, 'Explorer is installed'],
    [{ status: 'success', data: { success: false } }, 'Failed to install app. Please try again.'],
    [{ status: 'error', data: null }, 'Failed to install app. Please try again.'],
  ])('tells from the install answer %j that %s', async (body, text) => {
    network.use(...lists(() => [explorer]), rawAnswer('POST /apps/install', body))
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Explorer' }))
    await waitFor(() => expect(toast()).toBe(text))
  })

  it.each([
    [{ status: 'success', data: { success: true } }, 'Explorer was removed'],
    [{ status: 'success', data: { success: false } }, 'Failed to uninstall app. Please try again.'],
  ])('tells from the uninstall answer %j that %s', async (body, text) => {
    network.use(
      ...lists(() => [{ ...explorer, installed: true }]),
      rawAnswer('POST /apps/uninstall', body),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Uninstall Explorer' }))
    await userEvent.click(screen.getByRole('button', { name: 'Uninstall' }))
    await waitFor(() => expect(toast()).toBe(text))
  })

  it('asks for a category and says when it is empty', async () => {
    network.use(...lists(() => [explorer]))
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'NFT' }))
    expect(await screen.findByText('No apps found in this category')).toBeInTheDocument()
  })

  it('finds by text', async () => {
    network.use(...lists(() => [explorer, waiting]))
    show()
    await screen.findByText('Explorer')
    await userEvent.type(screen.getByRole('searchbox'), 'zzz')
    expect(await screen.findByText('Nothing matches “zzz”')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(screen.getByText('Waiting')).toBeInTheDocument()
  })

  it('installs and uninstalls after a question', async () => {
    let installed = false
    network.use(
      ...lists(() => [{ ...explorer, installed }]),
      answer(installApp, ({ body }) => {
        expect(body).toEqual({ appId: 'explorer' })
        installed = true
        return success({ success: true, app: { ...explorer, installed }, steps: [] })
      }),
      answer(uninstallApp, () => {
        installed = false
        return success({ success: true })
      }),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Explorer' }))
    expect(await screen.findByText('Installed')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Open chat with Explorer' })).toBeEnabled()
    await userEvent.click(screen.getByRole('button', { name: 'Uninstall Explorer' }))
    const question = screen.getByRole('alertdialog', { name: 'Uninstall Explorer?' })
    expect(within(question).getByText('This will remove the app from your device.')).toBeVisible()
    await userEvent.click(within(question).getByRole('button', { name: 'Uninstall' }))
    expect(await screen.findByRole('button', { name: 'Get Explorer' })).toBeInTheDocument()
  })

  it('says that an installation failed, and leaves the list as it was', async () => {
    network.use(
      ...lists(() => [explorer]),
      answer(installApp, () => failure('CONFLICT', 'The server of the app does not answer')),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Explorer' }))
    await act(() => Promise.resolve())
    await expect.poll(toast).toBe('Failed to install app. Please try again.')
    expect(toastStore.getState().toast?.description).toBe('The server of the app does not answer')
    expect(screen.getByRole('button', { name: 'Get Explorer' })).toBeEnabled()
  })

  it('keeps showing an installation under way when another one starts', async () => {
    const held = Promise.withResolvers<void>()
    const asked: unknown[] = []
    network.use(
      ...lists(() => [explorer, { ...explorer, id: 'prices', name: 'Prices' }]),
      answer(installApp, async ({ body }) => {
        asked.push(body)
        await held.promise
        return success({ success: true, app: explorer, steps: [] })
      }),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Explorer' }))
    await userEvent.click(screen.getByRole('button', { name: 'Get Prices' }))
    await expect.poll(() => asked).toEqual([{ appId: 'explorer' }, { appId: 'prices' }])
    expect(screen.queryByRole('button', { name: 'Get Explorer' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Get Prices' })).toBeNull()
    held.resolve()
    await expect.poll(toast).toMatch(/is installed/)
  })

  it('asks for the key of each app that needs one, also when another was started later', async () => {
    const first = Promise.withResolvers<void>()
    network.use(
      ...lists(() => [explorer, { ...explorer, id: 'prices', name: 'Prices' }]),
      answer(getApp, () => HttpResponse.json({}, { status: 500 })),
      answer(installApp, async ({ body }) => {
        if (JSON.stringify(body).includes('prices')) return new Promise(() => {})
        await first.promise
        return HttpResponse.json(
          { status: 'error', message: 'No', fields: { authorization: 'this app needs a key' } },
          { status: 424 },
        )
      }),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Get Explorer' }))
    await userEvent.click(screen.getByRole('button', { name: 'Get Prices' }))
    first.resolve()
    expect(await screen.findByRole('heading', { level: 2, name: 'Explorer' })).toBeVisible()
  })

  it('says that an uninstallation failed, and leaves the list as it was', async () => {
    network.use(
      ...lists(() => [{ ...explorer, installed: true }]),
      answer(uninstallApp, () => HttpResponse.json({}, { status: 500 })),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Uninstall Explorer' }))
    await userEvent.click(screen.getByRole('button', { name: 'Uninstall' }))
    await expect.poll(toast).toBe('Failed to uninstall app. Please try again.')
    expect(screen.getByText('Installed')).toBeInTheDocument()
  })

  it('shows the default categories and an error with Retry when the server fails', async () => {
    network.use(
      answer(listCategories, () => HttpResponse.json({}, { status: 500 })),
      answer(listApps, () => HttpResponse.json({}, { status: 500 })),
      answer(listServers, () => HttpResponse.json({}, { status: 500 })),
    )
    show()
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeInTheDocument()
    for (const name of ['All', 'DeFi', 'NFT', 'Wallet', 'Analytics', 'Trading', 'Governance']) {
      expect(screen.getByRole('button', { name })).toBeInTheDocument()
    }
    await waitFor(() =>
      expect(toastStore.getState().toast).toMatchObject({
        title: 'Failed to load apps data',
        description: 'Failed to load categories',
      }),
    )
    expect(screen.getByText('We couldn’t load the apps')).toBeInTheDocument()
  })

  it('shows all details of an app, and why it cannot be installed', async () => {
    network.use(
      ...lists(() => [waiting]),
      answer(getApp, () =>
        success({
          ...waiting,
          publisher_url: null,
          licence: 'MIT',
          server: { kind: 'remote', url: 'https://mcp.example.com' },
          tools_source: 'announced',
          tools: [
            {
              name: 'send_all',
              title: null,
              description: 'Sends everything',
              writes: true,
              input_schema: null,
            },
          ],
          permissions: [{ id: 'network', text: 'Sends what you ask to mcp.example.com' }],
          pins: { reviewed: null, installed: null },
          authorization: null,
          audit_history: [],
        }),
      ),
    )
    show()
    await userEvent.click(await screen.findByRole('button', { name: 'Waiting' }))
    expect(
      screen.getByText('This app cannot be installed because it is pending approval.'),
    ).toBeInTheDocument()
    expect(await screen.findByText('send_all')).toBeInTheDocument()
    expect(screen.getByText('Changes something, asks first')).toBeInTheDocument()
    expect(screen.getByText('Sends what you ask to mcp.example.com')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'All apps' }))
    expect(screen.getByText('Pending Review')).toBeVisible()
  })
})
