import { createKeeper } from '#src/features/calendar/keep-running.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { startCalendarSync } from './calendar-sync.ts'

export const keepSynced = createKeeper((calendar) => startCalendarSync({ api, calendar }))
