import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { CalendarWindow } from '#src/features/calendar/calendar-window.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { testEvent } from '#tests/support/calendar-events.ts'
import { Queries } from '#tests/src/features/calendar/queries.tsx'

/** The row of whole days is 40 px high, a day 100 px wide and an hour 48 px high. */
const ROW_PX = 40
const AT_FRIDAY = 550
const AT_WEDNESDAY = 350
const IN_ROW = 20
const atHour = (hour: number) => ROW_PX + hour * 48 + 1

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) })
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
  getCalendar('ada').reload()
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(
    this: Element,
  ) {
    if (this.classList.contains('sticky')) return new DOMRect(0, 0, 700, ROW_PX)
    if (this.querySelector('.sticky') !== null) return new DOMRect(0, 0, 700, 2000)
    return new DOMRect(0, ROW_PX, 700, 24 * 48)
  })
})
afterEach(() => {
  vi.useRealTimers()
  authStore.setState({ status: 'unauthenticated', user: null })
})

const drag = async (
  given: Parameters<typeof testEvent>[0],
  from: { x: number; y: number },
  to: { x: number; y: number },
) => {
  getCalendar('ada').change({ put: [testEvent({ zone: null, title: 'Tea', ...given })], drop: [] })
  render(<CalendarWindow />, { wrapper: Queries })
  await userEvent.click(screen.getByRole('button', { name: 'Week' }))
  const point = ({ x, y }: { x: number; y: number }) => ({ button: 0, clientX: x, clientY: y })
  fireEvent.pointerDown(screen.getByRole('button', { name: /^Tea/ }), point(from))
  fireEvent.pointerMove(window, point(to))
  fireEvent.pointerUp(window, point(to))
  const [event] = getCalendar('ada').store.getState().events
  return event
}

const ALL_DAY = { isAllDay: true, start: '2026-11-20', end: '2026-11-22' }
const LONG = { start: '2026-11-20T09:00:00', end: '2026-11-21T12:00:00' }

describe('a drag in the week', () => {
  it('gives an event of whole days one hour', async () => {
    expect(
      await drag(ALL_DAY, { x: AT_FRIDAY, y: IN_ROW }, { x: AT_WEDNESDAY, y: atHour(15) }),
    ).toMatchObject({
      isAllDay: false,
      start: '2026-11-18T15:00:00',
      end: '2026-11-18T16:00:00',
    })
    expect(toastStore.getState().toast?.title).toMatch(/^Moved to Wednesday, November 18, 3:00/)
  })

  it('makes an event of a whole day', async () => {
    expect(
      await drag({}, { x: AT_FRIDAY, y: atHour(9) }, { x: AT_WEDNESDAY, y: IN_ROW }),
    ).toMatchObject({ isAllDay: true, start: '2026-11-18', end: '2026-11-19' })
  })

  it('keeps the times of an event of more than a day', async () => {
    expect(
      await drag(LONG, { x: AT_FRIDAY, y: IN_ROW }, { x: AT_WEDNESDAY, y: atHour(15) }),
    ).toMatchObject({ start: '2026-11-18T09:00:00', end: '2026-11-19T12:00:00' })
  })

  it('moves an event among the hours', async () => {
    expect(
      await drag({}, { x: AT_FRIDAY, y: atHour(9) }, { x: AT_WEDNESDAY, y: atHour(15) }),
    ).toMatchObject({ isAllDay: false, start: '2026-11-18T15:00:00' })
  })
})
