import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addToCalendar } from '#src/features/calendar/add-to-calendar.ts'
import { getCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'
import { dismissToast, showToast, toastStore } from '#src/ui/toast/toast-store.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 10, 0) })
  authStore.setState({ status: 'authenticated', user: { id: 'reminded', username: 'ada' } })
})
afterEach(() => {
  notifications.clear()
  authStore.setState({ status: 'unauthenticated', user: null })
  vi.useRealTimers()
})

const addDentist = () =>
  addToCalendar(
    'reminded',
    {
      title: 'Dentist',
      notes: '',
      starts: '2026-11-20T10:15',
      ends: '2026-11-20T11:15',
      isAllDay: false,
      rule: null,
    },
    () => 'e1',
  )

const shown = () => {
  const { toast } = toastStore.getState()
  return toast?.isOpen === true ? toast.title : null
}

it('reminds of an event that was added while the calendar was never open', () => {
  addDentist()
  vi.advanceTimersByTime(4 * MINUTE_MS)
  expect(shown()).toBeNull()
  vi.advanceTimersByTime(2 * MINUTE_MS)
  expect(shown()).toContain('Dentist')
})

it('reminds at once, and once, of an event that was added after its reminder was due', () => {
  vi.advanceTimersByTime(10 * MINUTE_MS)
  expect(shown()).toBeNull()
  addDentist()
  expect(shown()).toContain('Dentist')
  dismissToast(toastStore.getState().toast?.id ?? 0)
  notifications.clear()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(shown()).toBeNull()
})

it('does not remind of an event that has begun', () => {
  vi.advanceTimersByTime(20 * MINUTE_MS)
  addDentist()
  expect(shown()).toBeNull()
})

it('brings a reminder back after another toast, until it is closed', () => {
  addDentist()
  vi.advanceTimersByTime(6 * MINUTE_MS)
  const other = showToast({ title: 'Saved' })
  expect(shown()).toBe('Saved')
  dismissToast(other)
  expect(shown()).toContain('Dentist')
  dismissToast(toastStore.getState().toast?.id ?? 0)
  const last = showToast({ title: 'Saved again' })
  dismissToast(last)
  expect(shown()).toBeNull()
})

it('looks for reminders again only after events have changed', () => {
  addDentist()
  const readClock = vi.spyOn(Date, 'now')
  getCalendar('reminded').store.setState({ hasFailed: true })
  expect(readClock).not.toHaveBeenCalled()
  getCalendar('reminded').change({ put: [], drop: ['e1'] })
  vi.advanceTimersByTime(6 * MINUTE_MS)
  expect(shown()).toBeNull()
})
