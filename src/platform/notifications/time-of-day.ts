const HOUR_MINUTES = 60

/** Returns minutes after midnight as a time field has them: `07:30`. */
export const formatTime = (minute: number): string =>
  [Math.floor(minute / HOUR_MINUTES), minute % HOUR_MINUTES]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** Returns the minutes after midnight of a time field; null while it is incomplete. */
export const parseTime = (time: string): number | null => {
  const [hours, minutes] = time.split(':').map(Number)
  return hours === undefined || minutes === undefined || !Number.isInteger(hours + minutes)
    ? null
    : hours * HOUR_MINUTES + minutes
}
