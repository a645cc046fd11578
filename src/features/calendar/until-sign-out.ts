import { readUserId } from '#src/platform/auth/auth-store.ts'
import { onUserChange } from '#src/platform/auth/personal-storage.ts'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'

/**
 * Returns a function that starts work on a calendar and stops it when its user signs out. Does nothing if the work
 * already runs.
 */
export const untilSignOut = (start: (calendar: Calendar) => () => void) => {
  let running: { calendar: Calendar; stop: () => void } | null = null
  const stop = () => {
    running?.stop()
    running = null
  }
  onUserChange(stop)
  return (calendar: Calendar): void => {
    if (running?.calendar === calendar || calendar.userId !== readUserId()) return
    stop()
    running = { calendar, stop: start(calendar) }
  }
}
