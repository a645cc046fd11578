import type {
  AnalysisEvent,
  AnalysisProgress,
  ReportKind,
  ReportSummary,
} from '#contract/analysis/analysis.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Page } from '#server/db/page.ts'
import { AppError } from '#server/errors.ts'
import { isOpen, type Run } from '#server/modules/runs/run.ts'
import type { Runs } from '#server/modules/runs/runs.ts'
import { lookUpMint, readAddress, readFinderRequest } from './analysis-request.ts'

export type ReportInput = {
  kind: ReportKind
  addresses: readonly string[]
  /** In how many tokens a wallet has to be ranked; null for the analysis of one token. */
  minHits: number | null
}

export type ReportShape = {
  input: ReportInput
  progress: AnalysisProgress
  counts: NonNullable<ReportSummary['counts']>
  event: Omit<AnalysisEvent, 'seq' | 'report_id'>
  ids: { report_id: string }
}

export type Analysis = ReturnType<typeof createAnalysis>

/** Creates the service behind the calls below `/analysis`. */
export function createAnalysis(runs: Runs<ReportShape>, rpc: SolanaRpc) {
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
    const run = await runs.own(userId, id)
    const body = run.status === 'done' ? await runs.body(id) : null
    if (body === null) throw new AppError('CONFLICT', 'This report is not finished')
    return { id: run.id, kind: run.input.kind, body }
  }

  const summaryOf = (run: Run<ReportShape>): ReportSummary => ({
    ...runs.summary(run),
    kind: run.input.kind,
    contract_address: run.input.kind === 'CA_ANALYSIS' ? (run.input.addresses[0] ?? null) : null,
    contract_addresses: [...run.input.addresses],
    progress: isOpen(run) ? run.progress : null,
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

    async list(
      userId: string,
      page: { offset: number; limit: number },
    ): Promise<Page<ReportSummary>> {
      const found = await runs.list({ userId, ...page })
      return { ...found, rows: found.rows.map(summaryOf) }
    },

    /** Returns the body under `report`, and its fields beside the status as well. */
    async read(userId: string, id: string) {
      const run = await runs.own(userId, id)
      const body = run.status === 'done' ? await runs.body(id) : null
      const report = body === null ? null : (JSON.parse(body) as { counts?: object })
      const summary = summaryOf(run)
      // A CA report counts more of its window than the history shows.
      const counts = summary.counts === null ? null : { ...report?.counts, ...summary.counts }
      return { ...report, ...summary, counts, report }
    },

    finished,
    remove: runs.remove,
    follow: runs.follow,
  }
}

function describe({ kind, addresses }: ReportInput): string {
  const short = addresses.map((address) => `${address.slice(0, 4)}…${address.slice(-4)}`)
  return kind === 'CA_ANALYSIS'
    ? `CA Analysis of ${short[0]}`
    : `Wallet Finder over ${short.length} tokens: ${short.join(', ')}`
}
