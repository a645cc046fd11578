import type { AnalysisLink } from '#src/features/ca-analysis/analysis-link.ts'
import type { AnalysisOrder } from '#src/features/ca-analysis/report-job.ts'

/** Returns the analysis that a link describes; null if it lacks addresses. */
export const toAnalysisOrder = ({ mode, addresses }: AnalysisLink): AnalysisOrder | null => {
  if (mode === 'finder') {
    return addresses.length < 2 ? null : { kind: 'WALLET_FINDER', addresses }
  }
  const [address] = addresses
  return address === undefined ? null : { kind: 'CA_ANALYSIS', address }
}
