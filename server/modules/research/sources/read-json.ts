import * as z from 'zod/mini'
import type { FigureUnit } from '#contract/research/digest.ts'
import type { FoundFigure } from '#server/modules/research/pipeline/evidence.ts'
import { UnreadableAnswer } from './source.ts'

/** Most services write amounts as numbers, some as strings, some as either. */
export const Amount = z.nullish(z.union([z.number(), z.string()]))

/** Throws `UnreadableAnswer` for text that is not JSON of this schema. */
export function readJson<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
): z.infer<Schema> {
  const parsed = schema.safeParse(parseJson(text))
  if (!parsed.success) throw new UnreadableAnswer('sent JSON of another shape')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const isPage = /^\s*<(?:!doctype|html|head|body)/i.test(text)
    throw new UnreadableAnswer(isPage ? 'sent an unexpected response' : 'sent broken JSON', {
      cause,
    })
  }
}

type Page = { subject: string; url: string; page: string; asOfMs?: number }
type Row = [
  given: number | string | null | undefined,
  measure: string,
  label: string,
  unit: FigureUnit,
]

/** Returns a figure for each row with a finite number. */
export const readFigures = (page: Page, rows: readonly Row[]): FoundFigure[] =>
  rows.flatMap(([given, measure, label, unit]) => {
    const value = Number(given ?? '')
    // A hostile answer may spell a number with thousands of digits.
    const raw = String(given).slice(0, 80)
    const isNumber = given !== null && given !== '' && Number.isFinite(value)
    return given !== undefined && isNumber ? [{ ...page, measure, label, unit, raw, value }] : []
  })

const MAX_POINTS = 240

/** Sorts the points by time and keeps at most 240, evenly spaced. The newest is among them. */
export function readPoints(
  points: readonly { time: number; value: number }[],
): { time: number; value: number }[] {
  const ordered = points
    .filter(({ time, value }) => Number.isFinite(time) && Number.isFinite(value))
    .toSorted((a, b) => a.time - b.time)
    .filter(({ time }, index, all) => time !== all[index - 1]?.time)
  const step = Math.max(1, Math.ceil(ordered.length / MAX_POINTS))
  return ordered.filter((_, index) => (ordered.length - 1 - index) % step === 0)
}
