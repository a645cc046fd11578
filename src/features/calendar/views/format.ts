import {
  DAY_MS,
  HOUR_MS,
  wallToDay,
  type Day,
  type WallMs,
} from '#src/features/calendar/model/civil.ts'
import { getDateLocale } from '#src/lib/dates.ts'
import { getLastDay } from './layout.ts'
import type { Occurrence } from '#src/features/calendar/model/occurrences.ts'
import { texts } from '#src/features/calendar/texts.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

const getFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const locale = getDateLocale()
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formats.set(key, known)
  return known
}

export const formatDay = (day: Day, options: Intl.DateTimeFormatOptions): string =>
  getFormat(options).format(day * DAY_MS)

/** Returns a day as `Friday, November 20` in the words of the locale. */
export const formatLongDay = (day: Day): string => formatDay(day, LONG_DAY)

const LONG_DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const

export const formatTime = (wallMs: WallMs): string =>
  getFormat({ timeStyle: 'short' }).format(wallMs)

export const formatHour = (hour: number): string =>
  getFormat({ hour: 'numeric' }).format(hour * HOUR_MS)

/** `Nov 16 – 22, 2026` in the words of the locale. */
export const formatWeek = (days: readonly Day[]): string => {
  const first = days[0] ?? 0
  const last = days.at(-1) ?? first
  return getFormat({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
    first * DAY_MS,
    last * DAY_MS,
  )
}

/** Returns `2:45 – 3:45 PM` in the words of the locale. */
export const formatTimes = (startMs: WallMs, endMs: WallMs): string =>
  wallToDay(startMs) === wallToDay(endMs)
    ? getFormat({ hour: 'numeric', minute: '2-digit' }).formatRange(startMs, endMs)
    : `${formatTime(startMs)} – ${formatTime(endMs)}`

const isOneDay = (occurrence: Occurrence): boolean =>
  getLastDay(occurrence) * DAY_MS <= occurrence.startMs

const formatDays = (occurrence: Occurrence, day: Intl.DateTimeFormatOptions): string => {
  const { event, startMs, endMs } = occurrence
  return event.isAllDay
    ? getFormat(day).formatRange(startMs, getLastDay(occurrence) * DAY_MS)
    : getFormat({ ...day, hour: 'numeric', minute: '2-digit' }).formatRange(startMs, endMs)
}

/** Returns the times of an occurrence, without the day if it is within one. */
export const formatSpan = (occurrence: Occurrence): string => {
  const { event, startMs, endMs } = occurrence
  if (!isOneDay(occurrence)) return formatDays(occurrence, { day: 'numeric', month: 'short' })
  if (event.isAllDay) return texts.allDay
  return startMs === endMs ? formatTime(startMs) : formatTimes(startMs, endMs)
}

export const getEventTitle = ({ event }: Occurrence): string =>
  event.title === '' ? texts.untitled : event.title

/** Returns day and times, for screen readers. */
export const formatWhen = (occurrence: Occurrence): string =>
  isOneDay(occurrence)
    ? `${formatLongDay(wallToDay(occurrence.startMs))}, ${formatSpan(occurrence)}`
    : formatDays(occurrence, LONG_DAY)

export const formatEventLabel = (occurrence: Occurrence): string =>
  `${getEventTitle(occurrence)}, ${formatWhen(occurrence)}`
