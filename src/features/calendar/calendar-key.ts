/** Where the calendar of an account is kept in this browser. */
export const calendarKey = (userId: string): string => `soldesk.calendar.${userId}`
