import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { MemoryRouter } from 'react-router-dom'
import type { ChatEvent } from '#contract/chat/parts.ts'
import {
  createChat,
  deleteChat,
  getChat,
  listChats,
  sendMessage,
  updateChat,
  type Chat,
  type ChatMessage,
} from '#contract/chat/chat.ts'
import { AppChatPanel } from '#src/features/chat/chat-panel.tsx'
import type { ClientActions } from '#src/features/chat/conversation/client-actions.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

let users = 0
/** Conversations are kept per user while the page lives; every test is another one. */
export const signInAsNext = (): void => {
  users += 1
  authStore.setState({ status: 'authenticated', user: { id: `u${users}`, username: 'ada' } })
}

export const chat = (id: string, title: string): Chat => ({
  id,
  title,
  app_id: 'app-1',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: new Date().toISOString(),
})

export type Event = ChatEvent extends infer One
  ? One extends ChatEvent
    ? Omit<One, 'seq'>
    : never
  : never

export const stream = (events: readonly Event[], { isOpen = false } = {}) =>
  new HttpResponse(
    new ReadableStream<Uint8Array>({
      start(controller) {
        const encoder = new TextEncoder()
        events.forEach((event, index) => {
          const data = JSON.stringify({ ...event, seq: index + 1 })
          controller.enqueue(encoder.encode(`id: ${index + 1}\ndata: ${data}\n\n`))
        })
        if (!isOpen) controller.close()
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  )

export const started = {
  type: 'start',
  message_id: 'a1',
  user_message_id: 'q1',
  engine: 'commands and tools',
  title: 'Price of SOL',
} as const satisfies Event
export const ended = {
  type: 'end',
  reason: 'complete',
  status: 'complete',
  points: 0,
  is_refunded: false,
} as const satisfies Event

export const serve = ({
  chats = [],
  messages = [],
  events = [started, ended],
  sent = [],
}: {
  chats?: Chat[]
  messages?: ChatMessage[]
  events?: readonly Event[]
  sent?: unknown[]
} = {}) => {
  let known = chats
  network.use(
    answer(listChats, ({ query }) => {
      const q = query.get('q')?.toLowerCase() ?? ''
      const data = known.filter(({ title }) => title.toLowerCase().includes(q))
      return { data, meta: { offset: 0, limit: 50, total: data.length, has_more: false } }
    }),
    answer(createChat, () => ({
      status: 'success',
      data: { ...chat('c-new', 'New Chat'), chat_id: 'c-new' },
    })),
    answer(getChat, ({ params }) => ({
      status: 'success',
      data: { ...(known.find(({ id }) => id === params['id']) ?? chat('c-new', 'x')), messages },
    })),
    answer(updateChat, ({ params, body }) => {
      const { title } = body as { title: string }
      known = known.map((one) => (one.id === params['id'] ? { ...one, title } : one))
      return { status: 'success', data: known.find(({ id }) => id === params['id']) }
    }),
    answer(deleteChat, ({ params }) => {
      known = known.filter(({ id }) => id !== params['id'])
      return { status: 'success' }
    }),
    answer(sendMessage, ({ body }) => {
      sent.push(body)
      return stream(events)
    }),
  )
}

const noActions: ClientActions = {
  isImmediate: () => false,
  findEvents: () => Promise.resolve([]),
  run: () => Promise.resolve({ ok: true, undo: null }),
}

export const open = (actions = noActions) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter>
        <AppChatPanel
          appId="app-1"
          title="Chain Tools"
          icon={{ name: 'Chain Tools' }}
          welcomeDescription="Looks things up on the chain."
          suggestedQuestions={[
            { title: 'Price', content: 'What does SOL cost?', icon: '◎' },
            { title: '', content: 'How high is the slot?' },
          ]}
          actions={actions}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

export const ask = async (text: string) => {
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: 'Message' }), text)
  await user.keyboard('{Enter}')
  return user
}
