import { authStore } from '#src/platform/auth/auth-store.ts'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { runReminders } from './run-reminders.ts'

let running: { calendar: Calendar; stop: () => void } | null = null

const stop = () => {
  running?.stop()
  running = null
}

/** Runs the reminders of one calendar until its user signs out. Further calls change nothing. */
export const keepReminding = (calendar: Calendar): void => {
  if (running?.calendar === calendar) return
  stop()
  running = { calendar, stop: runReminders(calendar) }
  const stopListening = authStore.subscribe(({ status }) => {
    if (status !== 'unauthenticated') return
    stop()
    stopListening()
  })
}
