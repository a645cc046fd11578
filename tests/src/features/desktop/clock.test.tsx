import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Clock, formatTime, untilNextMinute } from '#src/features/desktop/clock.tsx'

afterEach(() => vi.useRealTimers())

it('shows hours and minutes in two digits each', () => {
  expect(formatTime(new Date(2026, 0, 1, 0, 5))).toBe('00:05')
  expect(formatTime(new Date(2026, 0, 1, 23, 59))).toBe('23:59')
})

it('waits for the minute to turn', () => {
  expect(untilNextMinute(0)).toBe(60_000)
  expect(untilNextMinute(59_000)).toBe(1000)
})

it('moves on with each minute', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 9, 59, 30) })
  render(<Clock />)
  expect(screen.getByText('09:59')).toBeInTheDocument()
  act(() => {
    vi.advanceTimersByTime(30_000)
  })
  expect(screen.getByText('10:00')).toBeInTheDocument()
  act(() => {
    vi.advanceTimersByTime(60_000)
  })
  expect(screen.getByText('10:01')).toBeInTheDocument()
})
