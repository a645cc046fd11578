import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayByKey } from '#src/features/calendar/calendar-keys.ts'
import {
  addDays,
  addMonths,
  firstWeekdayOf,
  shiftMonths,
  weeksOf,
} from '#src/features/calendar/month-grid.ts'

const months = fc.record({
  year: fc.integer({ min: 1900, max: 2200 }),
  month: fc.integer({ min: 1, max: 12 }),
})

describe('the grid of a month', () => {
  it('begins with the first day of the week on or before the first', () => {
    const weeks = weeksOf({ year: 2026, month: 11 }, 1)
    expect(weeks[0]?.[0]).toEqual({ year: 2026, month: 10, day: 26 })
    expect(weeks[0]?.[6]).toEqual({ year: 2026, month: 11, day: 1 })
    expect(weeksOf({ year: 2026, month: 11 }, 0)[0]?.[0]).toEqual({ year: 2026, month: 11, day: 1 })
  })

  it('is six whole weeks of days in a row that hold the month', () => {
    fc.assert(
      fc.property(months, fc.integer({ min: 0, max: 6 }), (month, firstWeekday) => {
        const days = weeksOf(month, firstWeekday).flat()
        expect(days).toHaveLength(42)
        days.slice(1).forEach((day, index) => {
          expect(day).toEqual(addDays(days[index] ?? day, 1))
        })
        expect(days.slice(0, 7)).toContainEqual({ ...month, day: 1 })
      }),
    )
  })
})

describe('going from month to month', () => {
  it('crosses the year', () => {
    expect(addMonths({ year: 2026, month: 12 }, 1)).toEqual({ year: 2027, month: 1 })
    expect(addMonths({ year: 2026, month: 1 }, -1)).toEqual({ year: 2025, month: 12 })
  })

  it('stays in the month when it is shorter', () => {
    expect(shiftMonths({ year: 2026, month: 1, day: 31 }, 1)).toEqual({
      year: 2026,
      month: 2,
      day: 28,
    })
    expect(shiftMonths({ year: 2028, month: 3, day: 31 }, -1).day).toBe(29)
  })
})

it.each([
  ['ArrowLeft', { year: 2026, month: 2, day: 28 }],
  ['ArrowRight', { year: 2026, month: 3, day: 2 }],
  ['ArrowUp', { year: 2026, month: 2, day: 22 }],
  ['ArrowDown', { year: 2026, month: 3, day: 8 }],
  ['PageDown', { year: 2026, month: 4, day: 1 }],
  ['PageUp', { year: 2026, month: 2, day: 1 }],
  ['Enter', null],
])('%s leads to another day', (key, day) => {
  expect(dayByKey({ year: 2026, month: 3, day: 1 }, key)).toEqual(day)
})

it('gives a weekday for any locale', () => {
  expect(firstWeekdayOf('en-US')).toBeGreaterThanOrEqual(0)
  expect(firstWeekdayOf('de-DE')).toBe(1)
})
