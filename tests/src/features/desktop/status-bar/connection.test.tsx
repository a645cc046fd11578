import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { listAgents } from '#contract/apps/agents.ts'
import { login } from '#contract/auth.ts'
import { StatusBar } from '#src/features/desktop/status-bar/status-bar.tsx'
import { session } from '#src/platform/auth/page-session.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const PASSWORD_LOGIN = '*/api/auth/login'
const never = () => new Promise<HttpResponse<null>>(() => undefined)
const signIn = (limits: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  session.api.call(login, { body: { username: 'ada', password: 'secret' }, ...limits })

it.each([
  ['does not answer', () => HttpResponse.error()],
  ['is down behind its proxy', () => new HttpResponse(null, { status: 502 })],
  ['hangs', never],
])('says so while the server %s, and when it is back', async (_name, respond) => {
  network.use(
    http.post(PASSWORD_LOGIN, respond),
    answer(listAgents, () => ({ status: 'success', data: [], error: null })),
  )
  render(<StatusBar />)
  expect(screen.getByRole('img', { name: 'Connected' })).toBeVisible()
  await expect(signIn({ timeoutMs: 100 })).rejects.toThrow()
  expect(await screen.findByRole('img', { name: 'The server cannot be reached' })).toBeVisible()
  await session.api.call(listAgents)
  expect(await screen.findByRole('img', { name: 'Connected' })).toBeVisible()
})

it('does not report an aborted call', async () => {
  network.use(http.post(PASSWORD_LOGIN, never))
  render(<StatusBar />)
  await expect(signIn({ signal: AbortSignal.timeout(50) })).rejects.toThrow()
  expect(screen.getByRole('img', { name: 'Connected' })).toBeVisible()
})
