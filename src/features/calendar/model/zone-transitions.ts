import { DAY_MS } from './civil.ts'
import { offsetMsAt } from './zones.ts'

export type Transition = { atMs: number; fromMs: number; toMs: number }

const firstChange = (zone: string, lowMs: number, highMs: number): number => {
  const before = offsetMsAt(lowMs, zone)
  let low = lowMs
  let high = highMs
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000
    if (offsetMsAt(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

/** No zone changes its clock twice within so many days and back. */
const STEP_MS = 7 * DAY_MS

/** Every change of a zone's offset between two instants, to the second. */
export const transitionsOf = (zone: string, fromMs: number, toMs: number): Transition[] => {
  const transitions: Transition[] = []
  const start = Math.floor(fromMs / 1000) * 1000
  let offset = offsetMsAt(start, zone)
  for (let at = start; at < toMs; at += STEP_MS) {
    const next = offsetMsAt(at + STEP_MS, zone)
    if (next === offset) continue
    transitions.push({ atMs: firstChange(zone, at, at + STEP_MS), fromMs: offset, toMs: next })
    offset = next
  }
  return transitions
}
