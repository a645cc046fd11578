import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'

/** Locks the user's account, as charges do, so that parallel requests cannot all take the last free place. */
export async function lockUser(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select 1 from account where id = $1 for no key update', [userId])
}

const MINUTE = 60

/** Creates the error of a reached cap. `sentence` says what to do and has no full stop. */
export function capReached(sentence: string, retryAfterSeconds = MINUTE): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return new AppError('RATE_LIMITED', `${sentence}${laterText(seconds)}`, {
    retryAfterSeconds: seconds,
  })
}

const laterText = (seconds: number): string =>
  seconds <= MINUTE ? '.' : `, or try again in ${Math.ceil(seconds / MINUTE)} minutes.`

export const inWords = (count: number): string => count.toLocaleString('en-US')
