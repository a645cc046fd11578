import type {
  AnalysisEvent,
  AnalysisProgress,
  ReportKind,
  ReportSummary,
} from '#contract/analysis/analysis.ts'
import type { WalletFinderReport } from '#contract/analysis/finder.ts'
import type { CaReport, Cluster } from '#contract/analysis/report.ts'
import type { ReportSeries, WalletDetail, WalletsQuery } from '#contract/analysis/report-parts.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isOpen, type Run } from '#server/modules/runs/run.ts'
import type { Runs } from '#server/modules/runs/runs.ts'
import type { DemoReport } from './demo-report.ts'
import { lookUpAddress, lookUpMint, readAddress, readFinderRequest } from './analysis-request.ts'
import { earlierReport, rankChanges } from './report-changes.ts'
import { finderPart } from './report-finder.ts'
import { finderCsv, reportCsv } from './report-csv.ts'
import {
  eachWallet,
  hasParts,
  readSeries,
  readStored,
  readWallet,
  storeReport,
  walletIn,
  writeReport,
  type ReportHead,
} from './report-store.ts'
import type { ReportLinks } from './report-links.ts'
import { listWallets } from './report-wallets.ts'

/** A chart shows so many candles at once. */
const CHART_BUCKETS = 400
/** More gaps say no more than their number. */
const SHOWN_GAPS = 50

/** The kind of the runs. */
export const ANALYSIS = 'analysis'

export type ReportInput = {
  kind: ReportKind
  addresses: readonly string[]
  /** In how many tokens a wallet has to be ranked; null for the analysis of one token. */
  minHits: number | null
}

export type ReportShape = {
  input: ReportInput
  progress: AnalysisProgress
  /** With the token's name, which the history shows. */
  counts: NonNullable<ReportSummary['counts']> & Partial<Pick<ReportSummary, 'name' | 'symbol'>>
  event: Omit<AnalysisEvent, 'seq' | 'report_id'>
  ids: { report_id: string }
}

/** Chats know the tokens of this many reports by symbol. */
const NAMED_REPORTS = 50

export type Analysis = ReturnType<typeof createAnalysis>

