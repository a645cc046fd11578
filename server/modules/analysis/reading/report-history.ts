import type { ReportSummary } from '#contract/analysis/analysis.ts'
import type { Page } from '#server/db/page.ts'
import type { DemoReport } from '#server/modules/analysis/demo-report.ts'
import type { ReportShape } from '#server/modules/analysis/report-run.ts'
import { isOpen, type Run } from '#server/modules/runs/run.ts'
import type { Runs } from '#server/modules/runs/runs.ts'

/** Chats know the tokens of this many reports by symbol. */
const NAMED_REPORTS = 50

/** Creates the service that lists the reports of a user, the demo report among them. */
export function createReportHistory(
  runs: Runs<ReportShape>,
  { demo, demoMints }: { demo: DemoReport; demoMints: ReadonlySet<string> },
) {
  const summarize = (run: Run<ReportShape>): ReportSummary => ({
    ...runs.summarize(run),
    ...splitCounts(run.counts),
    kind: run.input.kind,
    contract_address: run.input.kind === 'CA_ANALYSIS' ? (run.input.addresses[0] ?? null) : null,
    contract_addresses: [...run.input.addresses],
    progress: isOpen(run) ? run.progress : null,
    is_demo: run.input.addresses.every((address) => demoMints.has(address)),
  })

  return {
    summarize,

    async list(
      userId: string,
      page: { offset: number; limit: number },
    ): Promise<Page<ReportSummary>> {
      const [found, waiting] = await Promise.all([
        runs.list({ userId, ...page }),
        demo.find(userId),
      ])
      const rows = found.rows.map(summarize)
      if (waiting === null) return { ...found, rows }
      // It is the oldest, so it is the last row of the last page.
      const { offset, limit } = page
      const total = found.total + 1
      const isInPage = !found.hasMore && found.total >= offset && found.total < offset + limit
      return {
        rows: isInPage ? [...rows, summarize(waiting)] : rows,
        total,
        hasMore: found.hasMore || offset + limit < total,
      }
    },

    /** Returns the tokens of the user's latest reports and of the demo report, latest first. */
    async listTokens(userId: string): Promise<{ symbol: string; address: string }[]> {
      const [{ rows }, waiting] = await Promise.all([
        runs.list({ userId, offset: 0, limit: NAMED_REPORTS }),
        demo.find(userId),
      ])
      return [...rows, ...(waiting === null ? [] : [waiting])].flatMap((run) => {
        const [address, ...others] = run.input.addresses
        const { symbol } = summarize(run)
        return address === undefined || others.length > 0 || !symbol ? [] : [{ symbol, address }]
      })
    },
  }
}

function splitCounts(
  stored: ReportShape['counts'] | null,
): Pick<ReportSummary, 'counts' | 'name' | 'symbol' | 'symbols'> {
  if (stored === null) return { counts: null, name: null, symbol: null }
  const { name = null, symbol = null, symbols, ...counts } = stored
  return { counts, name, symbol, ...(symbols === undefined ? {} : { symbols }) }
}
