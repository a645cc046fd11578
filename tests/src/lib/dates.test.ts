import { describe, expect, it } from 'vitest'
import { formatDate, formatDateRange, buildLocaleWithHours } from '#src/lib/dates.ts'

const AFTERNOON = new Date(2026, 10, 22, 15, 5)
const written = (hourCycle: string | undefined) =>
  AFTERNOON.toLocaleString(buildLocaleWithHours(hourCycle), {
    dateStyle: 'medium',
    timeStyle: 'short',
  })

describe('dates and times', () => {
  it.each([
    ['h12', /^Nov 22, 2026, 3:05\sPM$/],
    ['h23', /^Nov 22, 2026, 15:05$/],
    [undefined, /^Nov 22, 2026, 3:05\sPM$/],
  ])('are in US English with the hours of the user (%s)', (hourCycle, text) => {
    expect(written(hourCycle)).toMatch(text)
  })

  it.each([
    ['clock', /^(3:05 PM|15:05)$/],
    ['day', /^Nov 22$/],
    ['day and clock', /^Nov 22, (3:05 PM|15:05)$/],
    ['date', /^Nov 22, 2026$/],
    ['date and clock', /^Nov 22, 2026, (3:05 PM|15:05)$/],
    ['full date', /^Sunday, November 22, 2026$/],
  ] as const)('are written as %s', (style, text) => {
    for (const moment of [AFTERNOON, AFTERNOON.getTime(), AFTERNOON.toISOString()]) {
      expect(formatDate(moment, style).replaceAll(/\s/g, ' ')).toMatch(text)
    }
  })

  it('name the day of a range once', () => {
    const evening = AFTERNOON.getTime() + 4 * 3_600_000
    expect(formatDateRange(AFTERNOON.getTime(), evening).replaceAll(/\s/g, ' ')).toMatch(
      /^Nov 22, 2026, (3:05 – 7:05 PM|15:05 – 19:05)$/,
    )
  })

  it.each(['', 'soon', Number.NaN])('are empty for %j', (moment) => {
    expect(formatDate(moment, 'clock')).toBe('')
  })
})
