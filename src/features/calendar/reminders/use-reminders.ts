import { useEffect } from 'react'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { keepReminding } from './keep-reminding.ts'

/** From the first time that the calendar is open, its reminders run as long as the page. */
export const useReminders = (calendar: Calendar): void => {
  useEffect(() => keepReminding(calendar), [calendar])
}
