import { browserStorage } from '#src/lib/storage/storage.ts'
import { calendarKey } from '#src/features/calendar/model/calendar-key.ts'

const HAS_REMINDER = /"reminderMinutes":\d/

/** Starts the reminders of an account that has any. For others the calendar's code does not load. */
export const wakeReminders = async (userId: string): Promise<void> => {
  if (!HAS_REMINDER.test(browserStorage.get(calendarKey(userId)) ?? '')) return
  const [{ getCalendar }, { keepReminding }] = await Promise.all([
    import('#src/features/calendar/model/calendar-store.ts'),
    import('./keep-reminding.ts'),
  ])
  keepReminding(getCalendar(userId))
}
