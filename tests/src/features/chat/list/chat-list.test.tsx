import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { listChats, updateChat, type Chat } from '#contract/chat/chat.ts'
import { ChatList } from '#src/features/chat/list/chat-list.tsx'
import { formatChat } from '#src/features/chat/list/chat-as-markdown.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { chat, signInAsNext } from '#tests/src/features/chat/shown-panel.tsx'

beforeEach(signInAsNext)

const noop = () => undefined

const serve = (chats: Chat[]) => {
  const known = new Map(chats.map((one) => [one.id, { ...one, app_id: null }]))
  network.use(
    answer(listChats, () => {
      const data = [...known.values()]
      const pinned = data.filter((one) => one.pinned_at != null)
      return { data, pinned, meta: { offset: 0, limit: 50, total: data.length, has_more: false } }
    }),
    answer(updateChat, ({ params, body }) => {
      const id = String(params['id'])
      const { pinned } = body as { pinned: boolean }
      const changed = { ...known.get(id)!, pinned_at: pinned ? '2026-11-20T10:00:00Z' : null }
      known.set(id, changed)
      return { status: 'success', data: changed }
    }),
  )
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ChatList scope="all" activeId={null} onOpen={noop} onNew={noop} onDeleted={noop} />
    </QueryClientProvider>,
  )

const choose = async (title: string, item: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `More about ${title}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('shows a pinned chat once, above the others, until it is unpinned', async () => {
  serve([chat('c1', 'Price of SOL'), chat('c2', 'Wallets')])
  show()
  await choose('Wallets', 'Pin')
  const pinned = await screen.findByRole('list', { name: 'Pinned' })
  expect(within(pinned).getByText('Wallets')).toBeVisible()
  expect(screen.getAllByText('Wallets')).toHaveLength(1)
  expect(within(pinned).queryByText('Price of SOL')).toBeNull()
  await choose('Wallets', 'Unpin')
  await expect.poll(() => screen.queryByRole('list', { name: 'Pinned' })).toBeNull()
})

it('shows why a chat cannot be pinned', async () => {
  serve([chat('c1', 'Price of SOL')])
  network.use(answer(updateChat, () => failure('CONFLICT', 'You can pin 50 chats.')))
  show()
  await choose('Price of SOL', 'Pin')
  await expect.poll(() => toastStore.getState().toast?.description).toBe('You can pin 50 chats.')
})

it('writes a chat as Markdown', () => {
  const at = '2026-11-20T10:00:00Z'
  const message = { status: 'complete', last_seq: 1, created_at: at } as const
  const text = formatChat(chat('c1', 'Price of SOL'), [
    {
      ...message,
      id: 'q',
      role: 'user',
      parent_id: null,
      parts: [{ type: 'text', text: 'What does SOL cost?' }],
    },
    {
      ...message,
      id: 'a',
      role: 'assistant',
      parent_id: 'q',
      engine: 'commands and tools',
      parts: [
        {
          type: 'tool',
          call_id: 'c',
          app: 'Solana Explorer',
          tool: 'get_price',
          title: 'Price',
          state: 'done',
        },
        { type: 'text', text: '**$150**' },
        { type: 'follow_ups', items: [{ label: 'More', content: 'More' }] },
      ],
    },
  ])
  expect(text.replaceAll(/ · Nov 20.*$/gm, '')).toBe(
    `# Price of SOL

## You

What does SOL cost?

## commands and tools

> Price (Solana Explorer)

**$150**
`,
  )
})
