import { afterEach, expect, it, vi } from 'vitest'
import { untilSignOut } from '#src/features/calendar/until-sign-out.ts'
import { createCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { browserStorage } from '#src/lib/storage/storage.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'

const signIn = (id: string) =>
  authStore.setState({ status: 'authenticated', user: { id, username: id } })

afterEach(() => authStore.setState({ status: 'unauthenticated', user: null }))

it('runs work of a calendar once, until another user signs in', () => {
  const stop = vi.fn()
  const start = vi.fn(() => stop)
  const keep = untilSignOut(start)
  const calendar = createCalendar(browserStorage, 'ada')
  signIn('ada')
  keep(calendar)
  keep(calendar)
  expect(start).toHaveBeenCalledTimes(1)
  expect(stop).not.toHaveBeenCalled()
  signIn('bob')
  expect(stop).toHaveBeenCalledTimes(1)
})

it('runs nothing for a user who is not signed in', () => {
  const start = vi.fn(() => () => undefined)
  const keep = untilSignOut(start)
  signIn('bob')
  keep(createCalendar(browserStorage, 'ada'))
  expect(start).not.toHaveBeenCalled()
})
