import { untilSignOut } from '#src/features/calendar/until-sign-out.ts'
import { api } from '#src/platform/auth/page-session.ts'
import { startCalendarSync } from './calendar-sync.ts'

export const runCalendarSync = untilSignOut((calendar) => startCalendarSync({ api, calendar }))
