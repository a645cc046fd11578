import type { Evidence } from '#contract/analysis/report.ts'
import type { ChartPoint } from '#src/ui/area-path.ts'

/**
 * Returns the realized profit in SOL after each trade, oldest first, at average cost. Tokens received by transfer bring
 * no profit. Times are Unix seconds.
 */
const LAMPORTS_PER_SOL = 1e9

export const computePnlCurve = (evidence: readonly Evidence[]): ChartPoint[] => {
  let tokens = 0
  let cost = 0
  let realized = 0
  const points: ChartPoint[] = []
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
      points.push({ time, value: realized / LAMPORTS_PER_SOL })
    }
  }
  return points
}
