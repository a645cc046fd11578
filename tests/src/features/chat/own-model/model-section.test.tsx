import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  deleteChatModel,
  getChatModel,
  saveChatModel,
  testChatModel,
  type ChatModel,
} from '#contract/chat/chat-model.ts'
import { ModelSection } from '#src/features/chat/own-model/model-section.tsx'
import { rawConfig } from '#src/platform/config/raw-config.ts'
import {
  ask,
  ended,
  open,
  serve,
  signInAsNext,
  started,
} from '#tests/src/features/chat/shown-panel.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { PUBLIC_CONFIG } from '#tests/support/public-config.ts'

const SAVED: ChatModel = {
  base_url: 'https://models.example/v1',
  model: 'llama',
  masked_key: '••••6789',
}

const success = <T,>(data: T) => ({ status: 'success' as const, data, error: null })
const isStored = (data: ChatModel | null) => answer(getChatModel, () => success(data))

beforeEach(() => {
  signInAsNext()
  rawConfig.setState({ answer: { ...PUBLIC_CONFIG, user_models: true } })
})
afterEach(() => rawConfig.setState({ answer: undefined }))

const show = async () => {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ModelSection />
    </QueryClientProvider>,
  )
  await screen.findByLabelText('Address')
}

const fill = async () => {
  await userEvent.type(screen.getByLabelText('Address'), SAVED.base_url)
  await userEvent.type(screen.getByLabelText('Model name'), SAVED.model)
  await userEvent.type(screen.getByLabelText('Key'), 'sk-1')
}

describe('the section', { timeout: 20_000 }, () => {
  it('tests the typed values, shows failures, and saves', async () => {
    const bodies: unknown[] = []
    network.use(
      isStored(null),
      answer(testChatModel, ({ body }) => {
        bodies.push(body)
        const problem = 'The model’s server rejected the key.'
        return success({ is_ok: false, problem, duration_ms: 12 })
      }),
      answer(saveChatModel, ({ body }) => {
        bodies.push(body)
        return success(SAVED)
      }),
    )
    await show()
    expect(screen.getByRole('button', { name: 'Test' })).toBeDisabled()
    await fill()
    await userEvent.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('rejected the key')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/••••6789 is saved/)).toBeVisible()
    expect(screen.getByLabelText('Key')).toHaveValue('')
    const sent = { base_url: SAVED.base_url, model: 'llama', api_key: 'sk-1' }
    expect(bodies).toEqual([sent, sent])
  })

  it('keeps the saved key when none is typed, and removes the model', async () => {
    const bodies: unknown[] = []
    network.use(
      isStored(SAVED),
      answer(testChatModel, ({ body }) => {
        bodies.push(body)
        return success({ is_ok: true, problem: null, duration_ms: 1_234 })
      }),
      answer(deleteChatModel, () => ({ status: 'success' })),
    )
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Test' }))
    expect(await screen.findByText('The model answered in 1.2 s.')).toBeVisible()
    expect(bodies).toEqual([{ base_url: SAVED.base_url, model: 'llama' }])
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText(/^Connect any/)).toBeVisible()
    expect(screen.getByLabelText('Address')).toHaveValue('')
  })

  it('shows why the server refuses', async () => {
    network.use(
      isStored(null),
      answer(saveChatModel, () => failure('VALIDATION_FAILED', 'base_url: Enter an address')),
    )
    await show()
    await fill()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Enter an address')
  })

  it('hides the error of a failed removal when the model is edited', async () => {
    network.use(
      isStored(SAVED),
      answer(deleteChatModel, () => failure('VALIDATION_FAILED', 'Try again later')),
    )
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again later')
    await userEvent.type(screen.getByLabelText('Model name'), '2')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the composer', { timeout: 20_000 }, () => {
  it('lets the user choose who answers, and sends and keeps the choice', async () => {
    const sent: unknown[] = []
    serve({ sent, events: [started, ended] })
    network.use(isStored(SAVED))
    open()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Answered by Your model (llama)' }),
    )
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Your model (llama)',
      'Commands only',
    ])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Commands only' }))
    expect(await screen.findByRole('button', { name: 'Answered by Commands only' })).toBeVisible()
    await ask('Hello')
    expect(sent).toMatchObject([{ content: 'Hello', answered_by: 'commands' }])
  })

  it('has no choice without a model of the user', async () => {
    serve()
    network.use(isStored(null))
    open()
    expect(await screen.findByText(/No AI model is configured/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Answered by/ })).not.toBeInTheDocument()
  })
})
