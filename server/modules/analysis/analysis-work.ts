import type { AnalysisProgress } from '#contract/analysis/analysis.ts'
import type { Transactional } from '#server/db/database.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import { MINUTE_MS } from '#server/lib/durations.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Run, RunContext, RunResult } from '#server/modules/runs/run.ts'
import { draftReport, completeReport, type DraftReport, type FinderInput } from '#engine/index.ts'
import { collect } from '#server/modules/analysis/collect/collect.ts'
import { createTokenStore } from '#server/modules/analysis/store/token-store.ts'
import { lookUpMint, readTexts } from './analysis-request.ts'
import { createNoTradesError } from './analysis-failure.ts'
import type { ReportShape } from './report-run.ts'
import { buildFinderResult, analyzeOneOfSeveral } from './finder-work.ts'
import { storeReport } from './report-store.ts'

export type AnalysisSettings = {
  limits: AnalysisLimits
  store: {
    /** Space for the stored data of all tokens, in megabytes. */
    maxMb: number
    /** False on the embedded chain, where an import may add to the past. Then each analysis reads all histories again. */
    isPastFixed: boolean
  }
}

export type AnalysisParts = AnalysisSettings & {
  rpc: SolanaRpc
  /** The price of SOL where the chain has none; null without a source. */
  price: SolPrice | null
  /** Tokens of the demo market, the main one first. Empty on other networks. */
  demoMints: readonly string[]
}

export type AnalysisLimits = {
  /** Maximum number of transactions read for one token. */
  maxTransactions: number
  /** Megabytes of answers with transactions read for one token. */
  maxMb: number
  /** Time for reading from the chain. The report uses the transactions read by then. */
  maxMinutes: number
}

export type AnalysisContext = Pick<RunContext<ReportShape>, 'signal' | 'reportProgress'> & {
  db: Transactional
}

/**
 * Makes the report of one token, or finds the wallets that rank in several. Throws `RunFailed` when there is
 * nothing to report, and the errors of `lookUpMint` and `collect`.
 */
export async function analyzeTokens(
  { rpc, limits, price, store: { maxMb, isPastFixed } }: Omit<AnalysisParts, 'demoMints'>,
  { id, input: { kind, addresses, minHits } }: Pick<Run<ReportShape>, 'id' | 'input'>,
  { db, signal, reportProgress }: AnalysisContext,
): Promise<RunResult<ReportShape>> {
  const startedAt = performance.now()
  const store = createTokenStore(db, { maxBytes: maxMb * 1_000_000, isPastFixed })
  const report = (progress: AnalysisProgress): void =>
    reportProgress(progress, { type: 'progress', status: 'running', progress, failure: null })

  /** `timeShare` is the share of the time that may have passed when reading this token ends. */
  const analyzeToken = async (
    address: string,
    timeShare: number,
    onProgress: (progress: AnalysisProgress) => void,
  ): Promise<DraftReport> => {
    const mint = await lookUpMint(rpc, address, signal)
    const texts = await readTexts(rpc, mint, signal)
    const { market, ...input } = await collect(mint, {
      rpc,
      signal,
      onProgress,
      record: await store.open(address),
      limits: {
        ...limits,
        endsAt: startedAt + timeShare * limits.maxMinutes * MINUTE_MS,
      },
      solUsd: async () => (price === null ? null : price({ signal })),
    })
    signal.throwIfAborted()
    await store.prune(address)
    return draftReport(market, { ...input, texts })
  }

  if (kind === 'CA_ANALYSIS') {
    const found = await analyzeToken(addresses[0] ?? '', 1, report)
    const { trades } = found.counts
    if (trades === 0) throw createNoTradesError([found])
    const { name, symbol } = found.token
    const { length: wallets } = found.wallets
    const counts = { wallets, excluded: found.excluded.length, trades, name, symbol }
    return { body: await storeReport(db, id, found), counts }
  }

  const results: FinderInput[] = []
  for (const [index, address] of addresses.entries()) {
    const share = 100 / addresses.length
    results.push(
      await analyzeOneOfSeveral(address, async () => {
        const timeShare = (index + 1) / addresses.length
        const draft = await analyzeToken(
          address,
          timeShare,
          ({ provisional: _provisional, ...progress }) =>
            report({
              ...progress,
              message: `Token ${index + 1} of ${addresses.length}: ${progress.message}`,
              percent: Math.round(index * share + (progress.percent / 100) * share),
            }),
        )
        return completeReport(draft)
      }),
    )
    signal.throwIfAborted()
  }
  return buildFinderResult(results, minHits ?? 2)
}
