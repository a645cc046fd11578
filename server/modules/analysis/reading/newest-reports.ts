import type { Database, Queryable } from '#server/db/database.ts'
import type { DemoReport } from '#server/modules/analysis/demo-report.ts'
import { ANALYSIS } from '#server/modules/analysis/report-run.ts'

/** Older reports do not count for the results of a wallet. */
const MAX_REPORTS = 200

export type ReportOfToken = { id: string; mint: string; symbol: string | null; madeAt: Date }

/** Returns the user's newest report of each token, newest first. */
export const listNewestReports = (q: Queryable, userId: string): Promise<ReportOfToken[]> =>
  q.query<ReportOfToken>(
    `select id, mint, symbol, "madeAt" from (
       select distinct on (mint) * from (
         select id, input -> 'addresses' ->> 0 as mint, counts ->> 'symbol' as symbol,
           finished_at as "madeAt"
         from paid_run
         where user_id = $1 and kind = '${ANALYSIS}' and status = 'done' and hidden_at is null
           and input ->> 'kind' = 'CA_ANALYSIS'
         order by created_at desc, id desc limit ${MAX_REPORTS}
       ) report order by mint, "madeAt" desc, id desc
     ) newest order by "madeAt" desc, id desc`,
    [userId],
  )

/** Creates the function that lists the newest report of each token, the demo report last. */
export function createNewestReports(db: Database, demo: Pick<DemoReport, 'find'>) {
  return async (userId: string): Promise<ReportOfToken[]> => {
    const [reports, waiting] = await Promise.all([listNewestReports(db, userId), demo.find(userId)])
    const [mint] = waiting?.input.addresses ?? []
    if (waiting === null || mint === undefined || reports.some((each) => each.mint === mint)) {
      return reports
    }
    const symbol = waiting.counts?.symbol ?? null
    return [...reports, { id: waiting.id, mint, symbol, madeAt: waiting.createdAt }]
  }
}
