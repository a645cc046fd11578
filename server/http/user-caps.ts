import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'

/**
 * Locks the user's account, as charges do. Transactions that check a cap then run one after the other, so parallel
 * requests cannot all see the last free place.
 */
export async function lockUser(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select 1 from account where id = $1 for no key update', [userId])
}

const MINUTE = 60

/** Creates the error of a reached cap. `sentence`, without a full stop, says what to do about it. */
export function capReached(sentence: string, retryAfterSeconds = MINUTE): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return new AppError('RATE_LIMITED', `${sentence}${laterText(seconds)}`, {
    retryAfterSeconds: seconds,
  })
}

/** A wait of up to a minute is not mentioned: only the user can free a place. */
const laterText = (seconds: number): string =>
  seconds <= MINUTE ? '.' : `, or try again in ${Math.ceil(seconds / MINUTE)} minutes.`

export const inWords = (count: number): string => count.toLocaleString('en-US')
