import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import { canSkip } from '#server/modules/analysis/collect/transaction-fetcher.ts'
import { createTradeReader, fetchTrades, isUnavailable, type TradeReader } from './wallet-trades.ts'
import { claimDueWatches, deleteUnwatched, savePoll, type DueWatch } from './watched-repository.ts'

/** Kind of the job. */
export const TRADE_WATCH = 'watched-wallets'
/** Every minute. */
const SCHEDULE = '* * * * *'
const BATCH = 20
const KEPT_TRADES = 100
/** Transactions of the first poll, which show the wallet's latest trades. */
const FIRST_POLL = 20

type Parts = {
  db: Database
  rpc: SolanaRpc
  /** Time between two polls of the same wallet. */
  everyMinutes: number
}

/** Returns the job that looks for new trades of watched wallets, once for all users who watch the same one. */
export const createTradeWatchJob = (parts: Parts): JobKind => ({
  kind: TRADE_WATCH,
  concurrency: 1,
  maxAttempts: 1,
  schedule: SCHEDULE,
  handler: (_payload, { signal }) => pollDueWallets(parts, signal),
})

/**
 * Polls each due wallet once. A failing wallet does not stop the others; `AggregateError` reports them at the end. Stops early if the
 * node is unavailable: the remaining wallets are polled at their next time.
 */
export async function pollDueWallets(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, rpc, everyMinutes } = parts
  const reader = createTradeReader(rpc, signal)
  const failures: unknown[] = []
  for (;;) {
    signal.throwIfAborted()
    const due = await claimDueWatches(db, { everyMinutes, limit: BATCH })
    if (due.length === 0) break
    for (const watch of due) {
      try {
        if (watch.isWatched) await pollWallet(watch, { db, reader })
        else await db.transaction((tx) => deleteUnwatched(tx, watch.address))
      } catch (error) {
        if (isUnavailable(error)) return
        signal.throwIfAborted()
        if (!(error instanceof RpcError)) failures.push(error)
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'wallets could not be polled')
}

async function pollWallet(
  { address, newestSignature }: DueWatch,
  { db, reader }: { db: Database; reader: TradeReader },
): Promise<void> {
  const { newest, missing, trades } = await fetchTrades(reader, address, {
    until: newestSignature,
    // Trades of older transactions would not be kept.
    limit: newestSignature === null ? FIRST_POLL : KEPT_TRADES,
  })
  await db.transaction((tx) =>
    savePoll(tx, {
      address,
      newestSignature: canSkip(missing) ? newest : null,
      trades,
      keep: KEPT_TRADES,
    }),
  )
}
