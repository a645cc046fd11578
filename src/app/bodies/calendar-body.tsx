import { useEffect } from 'react'
import { CalendarWindow } from '#src/features/calendar/calendar-window.tsx'
import { runCalendarSync } from '#src/features/calendar/sync/run-calendar-sync.ts'
import { useCalendar } from '#src/features/calendar/use-calendar.ts'
import type { AppBodyProps } from '#src/platform/apps/app-definition.ts'

/** Syncs the calendar with the account at once, without waiting for the background work. */
export const CalendarBody = (props: AppBodyProps) => {
  const calendar = useCalendar()
  useEffect(() => runCalendarSync(calendar), [calendar])
  return <CalendarWindow {...props} />
}
