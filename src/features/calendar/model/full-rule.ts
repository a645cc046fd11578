import { Recur, timeOf } from '#src/features/calendar/ics/ical.ts'
import type { Time } from '#src/features/calendar/ics/ical.ts'
import type { WallMs } from './civil.ts'

/** A series that has to be walked from its start is not followed further than this. */
const MAX_STEPS = 20_000

/** A series of times that ends on a date takes place on that date as well, as every calendar reads it. */
const withWholeLastDay = (rule: string): string =>
  rule.replace(/UNTIL=(\d{4}-?\d\d-?\d\d)(?=;|$)/i, 'UNTIL=$1T235959')

/** The same as `simpleStarts` for every rule of RFC 5545, walked step by step; none for a text that is no rule. */
export const fullStarts = (
  ruleText: string,
  startMs: WallMs,
  fromMs: WallMs,
  toMs: WallMs,
): WallMs[] => {
  const starts: WallMs[] = []
  try {
    const steps = Recur.fromString(withWholeLastDay(ruleText)).iterator(timeOf(startMs, false))
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const time = steps.next()
      // The library's types promise a time; at the end of a series it gives none.
      if (!(time as Time | null)) return starts
      const atMs = Date.UTC(
        time.year,
        time.month - 1,
        time.day,
        time.hour,
        time.minute,
        time.second,
      )
      if (atMs >= toMs) return starts
      if (atMs >= fromMs) starts.push(atMs)
    }
  } catch {
    // An imported rule that the engine refuses: its event is shown once.
    return starts.length > 0 || startMs < fromMs || startMs >= toMs ? starts : [startMs]
  }
  return starts
}
