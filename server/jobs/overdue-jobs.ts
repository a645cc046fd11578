import type { Queryable } from '#server/db/database.ts'
import { JOB_SCHEMA } from './queue-settings.ts'

/** A due job that has waited for longer has no process that takes jobs of its kind. */
export const OVERDUE_SECONDS = 120

/** Returns true if a due job has waited for more than `OVERDUE_SECONDS`. */
export async function hasOverdueJobs(q: Queryable): Promise<boolean> {
  const rows = await q.query(
    `select 1 from ${JOB_SCHEMA}.job where state in ('created', 'retry')
       and start_after < now() - interval '${OVERDUE_SECONDS} seconds' and name not like '\\_\\_%' limit 1`,
  )
  return rows.length > 0
}
