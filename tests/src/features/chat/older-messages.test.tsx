import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { ClientActionsContext } from '#src/features/chat/conversation/client-actions.ts'
import { createConversation } from '#src/features/chat/conversation/conversation.ts'
import { ThreadList } from '#src/features/chat/thread/thread-list.tsx'
import { NetworkError } from '#src/lib/api/api-error.ts'
import { chainOf, pageOf } from './paged-chat.ts'
import { scriptedPort } from './scripted-chat.ts'

/** Shows a chat of 60 messages that is read in pages of 30. */
const open = async () => {
  const stored = chainOf(60, 'Message')
  const port = scriptedPort([])
  const { read } = port
  const held: { reply: PromiseWithResolvers<void> | null } = { reply: null }
  port.read = async (id, signal, place = {}) => {
    await held.reply?.promise
    return { ...(await read(id, signal)), ...pageOf(stored, place, 30) }
  }
  const conversation = createConversation({ port, appId: null, chatId: 'c1' })
  await conversation.load()
  render(
    <MemoryRouter>
      <ClientActionsContext
        value={{
          isImmediate: () => false,
          findEvents: () => Promise.resolve([]),
          run: () => Promise.resolve({ ok: true, undo: null }),
        }}
      >
        <ThreadList conversation={conversation} />
      </ClientActionsContext>
    </MemoryRouter>,
  )
  const hold = () => {
    held.reply = Promise.withResolvers()
    return held.reply
  }
  return { user: userEvent.setup(), hold, release: () => (held.reply = null) }
}

const count = () => screen.getAllByRole('article').length

it('shows older messages by the keyboard, page after page, and keeps the focus in the chat', async () => {
  const { user } = await open()
  expect(count()).toBe(20)
  const button = screen.getByRole('button', { name: 'Show older messages' })
  button.focus()
  await user.keyboard('{Enter}')
  expect(count()).toBe(30)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(count()).toBe(50))
  expect(button).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(count()).toBe(60)
  expect(screen.getByText('Message 0')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull()
  expect(screen.getByRole('log', { name: 'Messages' })).toHaveFocus()
})

it('shows that older messages are loading, and offers to retry after a failure', async () => {
  const { user, hold, release } = await open()
  await user.click(screen.getByRole('button', { name: 'Show older messages' }))
  const reply = hold()
  await user.click(screen.getByRole('button', { name: 'Show older messages' }))
  expect(screen.getByText('Loading older messages')).toBeInTheDocument()
  reply.reject(new NetworkError('GET', new Error('offline')))
  expect(await screen.findByText('We couldn’t load older messages.')).toBeVisible()
  release()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(count()).toBe(50))
  expect(screen.queryByText('We couldn’t load older messages.')).toBeNull()
})

it('loads older messages when one scrolls to the first', async () => {
  await open()
  const log = screen.getByRole('log', { name: 'Messages' })
  log.dispatchEvent(new Event('scroll'))
  await waitFor(() => expect(count()).toBe(30))
  log.dispatchEvent(new Event('scroll'))
  await waitFor(() => expect(count()).toBe(50))
})
