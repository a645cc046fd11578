import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { ChatView } from '#src/features/chat/chat-view.tsx'
import { GLOBAL_WELCOME } from '#src/features/chat/welcome.tsx'
import { createConversation } from '#src/features/chat/conversation/conversation.ts'
import { setAddedApps } from '#src/platform/apps/app-registry-store.ts'
import { testApp } from '#tests/support/desktop.ts'
import { scriptedPort } from './scripted-chat.ts'

beforeEach(() => setAddedApps([testApp('/app/calc', { title: 'Calculator' })], 'loaded'))

it.each([
  [null, ['Calculator']],
  ['app-1', []],
])('offers apps after @ once it is known that no app answers (app %s)', async (appId, offered) => {
  const port = scriptedPort([])
  const { read } = port
  const held = Promise.withResolvers<void>()
  port.read = async (id, signal) => {
    await held.promise
    return { ...(await read(id, signal)), app_id: appId }
  }
  const conversation = createConversation({ port, appId: null, chatId: 'c1' })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ChatView
          conversation={conversation}
          placeholder="Ask"
          welcome={GLOBAL_WELCOME}
          onNewChat={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const names = () =>
    screen.queryAllByRole('option').map(({ lastElementChild }) => lastElementChild?.textContent)
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), '@')
  expect(names()).toEqual([])
  await act(async () => held.resolve())
  await waitFor(() => expect(conversation.store.getState().phase).toBe('ready'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'c')
  expect(names()).toEqual(offered)
})
