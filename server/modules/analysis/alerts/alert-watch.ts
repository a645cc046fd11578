import { SOL_MINT } from '#contract/analysis/alerts.ts'
import type { SolPrice } from '#server/clients/sol-price.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { SolanaRpc } from '#server/clients/solana-rpc/solana-rpc.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import { isUnavailable } from '#server/modules/analysis/watched/wallet-trades.ts'
import { claimDuePrices, deleteUnused, savePrice, type DuePrice } from './alert-repository.ts'
import { createPriceReader, readPoolPrice, type PriceReader } from './token-price.ts'

/** Kind of the job. */
const PRICE_WATCH = 'price-alerts'
/** Every minute. */
const SCHEDULE = '* * * * *'
/** Less than a minute, so that no round is missed. */
const EVERY_SECONDS = 45

type Parts = {
  db: Database
  rpc: SolanaRpc
  price: SolPrice | null
  /** Tokens that one round looks at; the others wait for the next one. */
  tokensPerRound: number
}

/** Returns the job that looks at the prices that alerts wait for, once for all users of a token. */
export const createPriceWatchJob = (parts: Parts): JobKind => ({
  kind: PRICE_WATCH,
  concurrency: 1,
  maxAttempts: 1,
  schedule: SCHEDULE,
  handler: (_payload, { signal }) => lookAtPrices(parts, signal),
})

/**
 * Looks at each due price once. A failing token does not stop the others; `AggregateError` reports them at the end. Stops
 * early if the node is unavailable: the remaining tokens are looked at in the next rounds.
 */
export async function lookAtPrices(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, tokensPerRound } = parts
  const reader = createPriceReader(parts, signal)
  const failures: unknown[] = []
  const due = await claimDuePrices(db, { everySeconds: EVERY_SECONDS, limit: tokensPerRound })
  for (const watch of due) {
    signal.throwIfAborted()
    try {
      if (watch.isUsed) await lookAtPrice(watch, { db, reader })
      else await db.transaction((tx) => deleteUnused(tx, watch.mint))
    } catch (error) {
      if (isUnavailable(error)) return
      signal.throwIfAborted()
      if (!(error instanceof RpcError)) failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'prices could not be read')
}

async function lookAtPrice(
  { mint, newestSignature }: DuePrice,
  { db, reader }: { db: Database; reader: PriceReader },
): Promise<void> {
  const { solPrice, signal } = reader
  const found =
    mint === SOL_MINT
      ? { price: solPrice === null ? null : await solPrice({ signal }), newest: null }
      : await readPoolPrice(reader, mint, newestSignature)
  if (found === 'unchanged' || found.price === null) return
  const { price, newest } = found
  await db.transaction((tx) => savePrice(tx, { mint, price, newestSignature: newest }))
}
