import { SOL_MINT } from '#contract/analysis/alerts.ts'
import { RpcError } from '#server/clients/solana-rpc/solana-rpc-errors.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import { isUnavailable } from '#server/modules/analysis/watched/wallet-trades.ts'
import { claimDuePrice, savePrice, updateWatchedMints, type DuePrice } from './alert-repository.ts'
import { readPoolPrice, type PriceParts } from './token-price.ts'

/** Kind of the job. */
const PRICE_WATCH = 'price-alerts'
/** Every minute. */
const SCHEDULE = '* * * * *'
/** Less than a minute, so that no round is missed. */
const EVERY_SECONDS = 45
/** A round ends before the next one begins. Tokens that it does not reach come first then. */
const ROUND_MS = 50_000
/** A token that takes longer is read again in a later round, so that the others have their turn. */
const TOKEN_MS = 15_000

type Parts = PriceParts & {
  db: Database
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
 * Looks at each due price once. A token that fails or hangs does not stop the others; `AggregateError` reports unexpected
 * failures at the end.
 */
export async function lookAtPrices(parts: Parts, signal: AbortSignal): Promise<void> {
  const { db, tokensPerRound } = parts
  const round = AbortSignal.any([signal, AbortSignal.timeout(ROUND_MS)])
  const failures: unknown[] = []
  await updateWatchedMints(db)
  for (let looks = 0; looks < tokensPerRound && !round.aborted; looks += 1) {
    const due = await claimDuePrice(db, EVERY_SECONDS)
    if (due === undefined) break
    const token = AbortSignal.any([round, AbortSignal.timeout(TOKEN_MS)])
    try {
      await lookAtPrice(due, parts, token)
    } catch (error) {
      signal.throwIfAborted()
      if (!token.aborted && !isUnavailable(error) && !(error instanceof RpcError)) {
        failures.push(error)
      }
    }
  }
  signal.throwIfAborted()
  if (failures.length > 0) throw new AggregateError(failures, 'prices could not be read')
}

async function lookAtPrice(
  { mint, newestSignature: since }: DuePrice,
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  const found =
    mint === SOL_MINT
      ? { price: (await parts.price?.({ signal })) ?? null, newest: null }
      : await readPoolPrice(parts, { mint, since, signal })
  if (found === undefined) return
  const { price, newest } = found
  await parts.db.transaction((tx) => savePrice(tx, { mint, price, newestSignature: newest }))
}
