import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'

/** Resolves when the calendar has an event with a reminder. */
const waitForReminder = (calendar: Calendar): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      const { events } = calendar.store.getState()
      if (!events.some(({ reminderMinutes }) => reminderMinutes !== null)) return
      stop()
      resolve()
    }
    const stop = calendar.store.subscribe(look)
    look()
  })

/** Syncs a user's calendar with the account. Loads the code of reminders if the calendar has any. */
export const startCalendar = async (userId: string): Promise<void> => {
  const [{ getCalendar }, { runCalendarSync }] = await Promise.all([
    import('#src/features/calendar/model/calendar-store.ts'),
    import('#src/features/calendar/sync/run-calendar-sync.ts'),
  ])
  const calendar = getCalendar(userId)
  runCalendarSync(calendar)
  await waitForReminder(calendar)
  const { startReminders } = await import('#src/features/calendar/reminders/start-reminders.ts')
  startReminders(calendar)
}
