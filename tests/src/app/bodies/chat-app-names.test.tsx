import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, onTestFinished } from 'vitest'
import { listAgents } from '#contract/apps/agents.ts'
import { listApps } from '#contract/apps/apps.ts'
import { getDesktop } from '#contract/desktop.ts'
import { BackgroundWork } from '#src/app/bodies/background-work.tsx'
import { ChatList } from '#src/features/chat/list/chat-list.tsx'
import { setAddedApps } from '#src/platform/apps/app-registry-store.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { chat, serve, signInAsNext } from '#tests/src/features/chat/shown-panel.tsx'

const noop = () => undefined

it('names the app of a chat once its list arrives, and never by its id', async () => {
  signInAsNext()
  setAddedApps([], 'loading')
  onTestFinished(() => setAddedApps([], 'loading'))
  const apps = Promise.withResolvers<void>()
  serve({ chats: [{ ...chat('c1', 'Price of SOL'), app_id: 'solana-explorer' }] })
  network.use(
    answer(listApps, async () => {
      await apps.promise
      const explorer = { id: 'solana-explorer', name: 'Solana Explorer' }
      return {
        status: 'success',
        data: { app_list: [], installed_apps: [explorer] },
        error: null,
      }
    }),
    answer(listAgents, () => ({ status: 'success', data: [], error: null })),
    answer(getDesktop, () => ({
      status: 'success',
      data: { version: 0, parts: null, updated_at: null },
      error: null,
    })),
  )
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <BackgroundWork />
        <ChatList scope="all" activeId={null} onOpen={noop} onNew={noop} onDeleted={noop} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect(await screen.findByText('Price of SOL')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'An app' })).toBeVisible()
  expect(screen.queryByText(/solana-explorer/)).toBeNull()
  apps.resolve()
  expect(await screen.findByRole('heading', { name: 'Solana Explorer' })).toBeVisible()
  expect(screen.queryByText(/solana-explorer/)).toBeNull()
})
