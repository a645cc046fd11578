import { formatDate } from './dates.ts'

/** Returns `HH:MM` of a time as people type it: `9`, `930`, `9:30 pm`, `21.30`; null for anything else. */
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