/** Creates the service behind the calls below `/analysis`. */
export function createAnalysis(
  runs: Runs<ReportShape>,
  {
    db,
    rpc,
    demo,
    links,
    demoMints,
  }: {
    db: Database
    rpc: SolanaRpc
    demo: DemoReport
    links: ReportLinks
    demoMints: ReadonlySet<string>
  },
) {
  /** The demo report belongs to everyone. */
  const ownRun = async (userId: string, id: string): Promise<Run<ReportShape>> =>
    (await demo.own(userId, id)) ?? runs.own(userId, id)
  const bodyOf = async (id: string): Promise<string | null> =>
    (await runs.body(id)) ?? demo.body(id)

  const start = (userId: string, input: ReportInput, idempotencyKey: string | undefined) => {
    const { kind, addresses, minHits } = input
    return runs.start({
      userId,
      input,
      consumption: { type: kind, description: describe(input) },
      idempotencyKey,
      keyScope: kind,
      identity: { addresses, minHits },
    })
  }

  /** Returns a finished report with its body. Throws `CONFLICT` before the end. */
  async function finished(userId: string, id: string) {
    const run = await ownRun(userId, id)
    const body = run.status === 'done' ? await bodyOf(run.id) : null
    if (body === null) throw new AppError('CONFLICT', 'This report is not finished')
    return { run, body }
  }

  /** Returns the head of a CA report. Stores the parts of a report of an earlier version. */
  async function headOf(id: string, body: string): Promise<ReportHead> {
    const stored = readStored(body)
    if (stored !== null) return stored.head
    const parted = await storeReport(db, id, JSON.parse(body) as CaReport)
    await runs.rewriteBody(id, parted)
    return headOf(id, parted)
  }

  /** Returns what pages read of a CA report besides its status. */
  async function summaryPart(id: string, body: string) {
    const { wallets, excluded, clusters: _, ...head } = await headOf(id, body)
    // Reports of early versions lack members.
    const { gaps = [] } = (head.coverage ?? {}) as Partial<CaReport['coverage']>
    return {
      ...head,
      coverage: { ...head.coverage, gaps: gaps.slice(0, SHOWN_GAPS) },
      gaps_total: gaps.length,
      counts: { ...head.counts, wallets, excluded },
    }
  }

  async function clusterOf(id: string, clusterId: string): Promise<Cluster | null> {
    const stored = readStored((await bodyOf(id)) ?? '{}')
    return stored?.head.clusters.find((each) => each.id === clusterId) ?? null
  }

  /** Returns the id of a CA report whose parts are stored. Throws `CONFLICT` when it has none. */
  async function parts(userId: string, id: string): Promise<string> {
    const run = await ownRun(userId, id)
    if (run.input.kind !== 'CA_ANALYSIS') {
      throw new AppError('CONFLICT', 'Only the report of one token has this part')
    }
    if (run.status !== 'done') throw new AppError('CONFLICT', 'This report is not finished')
    if (!(await hasParts(db, run.id))) {
      const { body } = await finished(userId, id)
      await headOf(run.id, body)
    }
    return run.id
  }

  const summaryOf = (run: Run<ReportShape>): ReportSummary => ({
    ...runs.summary(run),
    ...namedCounts(run.counts),
    kind: run.input.kind,
    contract_address: run.input.kind === 'CA_ANALYSIS' ? (run.input.addresses[0] ?? null) : null,
    contract_addresses: [...run.input.addresses],
    progress: isOpen(run) ? run.progress : null,
    is_demo: run.input.addresses.every((address) => demoMints.has(address)),
  })

  return {
    async startCa(
      userId: string,
      body: { contract_address?: unknown },
      idempotencyKey: string | undefined,
    ) {
      const address = readAddress(body.contract_address)
      await lookUpMint(rpc, address)
      const input = { kind: 'CA_ANALYSIS', addresses: [address], minHits: null } as const
      return start(userId, input, idempotencyKey)
    },

    async startFinder(
      userId: string,
      body: { contract_addresses?: unknown; min_hits?: unknown },
      idempotencyKey: string | undefined,
    ) {
      const { addresses, minHits } = readFinderRequest(body)
      await Promise.all(addresses.map((address) => lookUpMint(rpc, address)))
      return start(userId, { kind: 'WALLET_FINDER', addresses, minHits }, idempotencyKey)
    },

    lookUp: (address: string) => lookUpAddress(rpc, address),

    async list(
      userId: string,
      page: { offset: number; limit: number },
    ): Promise<Page<ReportSummary>> {
      const [found, waiting] = await Promise.all([
        runs.list({ userId, ...page }),
        demo.find(userId),
      ])
      const rows = found.rows.map(summaryOf)
      if (waiting === null) return { ...found, rows }
      // It was there before everything else, so it is the last of the last page.
      const { offset, limit } = page
      const total = found.total + 1
      const isInPage = !found.hasMore && found.total >= offset && found.total < offset + limit
      return {
        rows: isInPage ? [...rows, summaryOf(waiting)] : rows,
        total,
        hasMore: found.hasMore || offset + limit < total,
      }
    },

    /** Returns the tokens of the user's latest reports and of the demo report, by symbol. */
    async listTokens(userId: string): Promise<{ symbol: string; address: string }[]> {
      const [{ rows }, waiting] = await Promise.all([
        runs.list({ userId, offset: 0, limit: NAMED_REPORTS }),
        demo.find(userId),
      ])
      return [...rows, ...(waiting === null ? [] : [waiting])].flatMap((run) => {
        const [address, ...others] = run.input.addresses
        const { symbol } = summaryOf(run)
        return address === undefined || others.length > 0 || !symbol ? [] : [{ symbol, address }]
      })
    },

    /** Returns the status, and beside it the summary of the result. */
    async read(userId: string, id: string): Promise<ReportSummary & Record<string, unknown>> {
      const run = await ownRun(userId, id)
      const summary = summaryOf(run)
      const body = run.status === 'done' ? await bodyOf(run.id) : null
      if (body === null) return summary
      if (run.input.kind === 'WALLET_FINDER') {
        const part = finderPart(body)
        const counts = summary.counts === null ? null : { ...part.counts, ...summary.counts }
        return { ...part, ...summary, counts }
      }
      const part = await summaryPart(run.id, body)
      const [address = ''] = run.input.addresses
      const earlier = await earlierReport(db, { ...run, kind: ANALYSIS, address })
      return {
        ...part,
        changes: earlier === undefined ? null : await rankChanges(db, run.id, earlier),
        ...summary,
        counts: summary.counts === null ? null : { ...part.counts, ...summary.counts },
      }
    },

    /** Returns the summary of a finished CA report without anything of its owner's. */
    async readShared(userId: string, id: string) {
      const runId = await parts(userId, id)
      const { body } = await finished(userId, id)
      return summaryPart(runId, body)
    },

    async linkedSince(userId: string, id: string): Promise<string | null> {
      const run = await ownRun(userId, id)
      return links.since(userId, run.id)
    },

    async link(userId: string, id: string) {
      return links.make(userId, await parts(userId, id))
    },

    async unlink(userId: string, id: string): Promise<void> {
      const run = await ownRun(userId, id)
      await links.end(userId, run.id)
    },

    async wallets(userId: string, id: string, query: WalletsQuery) {
      const { since } = query
      const compared = since === undefined ? {} : { since: await parts(userId, since) }
      return listWallets(db.slowReads, await parts(userId, id), { ...query, ...compared })
    },

    async wallet(userId: string, id: string, address: string): Promise<WalletDetail> {
      const runId = await parts(userId, id)
      const body = await readWallet(db, runId, address)
      if (body === null) throw new AppError('NOT_FOUND', 'This wallet is not in the report')
      const wallet = walletIn(body)
      const cluster = wallet.cluster_id === null ? null : await clusterOf(runId, wallet.cluster_id)
      return { ...wallet, cluster }
    },

    async series(userId: string, id: string, interval: number | undefined): Promise<ReportSeries> {
      const wanted = interval === undefined ? { maxBuckets: CHART_BUCKETS } : { interval }
      const body = await readSeries(db, await parts(userId, id), wanted)
      if (body === null) {
        throw new AppError('VALIDATION_FAILED', 'This report has no such interval', {
          fields: { interval: 'Must be one of the intervals of the report' },
        })
      }
      return JSON.parse(body) as ReportSeries
    },

    /** Yields the report as JSON. */
    async exportJson(userId: string, id: string): Promise<string | AsyncIterable<string>> {
      const { run, body } = await finished(userId, id)
      if (run.input.kind === 'WALLET_FINDER') return body
      return writeReport(db, run.id, await headOf(run.id, body))
    },

    /** Yields the report as a table. */
    async exportCsv(userId: string, id: string): Promise<string | AsyncIterable<string>> {
      const { run, body } = await finished(userId, id)
      if (run.input.kind === 'WALLET_FINDER') {
        return finderCsv(JSON.parse(body) as WalletFinderReport)
      }
      await headOf(run.id, body)
      return reportCsv(eachWallet(db, run.id))
    },

    async remove(userId: string, id: string): Promise<void> {
      const waiting = await demo.own(userId, id)
      await (waiting === null ? runs.remove(userId, id) : demo.remove(userId, waiting.id))
      await links.end(userId, id)
    },

    follow: runs.follow,
  }
}

function namedCounts(
  stored: ReportShape['counts'] | null,
): Pick<ReportSummary, 'counts' | 'name' | 'symbol'> {
  if (stored === null) return { counts: null, name: null, symbol: null }
  const { name = null, symbol = null, ...counts } = stored
  return { counts, name, symbol }
}

function describe({ kind, addresses }: ReportInput): string {
  const short = addresses.map((address) => `${address.slice(0, 4)}…${address.slice(-4)}`)
  return kind === 'CA_ANALYSIS'
    ? `CA Analysis of ${short[0]}`
    : `Wallet Finder over ${short.length} tokens: ${short.join(', ')}`
}
