import type { LimitSettings } from '#contract/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { capReached } from '#server/http/user-caps.ts'

const MINUTE = 60

/**
 * Checks that a user may start one more run of any kind. Call it after the charge, which has locked the user's account,
 * and before the run is inserted. Throws `RATE_LIMITED`.
 */
export async function checkStart(
  tx: Queryable,
  userId: string,
  caps: Pick<LimitSettings, 'runningJobs' | 'unpaidStarts'>,
): Promise<void> {
  const [row] = await tx.query<{ running: bigint; waitSeconds: number | null }>(
    `select
       (select count(*) from paid_run where user_id = $1 and status in ('queued', 'running')) as running,
       (select extract(epoch from finished_at + interval '1 hour' - now())::float8 from paid_run
        where user_id = $1 and status in ('failed', 'cancelled') and finished_at > now() - interval '1 hour'
        order by finished_at desc offset $2 limit 1) as "waitSeconds"`,
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
