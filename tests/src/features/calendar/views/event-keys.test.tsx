import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { CalendarWindow } from '#src/features/calendar/calendar-window.tsx'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { toastStore } from '#src/ui/toast/toast-store.ts'
import { testEvent } from '#tests/support/calendar-events.ts'
import { Queries } from '#tests/src/features/calendar/queries.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) })
  authStore.setState({ status: 'authenticated', user: { id: 'ada', username: 'ada' } })
  getCalendar('ada').reload()
})
afterEach(() => {
  vi.useRealTimers()
  authStore.setState({ status: 'unauthenticated', user: null })
})

const open = async (
  view: 'Month' | 'Week' | 'Day' | 'Agenda',
  given: Parameters<typeof testEvent>[0] = { title: 'Tea' },
) => {
  getCalendar('ada').change({ put: [testEvent({ zone: null, ...given })], drop: [] })
  render(
    <div data-window="calendar" data-testid="window" tabIndex={-1}>
      <CalendarWindow />
    </div>,
    { wrapper: Queries },
  )
  await userEvent.click(screen.getByRole('button', { name: view }))
  const event = screen.getByRole('button', { name: /^Tea/ })
  event.focus()
  return event
}

const ALL_DAY = { title: 'Tea', isAllDay: true, start: '2026-11-20', end: '2026-11-21' }

const times = () => {
  const [event] = getCalendar('ada').store.getState().events
  return [event?.start, event?.end]
}

describe('an event with the focus', () => {
  it.each([
    ['Week', '{Alt>}{ArrowDown}{/Alt}', '2026-11-20T09:15:00', '2026-11-20T10:15:00'],
    ['Week', '{Alt>}{ArrowLeft}{/Alt}', '2026-11-19T09:00:00', '2026-11-19T10:00:00'],
    ['Week', '{Shift>}{ArrowDown}{/Shift}', '2026-11-20T09:00:00', '2026-11-20T10:15:00'],
    ['Day', '{Shift>}{ArrowUp}{/Shift}', '2026-11-20T09:00:00', '2026-11-20T09:45:00'],
    ['Month', '{Alt>}{ArrowDown}{/Alt}', '2026-11-27T09:00:00', '2026-11-27T10:00:00'],
    ['Month', '{Alt>}{ArrowRight}{/Alt}', '2026-11-21T09:00:00', '2026-11-21T10:00:00'],
    ['Agenda', '{Alt>}{ArrowDown}{/Alt}', '2026-11-21T09:00:00', '2026-11-21T10:00:00'],
    ['Agenda', '{Alt>}{ArrowLeft}{/Alt}', '2026-11-19T09:00:00', '2026-11-19T10:00:00'],
  ] as const)('in the %s is changed by %s, and keeps it', async (view, keys, start, end) => {
    await open(view)
    await userEvent.keyboard(keys)
    expect(times()).toEqual([start, end])
    expect(screen.getByRole('button', { name: /^Tea/ })).toHaveFocus()
  })

  it('is followed to another week, and each step can be undone', async () => {
    await open('Week')
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}')
    expect(screen.getByRole('button', { name: /^Tea, Sunday, November 22/ })).toHaveFocus()
    expect(toastStore.getState().toast?.title).toMatch(/^Moved to Sunday, November 22, 9:00/)
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(times()).toEqual(['2026-11-21T09:00:00', '2026-11-21T10:00:00'])
  })

  it('keeps it when the move is undone, and leaves it to the window when it is out of view', async () => {
    await open('Week')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}{Control>}z{/Control}')
    expect(times()).toEqual(['2026-11-20T09:00:00', '2026-11-20T10:00:00'])
    expect(screen.getByRole('button', { name: /^Tea/ })).toHaveFocus()
    await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}{Control>}z{/Control}')
    expect(screen.queryByRole('button', { name: /^Tea/ })).toBeNull()
    expect(screen.getByTestId('window')).toHaveFocus()
  })

  it('shows its new end, and does not get a negative length', async () => {
    await open('Week')
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(times()).toEqual(['2026-11-20T09:00:00', '2026-11-20T10:00:00'])
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    expect(toastStore.getState().toast?.title).toMatch(/^Changed to Friday, November 20, 9:00/)
  })

  it('over whole days gets another day, or one more', async () => {
    await open('Week', ALL_DAY)
    await userEvent.keyboard('{Alt>}{ArrowDown}{ArrowLeft}{/Alt}{Shift>}{ArrowRight}{/Shift}')
    expect(times()).toEqual(['2026-11-19', '2026-11-21'])
  })
})

describe('an event of a series', () => {
  const DAILY = { title: 'Tea', rule: 'FREQ=DAILY;COUNT=2' }

  const openFirst = async () => {
    getCalendar('ada').change({ put: [testEvent({ zone: null, ...DAILY })], drop: [] })
    render(
      <div data-window="calendar" data-active="" data-testid="window" tabIndex={-1}>
        <CalendarWindow />
      </div>,
      { wrapper: Queries },
    )
    await userEvent.click(screen.getByRole('button', { name: 'Week' }))
    screen.getByRole('button', { name: /^Tea, Friday, November 20/ }).focus()
  }

  it.each(['Only this one', 'All of them'])('keeps the focus after “%s”', async (scope) => {
    await openFirst()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await userEvent.click(screen.getByRole('button', { name: scope }))
    expect(document.activeElement).toHaveAccessibleName(/^Tea, Saturday, November 21/)
    expect(times()[0]).toBe(scope === 'All of them' ? '2026-11-21T09:00:00' : '2026-11-20T09:00:00')
  })

  it('keeps the focus when the question is cancelled', async () => {
    await openFirst()
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toHaveAccessibleName(/^Tea, Friday, November 20/)
  })
})

it('drags an event of whole days to another day of the week', async () => {
  const event = await open('Week', ALL_DAY)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 700, 24))
  fireEvent.pointerDown(event, { button: 0, clientX: 550, clientY: 10 })
  fireEvent.pointerMove(window, { clientX: 350, clientY: 10 })
  expect(document.querySelector('[data-all-day="2026-11-18"]')).toHaveClass('bg-accent-soft')
  fireEvent.pointerUp(window, { clientX: 350, clientY: 10 })
  expect(times()).toEqual(['2026-11-18', '2026-11-19'])
})
