import { CalendarDateTime, fromAbsolute, getLocalTimeZone, toZoned } from '@internationalized/date'
import type { WallMs } from './civil.ts'

export const UTC = 'UTC'

export const getLocalZone = (): string => getLocalTimeZone()

/**
 * Returns the instant (Unix milliseconds) at which a wall clock in `zone` shows `wallMs`. A skipped time counts as
 * before the change, a repeated one as the first (RFC 5545 §3.3.5).
 */
export const wallToInstant = (wallMs: WallMs, zone: string): number => {
  if (zone === UTC) return wallMs
  const date = new Date(wallMs)
  const clock = new CalendarDateTime(
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  )
  return toZoned(clock, zone, 'compatible').toDate().getTime()
}

export const getOffsetMs = (instantMs: number, zone: string): number =>
  zone === UTC ? 0 : fromAbsolute(instantMs, zone).offset

export const instantToWall = (instantMs: number, zone: string): WallMs =>
  instantMs + getOffsetMs(instantMs, zone)

/** Returns what a clock in `to` shows when one in `from` shows `wallMs`. */
export const moveWall = (wallMs: WallMs, from: string, to: string): WallMs =>
  from === to ? wallMs : instantToWall(wallToInstant(wallMs, from), to)

export const isKnownZone = (zone: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
