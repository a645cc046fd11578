import { describe, expect, it } from 'vitest'
import {
  formatLocalMonth,
  computeNextMonthRun,
  computeNextRun,
} from '#server/modules/agents/schedules/next-run.ts'

const NINE = 9 * 60
const at = (iso: string) => Date.parse(iso)
const iso = (moment: number) => new Date(moment).toISOString()
const daily = (timeZone: string, minutes = NINE) => ({ minutes, weekday: null, timeZone })

describe('the next run', () => {
  it.each([
    ['Europe/Berlin', '2026-11-23T07:59:00Z', '2026-11-23T08:00:00.000Z'],
    ['Europe/Berlin', '2026-11-23T08:00:00Z', '2026-11-24T08:00:00.000Z'],
    // Summer time ends and begins.
    ['Europe/Berlin', '2026-10-24T07:00:00Z', '2026-10-25T08:00:00.000Z'],
    ['Europe/Berlin', '2026-03-28T08:00:00Z', '2026-03-29T07:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-23T16:30:00Z', '2026-11-23T17:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-23T16:30:00Z', '2026-11-23T19:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-23T04:00:00Z', '2026-11-24T03:30:00.000Z'],
  ])('is at 9 by the clocks of %s, after %s', (zone = '', after = '', expected = '') => {
    expect(iso(computeNextRun(daily(zone), at(after)))).toBe(expected)
  })

  it('is on the chosen weekday', () => {
    const monday = { ...daily('UTC'), weekday: 1 }
    expect(iso(computeNextRun(monday, at('2026-11-23T08:00:00Z')))).toBe('2026-11-23T09:00:00.000Z')
    expect(iso(computeNextRun(monday, at('2026-11-23T09:00:00Z')))).toBe('2026-11-30T09:00:00.000Z')
  })

  it('exists on a day whose clocks skip the time', () => {
    const skipped = daily('America/New_York', 2 * 60 + 30)
    const next = computeNextRun(skipped, at('2026-03-08T05:30:00Z'))
    expect(['2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z']).toContain(iso(next))
    expect(computeNextRun(skipped, next)).toBeGreaterThan(next + 20 * 3_600_000)
  })

  it('of the next month is its first, in the zone', () => {
    const zone = 'America/Los_Angeles'
    expect(iso(computeNextMonthRun(daily(zone), at('2026-12-01T05:00:00Z')))).toBe(
      '2026-12-01T17:00:00.000Z',
    )
    expect(iso(computeNextMonthRun(daily('UTC', 0), at('2026-12-31T23:00:00Z')))).toBe(
      '2027-01-01T00:00:00.000Z',
    )
    expect(formatLocalMonth(at('2026-12-01T05:00:00Z'), zone)).toBe('2026-11')
  })
})
