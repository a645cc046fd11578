import { formatDate } from '#src/lib/dates.ts'

export const getGreeting = (now: Date): string => {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'Good morning'
  if (hour >= 12 && hour < 18) return 'Good afternoon'
  return 'Good evening'
}

/** Returns true for the first name of a wallet's account, `DJn8...3XCB`, and for none. */
export const isAddressName = (username: string): boolean =>
  username === '' || /^[1-9A-HJ-NP-Za-km-z]{4}\.{3}[1-9A-HJ-NP-Za-km-z]{4}/.test(username)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns `just now`, `5 min ago`, `3 h ago`, `2 d ago`, then the date; empty for an unreadable time. */
export const formatAgo = (iso: string, now: Date): string => {
  const time = new Date(iso)
  const passedMs = now.getTime() - time.getTime()
  if (Number.isNaN(passedMs)) return ''
  if (passedMs < MINUTE_MS) return 'just now'
  if (passedMs < HOUR_MS) return `${Math.floor(passedMs / MINUTE_MS)} min ago`
  if (passedMs < DAY_MS) return `${Math.floor(passedMs / HOUR_MS)} h ago`
  if (passedMs < 7 * DAY_MS) return `${Math.floor(passedMs / DAY_MS)} d ago`
  return formatDate(time, 'day')
}
