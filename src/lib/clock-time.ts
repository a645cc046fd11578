import { formatDate } from './dates.ts'

/** Returns a typed time (`9`, `930`, `9:30 pm`, `21.30`) as `HH:MM`; null for anything else. */
export const parseClockTime = (text: string): string | null => {
  const [, hourText, minuteText = '00', half] =
    /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(?:([ap])\.?(?:m\.?)?)?$/i.exec(text.trim()) ?? []
  const hour = Number(hourText)
  const minute = Number(minuteText)
  if (hourText === undefined || hour > 23 || minute > 59) return null
  if (half !== undefined && (hour === 0 || hour > 12)) return null
  const ofDay = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(ofDay).padStart(2, '0')}:${minuteText}`
}

/** Returns `HH:MM` in the user's format, such as `9:30 PM`; empty text for anything else. */
export const formatClockTime = (time: string): string =>
  formatDate(`2000-01-01T${time}:00`, 'clock')

const HOUR_MINUTES = 60

/** Returns minutes after midnight as `HH:MM`. */
export const formatMinutes = (minutes: number): string =>
  [Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** Returns the minutes after midnight of `HH:MM`; null for incomplete text. */
export const parseMinutes = (time: string): number | null => {
  const [hours, minutes] = time.split(':').map(Number)
  return hours === undefined || minutes === undefined || !Number.isInteger(hours + minutes)
    ? null
    : hours * HOUR_MINUTES + minutes
}
