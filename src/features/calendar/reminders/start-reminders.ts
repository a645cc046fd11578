import { untilSignOut } from '#src/features/calendar/until-sign-out.ts'
import { runReminders } from './run-reminders.ts'

export const startReminders = untilSignOut(runReminders)
