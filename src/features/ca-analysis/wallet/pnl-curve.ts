import type { WalletDetail } from '#contract/analysis/report-parts.ts'
import type { ChartPoint } from '#src/ui/area-path.ts'
import type { CostBasis } from './cost-basis.ts'

/** Returns the realized profit in SOL after each trade, oldest first. Times are Unix seconds. */
export const listPnlPoints = (
  { pnl_series: series, evidence }: Pick<WalletDetail, 'pnl_series' | 'evidence'>,
  basis: CostBasis,
): ChartPoint[] =>
  series.flatMap(({ time, realized_sol: average, fifo_realized_sol: fifo }, nth) => {
    // Both lists have one entry per transaction.
    const kind = evidence[nth]?.kind
    if (time === null || (kind !== 'BUY' && kind !== 'SELL')) return []
    return [{ time, value: basis === 'fifo' ? fifo : average }]
  })
