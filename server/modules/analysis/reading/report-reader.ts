import type { ReportSummary } from '#contract/analysis/analysis.ts'
import type { FinderPart, WalletFinderReport } from '#contract/analysis/finder.ts'
import type { CaReport, Cluster } from '#contract/analysis/report.ts'
import type { ReportSeries, WalletDetail, WalletsQuery } from '#contract/analysis/report-parts.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { findEarlierReport, compareRanks } from '#server/modules/analysis/report-changes.ts'
import { formatFinderCsv, formatReportCsv } from '#server/modules/analysis/report-csv.ts'
import { ANALYSIS, type ReportShape } from '#server/modules/analysis/report-run.ts'
import {
  streamWallets,
  readSeries,
  readStored,
  readWallet,
  parseStoredWallet,
  writeReport,
  type ReportHead,
} from '#server/modules/analysis/report-store.ts'
import { listWallets } from '#server/modules/analysis/report-wallets.ts'
import type { Run } from '#server/modules/runs/run.ts'
import type { ReportAccess } from './report-access.ts'

/** Maximum number of candles in a chart. */
const CHART_BUCKETS = 400
/** The number of gaps is enough beyond this. */
const SHOWN_GAPS = 50

export function createReportReader(
  access: ReportAccess,
  { db, summarize }: { db: Database; summarize: (run: Run<ReportShape>) => ReportSummary },
) {
  return {
    /** Returns the status, and for a finished report its summary too. */
    async read(userId: string, id: string): Promise<ReportSummary & Record<string, unknown>> {
      const run = await access.getOwnRun(userId, id)
      const summary = summarize(run)
      const body = run.status === 'done' ? await access.readBody(run.id) : null
      if (body === null) return summary
      if (run.input.kind === 'WALLET_FINDER') {
        const part = trimFinderReport(body)
        const counts = summary.counts === null ? null : { ...part.counts, ...summary.counts }
        return { ...part, ...summary, counts }
      }
      const part = summarizeReport(await access.readHead(run.id, body))
      const [address = ''] = run.input.addresses
      const earlier = await findEarlierReport(db, { ...run, kind: ANALYSIS, address })
      return {
        ...part,
        made_at: run.finishedAt?.toISOString() ?? null,
        changes: earlier === undefined ? null : await compareRanks(db, run.id, earlier),
        ...summary,
        counts: summary.counts === null ? null : { ...part.counts, ...summary.counts },
      }
    },

    /** Returns the summary of a finished CA report without its owner's data. */
    async readShared(userId: string, id: string) {
      const runId = await access.ensureParts(userId, id)
      const { run, body } = await access.getFinished(userId, id)
      const part = summarizeReport(await access.readHead(runId, body))
      return { ...part, made_at: run.finishedAt?.toISOString() ?? null }
    },

    /** Returns a finished Wallet Finder report without its owner's data. */
    async readSharedFinder(userId: string, id: string): Promise<FinderPart> {
      const { run, body } = await access.getFinished(userId, id)
      if (run.input.kind !== 'WALLET_FINDER') {
        throw new AppError('CONFLICT', 'This is the report of one token')
      }
      return trimFinderReport(body)
    },

    async listWallets(userId: string, id: string, query: WalletsQuery) {
      const { since } = query
      const compared = since === undefined ? {} : { since: await access.ensureParts(userId, since) }
      return listWallets(db.slowReads, await access.ensureParts(userId, id), {
        ...query,
        ...compared,
      })
    },

    async getWallet(userId: string, id: string, address: string): Promise<WalletDetail> {
      const runId = await access.ensureParts(userId, id)
      const body = await readWallet(db, runId, address)
      if (body === null) throw new AppError('NOT_FOUND', 'This wallet is not in the report')
      const wallet = parseStoredWallet(body)
      if (wallet.cluster_id === null) return { ...wallet, cluster: null }
      return { ...wallet, cluster: findCluster(await access.readBody(runId), wallet.cluster_id) }
    },

    async getSeries(
      userId: string,
      id: string,
      interval: number | undefined,
    ): Promise<ReportSeries> {
      const wanted = interval === undefined ? { maxBuckets: CHART_BUCKETS } : { interval }
      const body = await readSeries(db, await access.ensureParts(userId, id), wanted)
      if (body === null) {
        throw new AppError('VALIDATION_FAILED', 'This report has no such interval', {
          fields: { interval: 'Must be one of the intervals of the report' },
        })
      }
      return JSON.parse(body) as ReportSeries
    },
  }
}

/** Creates the service that writes whole reports as files, in parts that fit in memory. */
export function createReportExport(access: ReportAccess, db: Database) {
  return {
    async exportJson(userId: string, id: string): Promise<string | AsyncIterable<string>> {
      const { run, body } = await access.getFinished(userId, id)
      if (run.input.kind === 'WALLET_FINDER') return body
      return writeReport(db, run.id, await access.readHead(run.id, body))
    },

    async exportCsv(userId: string, id: string): Promise<string | AsyncIterable<string>> {
      const { run, body } = await access.getFinished(userId, id)
      if (run.input.kind === 'WALLET_FINDER') {
        return formatFinderCsv(JSON.parse(body) as WalletFinderReport)
      }
      const { decimals } = await access.readHead(run.id, body)
      return formatReportCsv(streamWallets(db, run.id), decimals)
    },
  }
}

/** Returns the parts of a CA report that its pages show first, with at most the first gaps. */
function summarizeReport(stored: ReportHead) {
  const { wallets, excluded, clusters: _, ...head } = stored
  // Reports of early versions lack members.
  const { gaps = [] } = (head.coverage ?? {}) as Partial<CaReport['coverage']>
  return {
    ...head,
    coverage: { ...head.coverage, gaps: gaps.slice(0, SHOWN_GAPS) },
    gaps_total: gaps.length,
    counts: { ...head.counts, wallets, excluded },
  }
}

function findCluster(body: string | null, clusterId: string): Cluster | null {
  const stored = readStored(body ?? '{}')
  return stored?.head.clusters.find((each) => each.id === clusterId) ?? null
}

/** Maximum size for a page. */
const MAX_CHARACTERS = 250_000

const measureSize = (value: unknown): number => JSON.stringify(value).length

/**
 * Returns what a page shows of a stored Wallet Finder report. Of a large one it leaves out the transactions, and then the
 * wallets that follow the first ones; the export has all.
 */
function trimFinderReport(body: string): FinderPart {
  const report = JSON.parse(body) as WalletFinderReport
  const whole = { ...report, wallets_total: report.wallets.length }
  if (body.length <= MAX_CHARACTERS) return whole
  const rest = measureSize({ ...report, wallets: [] })
  let space = MAX_CHARACTERS - rest
  const wallets: WalletFinderReport['wallets'] = []
  for (const wallet of report.wallets) {
    const short = { ...wallet, hits: wallet.hits.map((hit) => ({ ...hit, evidence: [] })) }
    space -= measureSize(short)
    if (space < 0) break
    wallets.push(short)
  }
  return { ...whole, wallets }
}
