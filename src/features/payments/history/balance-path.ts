export type BalancePoint = { readonly atMs: number; readonly sol: number }

type Moves = {
  readonly credited: number
  readonly spent: number
  readonly refunded?: number | undefined
  readonly granted?: number | undefined
}

/** SOL: money in, gifts, and what was spent after refunds. */
export type BalanceTotals = {
  readonly toppedUp: number
  readonly granted: number
  readonly spent: number
  readonly hasNothing: boolean
}

/** Adds up what moved. A refund is a charge taken back, and a gift is not a payment. */
export const sumBalance = (steps: readonly Moves[]): BalanceTotals => {
  const sum = (pick: (step: Moves) => number) =>
    steps.reduce((total, step) => total + pick(step), 0)
  const credited = sum((step) => step.credited)
  const refunded = sum((step) => step.refunded ?? 0)
  const granted = sum((step) => step.granted ?? 0)
  const spent = sum((step) => step.spent)
  return {
    toppedUp: credited - refunded - granted,
    granted,
    spent: spent - refunded,
    hasNothing: credited === 0 && spent === 0,
  }
}

type BalanceStep = { readonly endMs: number; readonly sol: number }

/**
 * Equal steps as points, each level over the whole of its step; an account is not drawn longer than it has lived, but
 * for one step of nothing before. Empty when there was never anything.
 */
export const computeBalancePoints = (
  steps: readonly BalanceStep[],
  stepMs: number,
): BalancePoint[] => {
  const last = steps.at(-1)
  const firstHeld = steps.findIndex(({ sol }) => sol !== 0)
  if (last === undefined || firstHeld === -1) return []
  const shown = steps.slice(Math.max(0, firstHeld - 1))
  return [
    ...shown.map(({ endMs, sol }) => ({ atMs: endMs - stepMs, sol })),
    { atMs: last.endMs, sol: last.sol },
  ]
}

type Box = { readonly width: number; readonly height: number }

/** Above and below the line, so that its stroke is not cut off. */
const MARGIN = 2

/**
 * The balance as a stair: a level holds until the next point. `line` and `area` are SVG path data in a box whose upper
 * edge is the highest balance and whose lower edge is zero. Null for fewer than two points.
 */
export const buildBalancePath = (
  points: readonly BalancePoint[],
  { width, height }: Box,
): { line: string; area: string } | null => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || last.atMs <= first.atMs) return null
  const highest = Math.max(...points.map(({ sol }) => sol))
  const x = (atMs: number) => round(((atMs - first.atMs) / (last.atMs - first.atMs)) * width)
  const y = (sol: number) =>
    round(
      highest <= 0
        ? height - MARGIN
        : MARGIN + (1 - Math.max(0, sol) / highest) * (height - 2 * MARGIN),
    )
  const steps = points.slice(1).map(({ atMs, sol }) => `H${x(atMs)}V${y(sol)}`)
  const line = `M${x(first.atMs)} ${y(first.sol)}${steps.join('')}`
  return { line, area: `${line}V${height}H0Z` }
}

const round = (value: number): number => Math.round(value * 100) / 100

/** The point whose level holds at a place from 0 (left) to 1 (right). */
export const findPointAt = (
  points: readonly BalancePoint[],
  place: number,
): BalancePoint | null => {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const atMs = first.atMs + place * (last.atMs - first.atMs)
  return points.findLast((point) => point.atMs <= atMs) ?? first
}
