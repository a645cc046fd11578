import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import { canSkip } from '#server/modules/analysis/collect/transaction-fetcher.ts'
import {
  createSymbolReader,
  createTradeReader,
  fetchTrades,
  type TradeReader,
} from './trade-reader.ts'
import { runPollRound } from './poll-round.ts'
import { claimDueWatch, deleteUnwatched, savePoll, type DueWatch } from './watched-repository.ts'

/** Kind of the job. */
export const TRADE_WATCH = 'watched-wallets'
/** Every minute. */
const SCHEDULE = '* * * * *'
const KEPT_TRADES = 100
/** Transactions of the first poll, which show the wallet's latest trades. */
const FIRST_POLL = 20

type Parts = {
  db: Database
  rpc: SolanaRpc
  /** Time between two polls of the same wallet. */
  everyMinutes: number
}

/** Returns the job that polls the new trades of each watched wallet, once for all users. */
export const createTradePollJob = (parts: Parts): JobKind => ({
  kind: TRADE_WATCH,
  concurrency: 1,
  maxAttempts: 1,
  schedule: SCHEDULE,
  handler: (_payload, { signal }) => pollDueWallets(parts, signal),
})

/** Polls each due wallet once. */
export async function pollDueWallets(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, rpc, everyMinutes } = parts
  const readSymbol = createSymbolReader(rpc)
  await runPollRound(
    {
      claim: () => claimDueWatch(db, everyMinutes),
      look: async (watch, turn) => {
        if (!watch.isWatched) return db.transaction((tx) => deleteUnwatched(tx, watch.address))
        return pollWallet(watch, { db, reader: createTradeReader(rpc, turn, readSymbol) })
      },
      failed: 'wallets could not be polled',
    },
    signal,
  )
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
