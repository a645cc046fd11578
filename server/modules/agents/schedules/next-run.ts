import { DAY_MS, MINUTE_MS } from '#server/lib/durations.ts'
import { toWallClock } from '#server/lib/wall-clock.ts'

export type RunTime = {
  /** Minutes after midnight. */
  minutes: number
  /** 0: Sunday. Null: every day. */
  weekday: number | null
  timeZone: string
}

/** Returns the first run after a moment. Both are in Unix milliseconds. */
export function computeNextRun({ minutes, weekday, timeZone }: RunTime, after: number): number {
  const today = Math.floor(toWallClock(after, timeZone) / DAY_MS) * DAY_MS
  for (let day = today; ; day += DAY_MS) {
    if (weekday !== null && new Date(day).getUTCDay() !== weekday) continue
    const at = toMoment(day + minutes * MINUTE_MS, timeZone)
    if (at > after) return at
  }
}

/** Returns the first run of the next month, in Unix milliseconds. A month starts at midnight in the zone. */
export function computeNextMonthRun(time: RunTime, after: number): number {
  const local = new Date(toWallClock(after, time.timeZone))
  const first = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1)
  return computeNextRun(time, toMoment(first, time.timeZone) - 1)
}

/** Returns the month of a moment in the zone, such as `2026-11`. */
export const formatLocalMonth = (moment: number, timeZone: string): string =>
  new Date(toWallClock(moment, timeZone)).toISOString().slice(0, 7)

/** Returns when clocks in the zone show a time. A time that they skip in spring is moved by an hour. */
function toMoment(local: number, timeZone: string): number {
  const guess = 2 * local - toWallClock(local, timeZone)
  return guess + local - toWallClock(guess, timeZone)
}
