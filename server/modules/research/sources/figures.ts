import type { FigureUnit } from '#contract/research-digest.ts'
import type { FoundFigure } from '#server/modules/research/pipeline/evidence.ts'

type Measure = { measure: string; label: string; unit: FigureUnit }
type Page = { subject: string; url: string; page: string; asOfMs?: number }

/** A figure of what stands in an answer; none for what is missing, null or no finite number. */
export function figureOf(
  given: number | string | null | undefined,
  { measure, label, unit }: Measure,
  page: Page,
): FoundFigure[] {
  if (given === null || given === undefined || given === '') return []
  const value = Number(given)
  // What a hostile answer spells as a number without end is not worth a line.
  const raw = String(given).slice(0, 80)
  if (!Number.isFinite(value)) return []
  return [{ ...page, measure, label, unit, raw, value }]
}

/** Points of a line in the order of time, at most `most` of them, evenly left out. */
export function lineOf(
  points: readonly { time: number; value: number }[],
  most = 240,
): { time: number; value: number }[] {
  const ordered = points
    .filter(({ time, value }) => Number.isFinite(time) && Number.isFinite(value))
    .toSorted((a, b) => a.time - b.time)
    .filter(({ time }, place, all) => time !== all[place - 1]?.time)
  const step = Math.ceil(ordered.length / most)
  return step <= 1
    ? ordered
    : ordered.filter((_, place) => (ordered.length - 1 - place) % step === 0)
}
