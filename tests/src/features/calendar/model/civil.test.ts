import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPlaceByKey, findShortcut } from '#src/features/calendar/calendar-keys.ts'
import {
  createDay,
  formatIsoDate,
  getFirstWeekday,
  parseWall,
  splitDay,
  shiftMonths,
  getMonthStart,
  formatIsoDateTime,
  getWeekday,
  getMonthWeeks,
} from '#src/features/calendar/model/civil.ts'

const days = fc.integer({ min: createDay(1900, 1, 1), max: createDay(2200, 12, 31) })

describe('the grid of a month', () => {
  it('begins with the first day of the week on or before the first', () => {
    expect(formatIsoDate(getMonthWeeks(createDay(2026, 11, 20), 1)[0]![0]!)).toBe('2026-10-26')
    expect(formatIsoDate(getMonthWeeks(createDay(2026, 11, 20), 0)[0]![0]!)).toBe('2026-11-01')
  })

  it('is six whole weeks of days in a row that hold the month', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 6 }), (day, firstWeekday) => {
        const grid = getMonthWeeks(day, firstWeekday).flat()
        expect(grid).toHaveLength(42)
        expect(getWeekday(grid[0]!)).toBe(firstWeekday)
        expect(grid.every((one, index) => one === grid[0]! + index)).toBe(true)
        expect(grid.slice(0, 7)).toContain(getMonthStart(day))
        expect(grid).toContain(day)
      }),
    )
  })
})

describe('days', () => {
  it('are read and written the same', () => {
    fc.assert(
      fc.property(days, (day) => {
        const { year, month, day: ofMonth } = splitDay(day)
        expect(createDay(year, month, ofMonth)).toBe(day)
        expect(parseWall(formatIsoDate(day))).toBe(day * 86_400_000)
        expect(parseWall(formatIsoDateTime(day * 86_400_000 + 34_215_000))).toBe(
          day * 86_400_000 + 34_215_000,
        )
      }),
    )
  })

  it.each(['2026-02-30', '2026-13-01', '2026-00-01', '2026-11-20T24:00', '20261120', ''])(
    'that do not exist are refused: %s',
    (text) => expect(parseWall(text)).toBeNull(),
  )

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-03-31', -1, '2028-02-29'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %s months is %s', (from, months, to) => {
    expect(formatIsoDate(shiftMonths(parseWall(from)! / 86_400_000, months))).toBe(to)
  })
})

it('begins a week as the locale does', () => {
  expect(getFirstWeekday('en-US')).toBe(0)
  expect(getFirstWeekday('de-DE')).toBe(1)
  expect(getFirstWeekday('ar-EG')).toBe(6)
})

const day = createDay(2026, 3, 1)

describe('keys', () => {
  it.each([
    ['ArrowLeft', '2026-02-28'],
    ['ArrowRight', '2026-03-02'],
    ['ArrowUp', '2026-02-22'],
    ['ArrowDown', '2026-03-08'],
    ['PageDown', '2026-04-01'],
    ['PageUp', '2026-02-01'],
    ['Home', '2026-02-23'],
    ['End', '2026-03-01'],
  ])('%s leads to %s in the month', (key, to) => {
    const place = findPlaceByKey({ day, hour: 9 }, key, { view: 'month', firstWeekday: 1 })
    expect(formatIsoDate(place!.day)).toBe(to)
    expect(place!.hour).toBe(9)
  })

  it.each([
    ['ArrowUp', '2026-03-01', 0],
    ['ArrowDown', '2026-03-01', 1],
    ['ArrowRight', '2026-03-02', 0],
    ['PageDown', '2026-03-08', 0],
  ])('%s leads to %s at %s in the week', (key, to, hour) => {
    const place = findPlaceByKey({ day, hour: 0 }, key, { view: 'week', firstWeekday: 1 })
    expect(formatIsoDate(place!.day)).toBe(to)
    expect(place!.hour).toBe(hour)
  })

  it('that mean nothing here are left alone', () => {
    expect(findPlaceByKey({ day, hour: 0 }, 'Enter', { view: 'month', firstWeekday: 1 })).toBeNull()
  })

  const bare = { ctrlKey: false, metaKey: false, altKey: false }
  it('stand for actions only without a modifier', () => {
    expect(findShortcut({ ...bare, key: 'N' })).toBe('new')
    expect(findShortcut({ ...bare, key: 't' })).toBe('today')
    expect(findShortcut({ ...bare, key: 'w', ctrlKey: true })).toBeNull()
    expect(findShortcut({ ...bare, key: 'x' })).toBeNull()
  })
})
