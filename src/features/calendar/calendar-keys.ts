import { addDays, shiftMonths } from './month-grid.ts'
import type { Day } from './month-grid.ts'

const DAY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
}

const MONTH_STEPS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }

/** The day a key moves to from the one that has the focus, or null for other keys. */
export const dayByKey = (day: Day, key: string): Day | null => {
  const days = DAY_STEPS[key]
  if (days !== undefined) return addDays(day, days)
  const months = MONTH_STEPS[key]
  return months === undefined ? null : shiftMonths(day, months)
}
