import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listSessions } from '#contract/auth.ts'
import { getChatModel } from '#contract/chat/chat-model.ts'
import { SettingsBody } from '#src/app/bodies/settings-body.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { rawConfig } from '#src/platform/config/raw-config.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'
import { PUBLIC_CONFIG } from '#tests/support/public-config.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  authStore.setState({ status: 'authenticated', user: { id: 'u1', username: 'ada' } })
  network.use(
    answer(listSessions, () => ({ success: true, data: [] })),
    answer(getChatModel, () => ({ status: 'success', data: null, error: null })),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  rawConfig.setState({ answer: undefined })
})

const show = (user_models: boolean) => {
  rawConfig.setState({ answer: { ...PUBLIC_CONFIG, user_models } })
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <SettingsBody path="/settings" windowId="w1" />
    </QueryClientProvider>,
  )
}

describe('the Model section of Settings', () => {
  it('is there when the operator switched it on', async () => {
    show(true)
    expect(screen.getByRole('button', { name: 'Model' })).toBeVisible()
    expect(await screen.findByLabelText('Model name')).toBeVisible()
  })

  it('is hidden when it is off', () => {
    show(false)
    expect(screen.getByRole('button', { name: 'About' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Model' })).not.toBeInTheDocument()
  })
})
