import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import {
  ClientActionsContext,
  type ChatEventRow,
} from '#src/features/chat/conversation/client-actions.ts'
import { EventsCard } from '#src/features/chat/thread/events-card.tsx'

const SPAN = { from: '2026-11-20', to: '2026-11-27' }

const row = (
  title: string,
  {
    remove = () => () => undefined,
    planMove = () => null,
  }: Partial<Pick<ChatEventRow, 'remove' | 'planMove'>> = {},
) => ({ key: title, title, when: 'Nov 20, 9:00 AM', remove, planMove })

const show = (
  action: Parameters<typeof EventsCard>[0]['action'],
  rows: readonly ChatEventRow[],
  findEvents = vi.fn(async () => rows),
) => {
  const actions = {
    isImmediate: () => false,
    run: () => Promise.reject(new Error('The card runs nothing.')),
    findEvents,
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientActionsContext value={actions}>
        <EventsCard action={action} />
      </ClientActionsContext>
    </QueryClientProvider>,
  )
  return findEvents
}

describe('the calendar card of an answer', () => {
  it('lists the events of the span, without a way to delete them', async () => {
    const findEvents = show({ kind: 'list_events', ...SPAN }, [row('Tea'), row('Dentist')])
    expect(await screen.findByText('Dentist')).toBeInTheDocument()
    expect(findEvents).toHaveBeenCalledWith({ ...SPAN, title: '' })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows how many more there are', async () => {
    const rows = Array.from({ length: 23 }, (_, index) => row(`Event ${index}`))
    show({ kind: 'list_events', ...SPAN }, rows)
    expect(await screen.findByText('and 3 more')).toBeInTheDocument()
    expect(screen.getAllByText(/^Event/)).toHaveLength(20)
  })

  it('shows when there is nothing', async () => {
    show({ kind: 'list_events', ...SPAN }, [])
    expect(await screen.findByText('There is nothing in your calendar.')).toBeInTheDocument()
  })

  it('shows that no entry matches, without calling the calendar empty', async () => {
    show({ kind: 'move_events', title: 'tea', starts_at: '13:00', ...SPAN }, [])
    expect(await screen.findByText('No calendar entry matches.')).toBeInTheDocument()
  })

  it('shows when the calendar cannot be read, and reads it again', async () => {
    const findEvents = vi
      .fn(async (): Promise<readonly ChatEventRow[]> => [row('Tea')])
      .mockRejectedValueOnce(new Error('Its code did not load.'))
    show({ kind: 'list_events', ...SPAN }, [], findEvents)
    expect(await screen.findByText('We couldn’t read your calendar.')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Tea')).toBeInTheDocument()
  })

  it('deletes an event and brings it back', async () => {
    const restore = vi.fn()
    const remove = vi.fn(() => restore)
    const findEvents = show({ kind: 'delete_events', title: 'tea', ...SPAN }, [
      row('Tea', { remove }),
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Tea' }))
    expect(findEvents).toHaveBeenCalledWith({ ...SPAN, title: 'tea' })
    expect(remove).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Restore Tea' }))
    expect(restore).toHaveBeenCalledOnce()
    expect(screen.getByRole('button', { name: 'Delete Tea' })).toBeInTheDocument()
  })

  it('moves an event, shows where it is now, and moves it back', async () => {
    const moveBack = vi.fn()
    const move = vi.fn(() => moveBack)
    const planMove = vi.fn(() => ({ when: 'Nov 20, 1:00 PM', move }))
    show({ kind: 'move_events', title: 'tea', starts_at: '13:00', ...SPAN }, [
      row('Tea', { planMove }),
    ])
    expect(await screen.findByText('Nov 20, 9:00 AM → Nov 20, 1:00 PM')).toBeInTheDocument()
    expect(planMove).toHaveBeenCalledWith('13:00')
    await userEvent.click(screen.getByRole('button', { name: 'Move Tea' }))
    expect(move).toHaveBeenCalledOnce()
    expect(screen.getByText('Nov 20, 1:00 PM')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Move back Tea' }))
    expect(moveBack).toHaveBeenCalledOnce()
  })

  it('says why an event that is at the new time has no button', async () => {
    show({ kind: 'move_events', title: 'tea', starts_at: '09:00', ...SPAN }, [row('Tea')])
    expect(await screen.findByText('Already at that time')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Move Tea' })).toBeNull()
  })
})
