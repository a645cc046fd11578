import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { LoginScreen } from '#src/app/screens/login-screen.tsx'

it.each([
  ['/shared/agent/abc', 'Someone shared an agent with you. Sign in to see it.'],
  ['/chat?id=abc', 'Find out who trades well.'],
])('says what waits behind the sign-in after %s', (returnTo, purpose) => {
  render(
    <MemoryRouter initialEntries={[{ pathname: '/login', state: { returnTo } }]}>
      <LoginScreen />
    </MemoryRouter>,
  )
  expect(screen.getByText(purpose)).toBeVisible()
})
