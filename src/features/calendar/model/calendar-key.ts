import { userKey } from '#src/lib/storage/user-storage.ts'

/** Where the calendar of an account is kept in this browser. */
export const calendarKey = (userId: string): string => userKey(userId, 'calendar')
