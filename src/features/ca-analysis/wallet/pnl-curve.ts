import type { Evidence } from '#contract/analysis/report.ts'

export type CurvePoint = {
  /** Unix seconds. */
  readonly time: number
  /** Realized profit until then, in SOL, at average cost. */
  readonly sol: number
}

const LAMPORTS_PER_SOL = 1e9

/** Returns the realized profit after each trade, oldest first. Tokens received by transfer bring no profit. */
export const computePnlCurve = (evidence: readonly Evidence[]): CurvePoint[] => {
  let tokens = 0
  let cost = 0
  let realized = 0
  const points: CurvePoint[] = []
  const inOrder = evidence.toSorted((a, b) => a.slot - b.slot)
  for (const { kind, time, token_raw, value_lamports } of inOrder) {
    const moved = Number(token_raw)
    if (kind === 'BUY') {
      tokens += moved
      cost += Number(value_lamports ?? 0)
    } else {
      const isSale = kind === 'SELL'
      if (!isSale && kind !== 'TRANSFER_OUT' && kind !== 'BURN' && kind !== 'LP_ADD') continue
      const known = Math.min(moved, tokens)
      const paid = tokens === 0 ? 0 : (cost * known) / tokens
      tokens -= known
      cost -= paid
      if (isSale && moved > 0 && value_lamports !== null) {
        realized += (Number(value_lamports) * known) / moved - paid
      }
    }
    if (time !== null && (kind === 'BUY' || kind === 'SELL')) {
      points.push({ time, sol: realized / LAMPORTS_PER_SOL })
    }
  }
  return points
}

/** Returns the SVG paths of a curve in a box, with the time from left to right. */
export const buildCurvePath = (
  points: readonly CurvePoint[],
  { width, height }: { width: number; height: number },
): { area: string; line: string } => {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return { area: '', line: '' }
  const values = points.map(({ sol }) => sol)
  const low = Math.min(0, ...values)
  const span = Math.max(0, ...values) - low || 1
  const seconds = last.time - first.time || 1
  const y = (sol: number) => (height - ((sol - low) / span) * height).toFixed(1)
  const x = (time: number) => (((time - first.time) / seconds) * width).toFixed(1)
  let line = `M0 ${y(first.sol)}`
  // Profit changes at a trade and not between trades.
  for (const { time, sol } of points.slice(1)) line += `H${x(time)}V${y(sol)}`
  return { line, area: `${line}H${width}V${y(0)}H0Z` }
}
