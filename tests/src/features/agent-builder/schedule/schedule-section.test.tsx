import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { RefObject } from 'react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  getAgentSchedule,
  scheduleAgent,
  type AgentSchedule,
} from '#contract/apps/agent-schedules.ts'
import {
  ScheduleSection,
  type ScheduleHandle,
} from '#src/features/agent-builder/schedule/schedule-section.tsx'
import { answer, failure } from '#tests/mocks/answer.ts'
import { network } from '#tests/mocks/server.ts'

const success = <T,>(data: T) => ({ status: 'success' as const, data, error: null })

const SAVED: AgentSchedule = {
  prompt: 'What is new?',
  at: '09:00',
  weekday: null,
  time_zone: 'UTC',
  points_limit: 10,
  next_at: '2026-11-24T09:00:00.000Z',
  points_spent: 3,
  stopped_because: null,
  last: null,
}

/** A server that keeps one schedule. Returns what was sent to it. */
const serve = (schedule: AgentSchedule | null, points = 1) => {
  const sent: unknown[] = []
  let kept = schedule
  network.use(
    answer(getAgentSchedule, () => success({ schedule: kept, points_per_run: points })),
    answer(scheduleAgent, ({ body }) => {
      sent.push(body)
      const chosen = (body as { schedule: Partial<AgentSchedule> | null }).schedule
      kept =
        chosen === null
          ? { ...(kept ?? SAVED), next_at: null }
          : { ...SAVED, ...chosen, points_spent: 0 }
      return success({ schedule: kept, points_per_run: points })
    }),
  )
  return sent
}

const show = (agentId: string | null = 'one') => {
  const handle: RefObject<ScheduleHandle | null> = { current: null }
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <ScheduleSection
        agentId={agentId}
        suggestion="What happened today?"
        wish={null}
        handle={handle}
      />
    </QueryClientProvider>,
  )
  return handle
}

describe('the schedule of an agent', () => {
  it('is off until a time is chosen, and names the price and the next run', async () => {
    const sent = serve(null)
    show()
    const choice = await screen.findByLabelText('Run by itself')
    expect(choice).toHaveDisplayValue('Off')
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
    await userEvent.selectOptions(choice, 'Every Monday')
    expect(screen.getByLabelText('Time')).toHaveValue('09:00')
    expect(screen.getByLabelText('Question')).toHaveValue('What happened today?')
    expect(screen.getByText('Each run costs 1 POINT.')).toBeInTheDocument()
    const limit = screen.getByLabelText('Limit per month')
    await userEvent.clear(limit)
    await userEvent.type(limit, '20')
    await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
    expect(await screen.findByText(/^Next run Nov 24.*0 of 20 POINTS spent/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Save schedule' })).toBeNull()
    expect(sent).toMatchObject([
      {
        schedule: { prompt: 'What happened today?', at: '09:00', weekday: 1, points_limit: 20 },
      },
    ])
  })

  it('is saved with the agent if it was changed, and keeps the editor open if it is not whole', async () => {
    const sent = serve(null)
    const handle = show()
    const choice = await screen.findByLabelText('Run by itself')
    expect(handle.current?.isChanged()).toBe(false)
    expect(await act(() => handle.current?.save())).toBe(true)
    expect(sent).toEqual([])
    await userEvent.selectOptions(choice, 'Every day')
    expect(handle.current?.isChanged()).toBe(true)
    await userEvent.clear(screen.getByLabelText('Question'))
    expect(await act(() => handle.current?.save())).toBe(false)
    expect(sent).toEqual([])
    await userEvent.type(screen.getByLabelText('Question'), 'What is new?')
    expect(await act(() => handle.current?.save())).toBe(true)
    expect(sent).toMatchObject([{ schedule: { prompt: 'What is new?', weekday: null } }])
    expect(handle.current?.isChanged()).toBe(false)
  })

  it('shows its last run and is switched off', async () => {
    const last = {
      at: '2026-11-23T09:00:00.000Z',
      status: 'failed' as const,
      text: 'The **model** did not answer._',
      is_refunded: true,
    }
    const sent = serve({ ...SAVED, last })
    show()
    expect(await screen.findByText(/^Last run Nov 23.*failed\. You were refunded\./)).toBeVisible()
    expect(screen.getByText('The model did not answer.')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Run by itself'), 'Off')
    await userEvent.click(screen.getByRole('button', { name: 'Switch off' }))
    await expect.poll(() => sent).toEqual([{ schedule: null }])
    expect(screen.queryByText(/^Next run/)).not.toBeInTheDocument()
  })

  it('shows why it stopped, and why the server refuses a change', async () => {
    serve({ ...SAVED, next_at: null, stopped_because: 'Your balance is too low.' })
    network.use(answer(scheduleAgent, () => failure('RATE_LIMITED', 'You have 20 schedules.')))
    show()
    expect(await screen.findByText('The schedule stopped')).toBeVisible()
    expect(screen.getByText('Your balance is too low.')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Run by itself'), 'Every day')
    await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
    expect(await screen.findByText(/^You have 20 schedules/)).toBeVisible()
  })

  it('waits until the agent is saved', () => {
    show(null)
    expect(screen.getByText(/Save the agent first/)).toBeVisible()
  })
})
