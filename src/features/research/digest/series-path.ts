type Point = { readonly time: number; readonly value: number }
type Box = { readonly width: number; readonly height: number }

/** Above and below the line, so that its stroke is not cut off. */
const MARGIN = 2

/**
 * A line through points of time as SVG path data; the box's lower edge is the least value and its upper edge the
 * greatest. Null for fewer than two different times.
 */
export const buildSeriesPath = (
  points: readonly Point[],
  { width, height }: Box,
): { line: string; area: string; least: number; greatest: number } | null => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || last.time <= first.time) return null
  const values = points.map(({ value }) => value)
  const least = Math.min(...values)
  const greatest = Math.max(...values)
  const x = (time: number) => round(((time - first.time) / (last.time - first.time)) * width)
  const y = (value: number) =>
    greatest === least
      ? height / 2
      : round(MARGIN + ((greatest - value) / (greatest - least)) * (height - 2 * MARGIN))
  const line = `M${points.map(({ time, value }) => `${x(time)} ${y(value)}`).join('L')}`
  return { line, area: `${line}V${height}H0Z`, least, greatest }
}

const round = (value: number): number => Math.round(value * 100) / 100

/** The point nearest to a place from 0 (left) to 1 (right). */
export const findNearestPoint = <P extends Point>(
  points: readonly P[],
  place: number,
): P | null => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const time = first.time + place * (last.time - first.time)
  return points.reduce<P>(
    (best, point) => (Math.abs(point.time - time) < Math.abs(best.time - time) ? point : best),
    first,
  )
}
