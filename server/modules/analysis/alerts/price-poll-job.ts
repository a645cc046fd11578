import { SOL_MINT } from '#contract/analysis/alerts.ts'
import type { Database } from '#server/db/database.ts'
import type { JobKind } from '#server/jobs/jobs.ts'
import { runPollRound } from '#server/modules/analysis/watched/poll-round.ts'
import { claimDuePrice, savePrice, updateWatchedMints, type DuePrice } from './alert-repository.ts'
import { readPoolPrice, type PriceParts } from './token-price.ts'

/** Kind of the job. */
const PRICE_WATCH = 'price-alerts'
/** Every minute. */
const SCHEDULE = '* * * * *'
/** Less than a minute, so that no round is missed. */
const EVERY_SECONDS = 45

type Parts = PriceParts & {
  db: Database
  /** Maximum number of tokens per round; the others wait for the next one. */
  tokensPerRound: number
}

/** Returns the job that polls the price of each token with a waiting alert, once for all users. */
export const createPricePollJob = (parts: Parts): JobKind => ({
  kind: PRICE_WATCH,
  concurrency: 1,
  maxAttempts: 1,
  schedule: SCHEDULE,
  handler: (_payload, { signal }) => pollPrices(parts, signal),
})

/** Polls each due price once. */
export async function pollPrices(parts: Parts, signal: AbortSignal): Promise<void> {
  await updateWatchedMints(parts.db)
  await runPollRound(
    {
      claim: () => claimDuePrice(parts.db, EVERY_SECONDS),
      look: (due, turn) => pollPrice(due, parts, turn),
      limit: parts.tokensPerRound,
      failed: 'prices could not be read',
    },
    signal,
  )
}

async function pollPrice(
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
