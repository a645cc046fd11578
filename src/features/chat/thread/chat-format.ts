import { formatFixed } from '#contract/numbers.ts'
import { formatDate } from '#src/lib/dates.ts'

/** Returns `340 ms`, `1.2 s` or `2 min 5 s`. */
export const formatDuration = (durationMs: number): string => {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`
  const seconds = durationMs / 1_000
  if (seconds < 60) return `${formatFixed(seconds, 1)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** Returns the time of day, with the date if it is another day. Empty if `iso` is no time. */
export const formatTime = (iso: string, now = new Date()): string => {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return ''
  const isToday = time.toDateString() === now.toDateString()
  return formatDate(time, isToday ? 'clock' : 'day and clock')
}

const DAY_MS = 86_400_000

/** Returns the heading of a chat in the list: `Today`, `Yesterday`, `Last 7 days` or `Earlier`. */
export const formatDay = (iso: string, now = new Date()): string => {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return 'Earlier'
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  if (time.getTime() >= midnight) return 'Today'
  if (time.getTime() >= midnight - DAY_MS) return 'Yesterday'
  return time.getTime() >= midnight - 7 * DAY_MS ? 'Last 7 days' : 'Earlier'
}
