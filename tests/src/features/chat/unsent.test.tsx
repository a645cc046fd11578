import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChat, sendMessage } from '#contract/chat/chat.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { ask, open, serve, signInAsNext } from './shown-panel.tsx'

beforeEach(signInAsNext)

describe('a message that was refused', () => {
  const box = () => screen.getByRole('textbox', { name: 'Message' })
  const reload = (unmount: () => void) => {
    unmount()
    const { user } = authStore.getState()
    authStore.setState({ status: 'unauthenticated', user: null })
    if (user !== null) authStore.setState({ status: 'authenticated', user })
  }

  it.each([
    ['too many', () => failure('RATE_LIMITED', 'Too many messages.')],
    ['balance', () => failure('INSUFFICIENT_BALANCE', 'Your balance is 0.')],
    ['broken', () => failure('INTERNAL', 'Something broke.')],
    ['no network', () => HttpResponse.error()],
  ])('keeps a message that was not sent over a reload (%s)', async (_, refuse) => {
    serve()
    network.use(answer(createChat, refuse))
    const { unmount } = open()
    await ask('all my words')
    expect(await screen.findByText('This was not sent')).toBeInTheDocument()
    reload(unmount)
    open()
    await waitFor(() => expect(box()).toHaveValue('all my words'))
  })

  it('removes a message that was sent', async () => {
    serve()
    const { unmount } = open()
    await ask('all my words')
    await screen.findByRole('article', { name: 'You' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull())
    reload(unmount)
    open()
    expect(box()).toHaveValue('')
  })

  it('returns an unsent message to the field when another is sent, beside the typed text', async () => {
    serve()
    network.use(answer(sendMessage, () => failure('INTERNAL', 'Something broke.')))
    open()
    await ask('first words')
    await screen.findByText('This was not sent')
    await userEvent.type(box(), 'other words')
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    expect(box()).toHaveValue('first words\n\nother words')
    await userEvent.clear(box())
    await ask('second words')
    await screen.findByText('This was not sent')
    await ask('third words')
    await waitFor(() => expect(box()).toHaveValue('second words'))
  })

  it('enables Retry when the server’s time is over', async () => {
    serve()
    network.use(
      answer(sendMessage, () => {
        const refused = failure('RATE_LIMITED', 'Too many messages.')
        refused.headers.set('Retry-After', '1')
        return refused
      }),
    )
    open()
    await ask('hello')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Too many messages. Try again in 1 second.')
    expect(within(alert).getByRole('button', { name: 'Retry' })).toBeDisabled()
    await waitFor(
      () => expect(within(alert).getByRole('button', { name: 'Retry' })).toBeEnabled(),
      {
        timeout: 3_000,
      },
    )
  })
})
