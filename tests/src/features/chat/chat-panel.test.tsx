import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listChats, sendMessage, stopChat } from '#contract/chat/chat.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { forgetWaitingWork, topUp } from '#src/platform/top-up/top-up-store.ts'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { message } from './scripted-chat.ts'

import { ask, chat, ended, open, serve, signInAsNext, started, stream } from './shown-panel.tsx'

beforeEach(signInAsNext)

// Journeys of several steps on a machine that may be busy.
describe('the chat of an app', { timeout: 20_000 }, () => {
  it('welcomes with its description and asks a suggested question by a click', async () => {
    const sent: unknown[] = []
    serve({ sent, events: [started, { type: 'text', delta: '**150** USD' }, ended] })
    open()
    expect(screen.getByText('Looks things up on the chain.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /Price/ }))
    expect(await screen.findByText('150')).toBeVisible()
    expect(sent).toEqual([
      { content: 'What does SOL cost?', parent_id: null, time_zone: expect.any(String) },
    ])
    expect(await screen.findByText('Answered by commands and tools.')).toBeVisible()
    expect(screen.getByText('Price of SOL')).toBeVisible()
  })

  it('shows a call with its app, and opened its arguments, result and time', async () => {
    serve({
      events: [
        started,
        {
          type: 'tool',
          call_id: 't1',
          app: 'Chain Tools',
          tool: 'get_price',
          title: 'Price',
          state: 'done',
          arguments: { symbol: 'SOL' },
          result: 'SOL is **150**',
          result_chars: 13,
          duration_ms: 340,
          source: 'api.example',
        },
        ended,
      ],
    })
    open()
    const user = await ask('price')
    const card = await screen.findByRole('button', { name: /Price.*Chain Tools/ })
    expect(card).toHaveAttribute('aria-expanded', 'false')
    await user.click(card)
    expect(card).not.toHaveTextContent('chars')
    expect(screen.getByText('Symbol')).toBeVisible()
    expect(screen.getByText(/340 ms.*api\.example/)).toBeVisible()
  })

  it('announces an answer that failed as failed', async () => {
    const error = { type: 'error', code: 'MODEL_FAILED', message: 'The model failed.' } as const
    serve({ events: [started, error, { ...ended, reason: 'failed', status: 'failed' }] })
    open()
    await ask('price')
    await waitFor(() => {
      const said = screen.getAllByRole('status').map((one) => one.textContent)
      expect(said).toContain('This answer failed')
    })
  })

  it('shows addresses in a question as everywhere else', async () => {
    const address = '4UdXLsCXkcat78UhykL2fq3Xm7cehdSiNifeyRcJpump'
    serve({ events: [started, ended] })
    open()
    await ask(`What is ${address}?`)
    const question = await screen.findByRole('article', { name: 'You' })
    expect(within(question).getByText('4UdX…pump')).toBeVisible()
    expect(within(question).getByRole('button', { name: 'Copy address' })).toBeInTheDocument()
  })

  it('asks for missing arguments by a form and sends them as a call', async () => {
    const sent: unknown[] = []
    const call = { call_id: 't1', app: 'Chain Tools', tool: 'chain__balance', title: 'Balance' }
    serve({
      sent,
      events: [
        started,
        {
          type: 'tool',
          ...call,
          state: 'needs_input',
          schema: {
            type: 'object',
            required: ['address'],
            properties: { address: { type: 'string' }, decimals: { type: 'integer' } },
          },
          missing: ['address'],
        },
        { ...ended, type: 'end', reason: 'needs_input' },
      ],
    })
    open()
    const user = await ask('balance')
    await user.click(await screen.findByRole('button', { name: 'Run' }))
    expect(screen.getByText('Required')).toBeVisible()
    expect(screen.getByLabelText('Address')).toHaveFocus()
    await user.type(screen.getByLabelText('Address'), 'abc')
    await user.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]).toMatchObject({
      content: 'Balance: abc',
      call: { tool: 'chain__balance', arguments: { address: 'abc' } },
    })
  })

  it('runs an action of an answer on request, and undoes it', async () => {
    const undo = vi.fn()
    const run = vi.fn(() => Promise.resolve({ ok: true as const, undo }))
    serve({
      events: [
        started,
        {
          type: 'tool',
          call_id: `act-${authStore.getState().user?.id}`,
          app: 'Desktop',
          tool: 'open_app',
          state: 'done',
          client_action: { kind: 'open_app', path: '/calendar', title: 'Calendar' },
        },
        ended,
      ],
    })
    open({ isImmediate: () => false, findEvents: () => Promise.resolve([]), run })
    const user = await ask('open calendar')
    await user.click(await screen.findByRole('button', { name: 'Open Calendar' }))
    expect(run).toHaveBeenCalledWith({ kind: 'open_app', path: '/calendar', title: 'Calendar' })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Open Calendar' })).toBeVisible()
  })

  it('shows that nothing was sent, with Retry', async () => {
    serve()
    network.use(answer(sendMessage, () => failure('INSUFFICIENT_BALANCE', 'Your balance is 0.')))
    open()
    await ask('hello')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('This was not sent')
    await userEvent.click(within(alert).getByRole('button', { name: 'Recharge' }))
    expect(topUp.getState()).toMatchObject({
      isAsking: true,
      work: { path: expect.stringMatching(/^\/chat\?id=/), title: 'Chat', points: 1 },
    })
    forgetWaitingWork()
    await userEvent.click(within(alert).getByRole('button', { name: 'Edit' }))
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('hello')
  })

  const openList = async () => {
    serve({
      chats: [chat('c1', 'Price of SOL'), chat('c2', 'Whales')],
      messages: [message('q1', null, 'What does it cost?')],
    })
    open()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Show chats' }))
    await screen.findByRole('button', { name: 'Price of SOL' })
    return user
  }

  it('lists its chats, finds them by words and remembers them', async () => {
    const user = await openList()
    await user.click(screen.getByRole('searchbox', { name: 'Search chats' }))
    await user.paste('whal')
    await waitFor(() => expect(screen.queryByText('Price of SOL')).toBeNull())
    expect(await screen.findByRole('button', { name: 'Whales' })).toBeVisible()
    expect(JSON.parse(window.localStorage.getItem('chatApp_app-1') ?? '')).toMatchObject([
      { title: 'Price of SOL', appId: 'app-1' },
      { title: 'Whales' },
    ])
  })

  it('are remembered without being looked at, and a new one from its first question on', async () => {
    const chats = [chat('c1', 'Price of SOL')]
    serve({ chats, messages: [] })
    open()
    const ids = () =>
      (JSON.parse(window.localStorage.getItem('chatApp_app-1') ?? '[]') as { id: string }[]).map(
        ({ id }) => id,
      )
    await waitFor(() => expect(ids()).toEqual(['c1']))
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'hello{Enter}')
    await waitFor(() => expect(ids()).toEqual(['c-new', 'c1']))
  })

  it('are read once for a short turn, and never beside another reading', async () => {
    serve({ chats: [chat('c1', 'Whales')] })
    let readings = 0
    let together = 0
    let most = 0
    network.use(
      answer(listChats, async () => {
        readings += 1
        together += 1
        most = Math.max(most, together)
        await new Promise((resolve) => setTimeout(resolve, 100))
        together -= 1
        return { data: [], meta: { offset: 0, limit: 50, total: 0, has_more: false } }
      }),
    )
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Show chats' }))
    await waitFor(() => expect(readings).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'hello{Enter}')
    await waitFor(() => expect(readings).toBe(2))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect({ readings, most }).toEqual({ readings: 2, most: 1 })
  })

  it('renames a chat', async () => {
    const user = await openList()
    await user.click(screen.getByRole('button', { name: 'More about Price of SOL' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const title = await screen.findByLabelText('Title')
    await user.clear(title)
    await user.type(title, 'Costs{Enter}')
    expect(await screen.findByRole('button', { name: 'Costs' })).toBeVisible()
  })

  it('deletes a chat after a question, and starts a new one if it was open', async () => {
    const user = await openList()
    await user.click(screen.getByRole('button', { name: 'Price of SOL' }))
    expect(await screen.findByText('What does it cost?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show chats' }))
    await user.click(screen.getByRole('button', { name: 'More about Price of SOL' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Looks things up on the chain.')).toBeVisible()
    expect(screen.queryByText('What does it cost?')).toBeNull()
  })

  it('stops an answer by the button that takes the place of Send', async () => {
    const stopped = vi.fn()
    serve()
    network.use(
      answer(sendMessage, () =>
        stream([started, { type: 'text', delta: 'Once upon' }], { isOpen: true }),
      ),
      answer(stopChat, () => {
        stopped()
        return { status: 'success' }
      }),
    )
    open()
    const user = await ask('tell')
    expect(await screen.findByText('Once upon')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(stopped).toHaveBeenCalledOnce())
    expect(screen.getByRole('button', { name: 'Stopping' })).toBeDisabled()
  })

  it('opens 1,000 messages by drawing only those in sight', async () => {
    const messages = Array.from({ length: 1_000 }, (_, index) =>
      message(`m${index}`, index === 0 ? null : `m${index - 1}`, `Message ${index}`, {
        role: index % 2 === 0 ? 'user' : 'assistant',
      }),
    )
    serve({ chats: [chat('c1', 'Long')], messages })
    open()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Show chats' }))
    await user.click(await screen.findByRole('button', { name: 'Long' }))
    await screen.findAllByRole('article')
    expect(screen.getAllByRole('article').length).toBeLessThan(60)
  })
})
