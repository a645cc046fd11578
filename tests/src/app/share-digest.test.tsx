import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { getChat, shareDigest } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/chat/chat.ts'
import { getResearch } from '#contract/research/research.ts'
import { BUILT_IN_APPS } from '#src/app/app-registry.ts'
import { ResearchBody } from '#src/app/bodies/research-body.tsx'
import { setAppRegistry } from '#src/platform/apps/app-registry-store.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { testDetail } from '#tests/src/features/research/digest.ts'
import { lists, success } from '#tests/src/features/research/shown-window.tsx'

let users = 0
let sent: unknown[] = []

beforeEach(() => {
  users += 1
  sent = []
  authStore.setState({ status: 'authenticated', user: { id: `s${users}`, username: 'ada' } })
  setAppRegistry(BUILT_IN_APPS)
  windows.reload({ width: 1440, height: 900 })
  Element.prototype.scrollIntoView = () => {}
})
afterEach(() => window.history.replaceState(null, '', '/'))

const chat = (id: string) => ({
  id,
  title: 'A chat',
  app_id: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
})

const message = (id: string): ChatMessage => ({
  id,
  role: 'user',
  parent_id: null,
  status: 'complete',
  parts: [{ type: 'text', text: 'hello' }],
  last_seq: 0,
  created_at: '2026-11-20T10:00:00Z',
})

const serve = ({ gone = [] as string[] } = {}) =>
  network.use(
    ...lists(),
    answer(getResearch, () => success(testDetail())),
    answer(getChat, ({ params }) =>
      success({ ...chat(String(params['id'])), messages: [message('m1')] }),
    ),
    answer(shareDigest, ({ body }) => {
      sent.push(body)
      const id = (body as { chat_id?: string }).chat_id ?? 'c-new'
      if (gone.includes(id)) return failure('NOT_FOUND', 'There is no such chat')
      return success({ ...chat(id), chat_id: id, message_id: 'm2' })
    }),
  )

const Place = () => <p>at {useLocation().pathname + useLocation().search}</p>

const shareOn = async (pathname: string) => {
  window.history.replaceState(null, '', pathname)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[pathname]}>
        <ResearchBody windowId="w" path="/research?id=r1" />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Discuss in chat' }))
}

const shownChats = () =>
  Object.values(windows.store.getState().windows).flatMap(({ path }) =>
    path.startsWith('/chat') ? [path] : [],
  )

describe('a digest that is shared from the desktop', () => {
  it('opens a new chat in a window and stays on the desktop', async () => {
    serve()
    await shareOn('/ios-desktop')
    await waitFor(() => expect(shownChats()).toEqual(['/chat?id=c-new']))
    expect(sent).toEqual([{ research_id: 'r1' }])
    expect(screen.getByText('at /ios-desktop')).toBeInTheDocument()
  })

  it('goes to the end of the chat that is open in a window', async () => {
    serve()
    windows.open({ path: '/chat?id=c7', title: 'Chat' })
    await shareOn('/ios-desktop')
    await waitFor(() => expect(sent).toEqual([{ research_id: 'r1', chat_id: 'c7' }]))
    await userEvent.click(screen.getByRole('button', { name: 'Discuss in chat' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toEqual({ research_id: 'r1', chat_id: 'c7', parent_id: 'm1' })
    expect(shownChats()).toEqual(['/chat?id=c7'])
  })

  it('goes into a new chat when the open one was deleted', async () => {
    serve({ gone: ['c7'] })
    windows.open({ path: '/chat?id=c7', title: 'Chat' })
    await shareOn('/ios-desktop')
    await waitFor(() => expect(shownChats()).toEqual(['/chat?id=c-new']))
    expect(sent).toEqual([{ research_id: 'r1', chat_id: 'c7' }, { research_id: 'r1' }])
  })

  it('shows why it failed and leaves everything as it was', async () => {
    serve()
    network.use(answer(shareDigest, () => failure('RATE_LIMITED', 'Your chats hold 200 MB.')))
    await shareOn('/ios-desktop')
    await waitFor(() =>
      expect(toastStore.getState().toast).toMatchObject({
        title: 'We couldn’t share the digest',
        description: expect.stringContaining('Your chats hold 200 MB.'),
      }),
    )
    expect(shownChats()).toEqual([])
    expect(screen.getByRole('button', { name: 'Discuss in chat' })).toBeEnabled()
  })
})

describe('a digest that is shared elsewhere', () => {
  it('leads to the page of the chat', async () => {
    serve()
    await shareOn('/somewhere')
    expect(await screen.findByText('at /chat?id=c-new')).toBeInTheDocument()
    expect(shownChats()).toEqual([])
  })
})
