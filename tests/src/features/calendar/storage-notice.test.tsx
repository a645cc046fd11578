import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createCalendar } from '#src/features/calendar/model/calendar-store.ts'
import { StorageNotice } from '#src/features/calendar/storage-notice.tsx'
import { browserStorage, createStorage } from '#src/lib/storage/storage.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const FAILED = 'Saved in this browser only. Trying again.'

describe('the notice of the calendar', () => {
  it('shows that a change is only in this browser while it could not be sent', () => {
    const calendar = createCalendar(browserStorage, 'ada')
    render(<StorageNotice calendar={calendar} />)
    act(() => void calendar.store.setState({ hasFailed: true }))
    expect(screen.queryByText(FAILED)).not.toBeInTheDocument()
    act(() => void calendar.change({ put: [testEvent()], drop: [] }))
    expect(screen.getByRole('status')).toHaveTextContent(FAILED)
    act(() => void calendar.store.setState({ pending: {}, hasFailed: false }))
    expect(screen.queryByText(FAILED)).not.toBeInTheDocument()
  })

  it('shows that events of the account are missing until they are read', () => {
    const calendar = createCalendar(browserStorage, 'ada')
    const words = 'We couldn’t load your account’s events. Trying again.'
    render(<StorageNotice calendar={calendar} />)
    expect(screen.queryByRole('status')).not.toBeInTheDocument()
    act(() => void calendar.store.setState({ hasFailed: true }))
    expect(screen.getByRole('status')).toHaveTextContent(words)
    act(() => void calendar.store.setState({ accountVersion: 0 }))
    expect(screen.queryByText(words)).not.toBeInTheDocument()
  })

  it('counts the events that the account does not take', () => {
    const calendar = createCalendar(browserStorage, 'ada')
    render(<StorageNotice calendar={calendar} />)
    act(() => void calendar.store.setState({ refused: 2 }))
    expect(screen.getByText('2 events are saved in this browser only')).toBeInTheDocument()
  })

  it('warns of a full browser only until the account has the changes', () => {
    const blocked = createStorage(
      () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
      () => window,
    )
    const calendar = createCalendar(blocked, 'ada')
    render(<StorageNotice calendar={calendar} />)
    act(() => void calendar.change({ put: [testEvent()], drop: [] }))
    expect(screen.getByText('Not saved in this browser')).toBeInTheDocument()
    act(() => void calendar.store.setState({ pending: {} }))
    expect(screen.queryByText('Not saved in this browser')).not.toBeInTheDocument()
  })
})
