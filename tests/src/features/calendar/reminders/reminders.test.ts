import { describe, expect, it } from 'vitest'
import { listDueReminders, findNextReminder } from '#src/features/calendar/reminders/reminders.ts'
import { testEvent } from '#tests/support/calendar-events.ts'

const at = (text: string) => Date.parse(text)
const due = (events: Parameters<typeof listDueReminders>[0], from: string, to: string) =>
  listDueReminders(events, at(from), at(to), 'Europe/Berlin').map(
    ({ occurrence, atMs }) =>
      `${occurrence.event.title} ${new Date(atMs).toISOString().slice(11, 16)}`,
  )

describe('reminders', () => {
  it('fall due once, so many minutes before', () => {
    const events = [testEvent({ title: 'Call', reminderMinutes: 10 })]
    expect(due(events, '2026-11-20T07:00Z', '2026-11-20T07:49Z')).toEqual([])
    expect(due(events, '2026-11-20T07:49Z', '2026-11-20T07:50Z')).toEqual(['Call 07:50'])
    expect(due(events, '2026-11-20T07:50Z', '2026-11-20T09:00Z')).toEqual([])
  })

  it('come in order, also days before and of every occurrence', () => {
    const events = [
      testEvent({
        title: 'Trip',
        start: '2026-11-27T08:00',
        end: '2026-11-27T09:00',
        reminderMinutes: 10_080,
      }),
      testEvent({
        title: 'Daily',
        start: '2026-11-18T07:30',
        end: '2026-11-18T07:45',
        reminderMinutes: 0,
        rule: 'FREQ=DAILY',
      }),
      testEvent({ title: 'Quiet' }),
    ]
    expect(due(events, '2026-11-20T00:00Z', '2026-11-21T00:00Z')).toEqual([
      'Daily 06:30',
      'Trip 07:00',
    ])
  })

  it('follow the substitute of an occurrence, also one that is to be silent', () => {
    const series = testEvent({
      title: 'Daily',
      start: '2026-11-20T09:00',
      rule: 'FREQ=DAILY',
      reminderMinutes: 0,
    })
    const silent = testEvent({
      title: 'Silent',
      uid: series.uid,
      instanceOf: '2026-11-21T09:00',
      start: '2026-11-21T12:00',
      end: '2026-11-21T13:00',
    })
    expect(due([series, silent], '2026-11-20T00:00Z', '2026-11-23T00:00Z')).toEqual([
      'Daily 08:00',
      'Daily 08:00',
    ])
  })

  it('say when the next one comes, within a day', () => {
    const events = [testEvent({ reminderMinutes: 10 })]
    const next = (now: string) => findNextReminder(events, at(now), 'Europe/Berlin')
    expect(next('2026-11-20T06:00Z')).toBe(at('2026-11-20T07:50Z'))
    expect(next('2026-11-18T06:00Z')).toBeNull()
    expect(next('2026-11-20T07:50Z')).toBeNull()
  })
})
