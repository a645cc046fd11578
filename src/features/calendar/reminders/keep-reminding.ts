import { createKeeper } from '#src/features/calendar/keep-running.ts'
import { runReminders } from './run-reminders.ts'

export const keepReminding = createKeeper(runReminders)
