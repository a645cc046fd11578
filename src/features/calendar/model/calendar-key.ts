import { userKey } from '#src/lib/storage/user-storage.ts'

export const calendarKey = (userId: string): string => userKey(userId, 'calendar')
