import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Clock, computeMsToNextMinute } from '#src/features/desktop/status-bar/clock.tsx'
import { getDateLocale } from '#src/lib/dates.ts'

afterEach(() => vi.useRealTimers())

const FRAMES_MS = 50

const renderClock = () => {
  render(<Clock />)
  act(() => {
    vi.advanceTimersByTime(FRAMES_MS)
  })
}

it('counts the hours as every other time on the page does', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 15, 5) })
  renderClock()
  const written = new Date().toLocaleTimeString(getDateLocale(), { timeStyle: 'short' })
  expect(written).toMatch(/^(3:05\sPM|15:05)$/)
  expect(screen.getByRole('time')).toHaveTextContent(written.replace(/\s/, ' '))
})

it('waits for the minute to turn', () => {
  expect(computeMsToNextMinute(0)).toBe(60_000)
  expect(computeMsToNextMinute(59_000)).toBe(1000)
})

it('moves on with each minute', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 9, 59, 30) })
  renderClock()
  expect(screen.getByText(/^0?9:59/)).toBeInTheDocument()
  act(() => {
    vi.advanceTimersByTime(30_000)
  })
  expect(screen.getByText(/^10:00/)).toBeInTheDocument()
  act(() => {
    vi.advanceTimersByTime(60_000)
  })
  expect(screen.getByText(/^10:01/)).toBeInTheDocument()
})
