import { DAY_MS, MINUTE_MS } from './durations.ts'

/** Returns the time at which UTC clocks show what the zone's clocks show at `now`; `now` for an unknown zone. */
export function toWallClock(now: number, timeZone: string | null): number {
  const format = timeZone === null ? null : formatFor(timeZone)
  if (format === null) return now
  const shown = Object.fromEntries(
    format.formatToParts(now).map(({ type, value }) => [type, value]),
  )
  const at = Date.UTC(
    Number(shown['year']),
    Number(shown['month']) - 1,
    Number(shown['day']),
    Number(shown['hour']),
    Number(shown['minute']),
  )
  return at + (now % MINUTE_MS)
}

/** Returns `2026-11-20` for Unix milliseconds. */
export const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Returns the name of a known IANA zone, or null. */
export const parseTimeZone = (timeZone: string | undefined): string | null =>
  timeZone === undefined || formatFor(timeZone) === null ? null : timeZone

const formats = new Map<string, Intl.DateTimeFormat | null>()
/** There are about 600 zones; requests can name any number of others. */
const MAX_FORMATS = 700

function formatFor(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  if (formats.size >= MAX_FORMATS) formats.clear()
  const format = createFormat(timeZone)
  formats.set(timeZone, format)
  return format
}

function createFormat(timeZone: string): Intl.DateTimeFormat | null {
  const digits = '2-digit'
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Returns midnight of the day of `ms`, a wall clock read as UTC. */
export const startOfDay = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS

/** Returns midnight of the Monday on or before `ms`. Day 0, 1 January 1970, was a Thursday. */
export const startOfWeek = (ms: number): number =>
  startOfDay(ms) - ((Math.floor(ms / DAY_MS) + 3) % 7) * DAY_MS
