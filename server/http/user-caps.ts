import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'

/**
 * Makes transactions of one user that check a cap run one after the other, so that parallel requests cannot all see the
 * last free place. Charges lock the same row.
 */
export async function lockUser(tx: Queryable, userId: string): Promise<void> {
  await tx.query('select 1 from account where id = $1 for no key update', [userId])
}

const MINUTE = 60

/** `sentence`, without its full stop, says what there is too much of and what the user can do. */
export function capReached(sentence: string, retryAfterSeconds = MINUTE): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds))
  return new AppError('RATE_LIMITED', `${sentence}${laterText(seconds)}`, {
    retryAfterSeconds: seconds,
  })
}

/** No time for what only the user can change. */
const laterText = (seconds: number): string =>
  seconds <= MINUTE ? '.' : `, or try again in ${Math.ceil(seconds / MINUTE)} minutes.`

export const inWords = (count: number): string => count.toLocaleString('en-US')

type StartCaps = { readonly runningJobs: number; readonly unpaidStarts: number }

/**
 * Checks that a user may start one more piece of paid work. Call it after the charge, which has locked the user, and
 * before the work is put on record. Throws `RATE_LIMITED`.
 */
export async function checkStart(tx: Queryable, userId: string, caps: StartCaps): Promise<void> {
  const [row] = await tx.query<{ running: bigint; waitSeconds: number | null }>(
    `select
       (select count(*) from analysis_report
        where user_id = $1 and status in ('queued', 'running'))
       + (select count(*) from research where user_id = $1 and status in ('queued', 'running')) as running,
       (select extract(epoch from finished_at + interval '1 hour' - now())::float8 from (
          select finished_at from analysis_report
          where user_id = $1 and status in ('failed', 'cancelled') and finished_at > now() - interval '1 hour'
          union all
          select finished_at from research
          where user_id = $1 and status in ('failed', 'cancelled') and finished_at > now() - interval '1 hour'
        ) unpaid order by finished_at desc offset $2 limit 1) as "waitSeconds"`,
    [userId, caps.unpaidStarts - 1],
  )
  if (row === undefined) return
  if (Number(row.running) >= caps.runningJobs) {
    throw capReached(`${caps.runningJobs} of your queries are still running. Wait for one to end`)
  }
  if (row.waitSeconds !== null) {
    const minutes = Math.max(1, Math.ceil(row.waitSeconds / MINUTE))
    throw new AppError(
      'RATE_LIMITED',
      `${caps.unpaidStarts} queries ended without a charge in the last hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      { retryAfterSeconds: row.waitSeconds },
    )
  }
}
