import { useEffect } from 'react'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { keepReminding } from './keep-reminding.ts'

/** Reminders run from the first opening of the calendar until the page closes. */
export const useReminders = (calendar: Calendar): void => {
  useEffect(() => keepReminding(calendar), [calendar])
}
