import type { WalletResult } from '#contract/analysis/watched.ts'
import type { Database } from '#server/db/database.ts'
import type { DemoReport } from '#server/modules/analysis/demo-report.ts'
import {
  createNewestReports,
  type ReportOfToken,
} from '#server/modules/analysis/reading/newest-reports.ts'
import { listResults, type ResultRow } from './watched-repository.ts'

/** Creates a function that returns the results of wallets in the user's reports. */
export function createResultReader(db: Database, demo: Pick<DemoReport, 'find'>) {
  const listReports = createNewestReports(db, demo)

  /** Returns the results of each address that a report has. */
  async function readResults(
    userId: string,
    addresses: readonly string[],
  ): Promise<Map<string, WalletResult[]>> {
    const reports = addresses.length === 0 ? [] : await listReports(userId)
    const ids = reports.map(({ id }) => id)
    const rows = ids.length === 0 ? [] : await listResults(db, ids, addresses)
    const found = Map.groupBy(rows, ({ address }) => address)
    return new Map(
      addresses.map((address) => {
        const byReport = new Map(found.get(address)?.map((row) => [row.reportId, row.facts]))
        return [
          address,
          reports.flatMap((report) => {
            const facts = byReport.get(report.id)
            return facts === undefined ? [] : [toResult(report, facts)]
          }),
        ]
      }),
    )
  }

  return readResults
}

const toResult = (
  { id, mint, symbol, madeAt }: ReportOfToken,
  { rank, score, pnl_sol, roi, labels }: ResultRow['facts'],
): WalletResult => ({
  report_id: id,
  mint,
  symbol: symbol === '' ? null : symbol,
  rank,
  score,
  pnl_sol,
  roi,
  labels: [...new Set(labels.map(({ label }) => label))],
  made_at: madeAt.toISOString(),
})
