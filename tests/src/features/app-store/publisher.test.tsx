import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { useStore } from 'zustand'
import {
  getApp,
  listApps,
  listCategories,
  listServers,
  type StoreApp,
  type StoreAppDetail,
} from '#contract/apps/apps.ts'
import { addOwnApp } from '#contract/apps/own-apps.ts'
import { AppStoreWindow } from '#src/features/app-store/app-store-window.tsx'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const app = (name: string, publisher?: string): StoreApp => ({
  id: name.toLowerCase(),
  name,
  audit_status: 'approved',
  ...(publisher === undefined ? {} : { publisher }),
})
const APPS = [app('Facts', 'Acme'), app('Charts', 'Acme'), app('Other', 'Beta'), app('Nameless')]
const success = <T,>(data: T) => ({ status: 'success' as const, data, error: null })

const show = (path = '/app-store') => {
  network.use(
    answer(listServers, () => success([])),
    answer(getApp, () => failure('UNAVAILABLE', 'Try again later')),
    answer(listCategories, () => success([{ id: 'nft', name: 'NFT' }])),
    answer(listApps, ({ query }) => {
      const inCategory = query.has('category') ? APPS.slice(0, 1) : APPS
      return success({ app_list: inCategory, installed_apps: [] })
    }),
  )
  windows.closeAll()
  const id = windows.open({ path, title: 'App Store' })
  const Store = () => (
    <AppStoreWindow
      windowId={id}
      path={useStore(windows.store, (state) => state.windows[id]?.path ?? path)}
    />
  )
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <Store />
    </QueryClientProvider>,
  )
  return () => windows.store.getState().windows[id]?.path
}

const names = () => screen.queryAllByRole('button', { name: /^Get / }).map((each) => each.ariaLabel)
const chip = () => screen.findByRole('button', { name: 'Remove filter: By Acme' })

describe('a publisher in the App Store', () => {
  it('lists its apps from the details of one, and everyone’s again', async () => {
    const path = show()
    await userEvent.click(await screen.findByRole('button', { name: 'Facts' }))
    await userEvent.click(screen.getByRole('button', { name: 'Show the apps of Acme' }))
    expect(await chip()).toHaveFocus()
    await waitFor(() => expect(path()).toBe('/app-store?publisher=Acme'))
    expect(names()).toEqual(['Get Facts', 'Get Charts'])
    await userEvent.click(screen.getByRole('button', { name: 'Charts' }))
    await waitFor(() => expect(path()).toBe('/app-store?app=charts&publisher=Acme'))
    await userEvent.click(screen.getByRole('button', { name: 'All apps' }))
    expect(names()).toHaveLength(2)
    await userEvent.click(await chip())
    expect(names()).toHaveLength(4)
    await waitFor(() => expect(path()).toBe('/app-store'))
    expect(document.body).not.toHaveFocus()
  })

  it('is opened by its address, and combined with search and category', async () => {
    show('/app-store?publisher=Acme')
    await chip()
    await waitFor(() => expect(names()).toHaveLength(2))
    await userEvent.type(screen.getByLabelText('Search apps'), 'char')
    await waitFor(() => expect(names()).toEqual(['Get Charts']))
    await userEvent.type(screen.getByLabelText('Search apps'), 'zzz')
    expect(await screen.findByText('Nothing by Acme matches “charzzz”')).toBeInTheDocument()
    await userEvent.clear(screen.getByLabelText('Search apps'))
    const categories = within(screen.getByRole('group', { name: 'Categories' }))
    await userEvent.click(categories.getByRole('button', { name: 'NFT' }))
    await waitFor(() => expect(names()).toEqual(['Get Facts']))
  })

  it('does not hide a server that the user adds', async () => {
    const own: StoreAppDetail = {
      ...app('Mine'),
      publisher_url: null,
      licence: null,
      server: { kind: 'remote', url: 'https://mine.example/mcp' },
      tools_source: 'reviewed',
      tools: [],
      permissions: [],
      pins: { reviewed: null, installed: null },
      authorization: null,
      audit_history: [],
    }
    const path = show('/app-store?publisher=Acme')
    await chip()
    network.use(
      answer(addOwnApp, () => {
        APPS.push(own)
        return success(own)
      }),
      answer(getApp, () => success(own)),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Add your own' }))
    await userEvent.type(screen.getByLabelText('Address'), 'https://mine.example/mcp')
    await userEvent.click(screen.getByRole('button', { name: 'Add server' }))
    await waitFor(() => expect(path()).toBe('/app-store?app=mine'))
    await userEvent.click(await screen.findByRole('button', { name: 'All apps' }))
    await waitFor(() => expect(names()).toContain('Get Mine'))
    APPS.pop()
  })

  it('says that a publisher has nothing here', async () => {
    show('/app-store?publisher=Gone')
    expect(await screen.findByText('No app by Gone here')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(names()).toHaveLength(4)
  })

  it('has no button for an unknown publisher', async () => {
    show('/app-store?app=nameless')
    expect(await screen.findByRole('heading', { name: 'Nameless' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Show the apps of/ })).toBeNull()
  })
})
