/** A day of the civil calendar; `month` counts from 1. */
export type Day = { year: number; month: number; day: number }

export type Month = { year: number; month: number }

const DAYS_IN_WEEK = 7
/** Six rows hold every month, so that the grid never jumps. */
const WEEKS = 6

/** Noon is safe from daylight saving, which moves midnights. */
const dateOf = ({ year, month, day }: Day): Date => {
  const date = new Date(2000, month - 1, day, 12)
  date.setFullYear(year, month - 1, day)
  return date
}

export const dayOf = (date: Date): Day => ({
  year: date.getFullYear(),
  month: date.getMonth() + 1,
  day: date.getDate(),
})

export const addDays = (day: Day, count: number): Day =>
  dayOf(dateOf({ ...day, day: day.day + count }))

export const addMonths = ({ year, month }: Month, count: number): Month => {
  const { year: newYear, month: newMonth } = dayOf(dateOf({ year, month: month + count, day: 1 }))
  return { year: newYear, month: newMonth }
}

const lastDayOf = ({ year, month }: Month): number =>
  dayOf(dateOf({ year, month: month + 1, day: 0 })).day

/** The same day some months on, or the last of that month when it is shorter. */
export const shiftMonths = (day: Day, count: number): Day => {
  const month = addMonths(day, count)
  return { ...month, day: Math.min(day.day, lastDayOf(month)) }
}

export const isSameDay = (one: Day, other: Day): boolean =>
  one.year === other.year && one.month === other.month && one.day === other.day

/**
 * Six weeks that hold the month, from the first day of a week. `firstWeekday` counts from 0, Sunday.
 */
export const weeksOf = ({ year, month }: Month, firstWeekday: number): Day[][] => {
  const weekday = dateOf({ year, month, day: 1 }).getDay()
  const before = (weekday - firstWeekday + DAYS_IN_WEEK) % DAYS_IN_WEEK
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: DAYS_IN_WEEK }, (_unused, column) =>
      addDays({ year, month, day: 1 }, week * DAYS_IN_WEEK + column - before),
    ),
  )
}

const MONDAY = 1

/** The weekday a locale's week begins with, from 0 for Sunday; Monday where the browser does not know. */
export const firstWeekdayOf = (locale: string): number => {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
  }
  return (known.getWeekInfo?.().firstDay ?? MONDAY) % DAYS_IN_WEEK
}

export const formatDay = (day: Day, options: Intl.DateTimeFormatOptions, locale: string): string =>
  new Intl.DateTimeFormat(locale, options).format(dateOf(day))
