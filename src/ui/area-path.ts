export type ChartPoint = { readonly time: number; readonly value: number }

type Box = { readonly width: number; readonly height: number }

/** Space above and below the line, so that its stroke is not cut off. */
const MARGIN = 2

/**
 * Returns the SVG path data of a line through points of time, oldest first, and of the area below it. With `isStepped`,
 * a value holds until the next point, and the height includes zero. Null for fewer than two different times.
 */
export const buildAreaPath = (
  points: readonly ChartPoint[],
  { width, height }: Box,
  { isStepped = false } = {},
): { line: string; area: string } | null => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || last.time <= first.time) return null
  const values = [...points.map(({ value }) => value), ...(isStepped ? [0] : [])]
  const min = Math.min(...values)
  const span = Math.max(...values) - min
  const x = (time: number) => round(((time - first.time) / (last.time - first.time)) * width)
  const y = (value: number) => {
    const share = span === 0 ? (isStepped ? 0 : 0.5) : (value - min) / span
    return round(height - MARGIN - share * (height - 2 * MARGIN))
  }
  const line = points
    .map(({ time, value }, index) => {
      if (index === 0) return `M${x(time)} ${y(value)}`
      return isStepped ? `H${x(time)}V${y(value)}` : `L${x(time)} ${y(value)}`
    })
    .join('')
  const ground = isStepped && min < 0 ? y(0) : height
  return { line, area: `${line}V${ground}H0Z` }
}

const round = (value: number): number => Math.round(value * 100) / 100

const findTimeAt = (points: readonly ChartPoint[], place: number): number => {
  const first = points[0]?.time ?? 0
  return first + place * ((points.at(-1)?.time ?? 0) - first)
}

/** Returns the point whose value holds at a place from 0 (left) to 1 (right); undefined without points. */
export const findPointAt = (
  points: readonly ChartPoint[],
  place: number,
): ChartPoint | undefined => {
  const time = findTimeAt(points, place)
  return points.findLast((point) => point.time <= time)
}

/** Returns the point nearest to a place from 0 (left) to 1 (right); undefined without points. */
export const findNearestPoint = (
  points: readonly ChartPoint[],
  place: number,
): ChartPoint | undefined => {
  const time = findTimeAt(points, place)
  const distanceTo = (point: ChartPoint) => Math.abs(point.time - time)
  return points.toSorted((one, other) => distanceTo(one) - distanceTo(other))[0]
}
