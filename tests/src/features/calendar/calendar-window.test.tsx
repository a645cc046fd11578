import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CalendarWindow } from '#src/features/calendar/calendar-window.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 12) })
})
afterEach(() => vi.useRealTimers())

it('shows this month with today marked', () => {
  render(<CalendarWindow />)
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeInTheDocument()
  expect(screen.getByRole('button', { current: 'date' })).toHaveTextContent('20')
})

it('goes to other months and back to today', async () => {
  render(<CalendarWindow />)
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }))
  expect(screen.getByRole('heading', { name: 'January 2027' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Previous month' }))
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Today' }))
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeInTheDocument()
})

it('moves by the arrow keys, across the end of the month', async () => {
  render(<CalendarWindow />)
  screen.getByRole('button', { current: 'date' }).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeInTheDocument()
  expect(document.activeElement).toHaveTextContent('4')
})
