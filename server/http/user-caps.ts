import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'

/** Locks the user, as charges do, so that parallel requests can't pass a cap. Throws `SESSION_REVOKED` if deleted. */
export async function lockUser(tx: Queryable, userId: string): Promise<void> {
  const [account] = await tx.query<{ isClosed: boolean }>(
    `select closed_at is not null as "isClosed" from account where id = $1 for no key update`,
    [userId],
  )
  if (account?.isClosed === true) {
    throw new AppError('SESSION_REVOKED', 'This account was deleted.')
  }
}

const MINUTE = 60

/** Creates the error of a reached cap. `sentence` says what to do and has no full stop. */
export function createCapError(sentence: string, retryAfterSeconds = MINUTE): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return new AppError('RATE_LIMITED', `${sentence}${formatLater(seconds)}`, {
    retryAfterSeconds: seconds,
  })
}

const formatLater = (seconds: number): string =>
  seconds <= MINUTE ? '.' : `, or try again in ${Math.ceil(seconds / MINUTE)} minutes.`
