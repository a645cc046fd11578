import { render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { listAgents } from '#contract/apps/agents.ts'
import { StatusBar } from '#src/features/desktop/status-bar/status-bar.tsx'
import { session } from '#src/platform/auth/page-session.ts'
import { answer } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const PASSWORD_LOGIN = '*/api/auth/login'
const signIn = () => session.authApi.signInWithPassword({ username: 'ada', password: 'secret' })

it.each([
  ['does not answer', () => HttpResponse.error()],
  ['is down behind its proxy', () => new HttpResponse(null, { status: 502 })],
])('says so while the server %s, and when it is back', async (_name, respond) => {
  network.use(
    http.post(PASSWORD_LOGIN, respond),
    answer(listAgents, () => ({ status: 'success', data: [], error: null })),
  )
  render(<StatusBar />)
  expect(screen.getByRole('img', { name: 'Connected' })).toBeVisible()
  await expect(signIn()).rejects.toThrow()
  expect(await screen.findByRole('img', { name: 'The server cannot be reached' })).toBeVisible()
  await session.api.call(listAgents)
  expect(await screen.findByRole('img', { name: 'Connected' })).toBeVisible()
})
