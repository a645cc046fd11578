import type { RankChanges } from '#contract/analysis/report-parts.ts'
import type { Queryable } from '#server/db/database.ts'

const MAX_LEFT = 50

type Earlier = { id: string; madeAt: Date }

/** Returns the user's last report of the same token before this one, or undefined. */
export async function earlierReport(
  q: Queryable,
  run: { id: string; userId: string; kind: string; address: string; createdAt: Date },
): Promise<Earlier | undefined> {
  const { id, userId, kind, address, createdAt } = run
  const [row] = await q.query<Earlier>(
    `select id, finished_at as "madeAt" from paid_run
     where user_id = $1 and kind = $2 and status = 'done' and hidden_at is null
       and id <> $3 and created_at <= $4 and input ->> 'kind' = 'CA_ANALYSIS'
       and input -> 'addresses' ->> 0 = $5
       and exists (select 1 from ca_report where ca_report.id = paid_run.id)
     order by created_at desc, id desc limit 1`,
    [userId, kind, id, createdAt, address],
  )
  return row
}

/**
 * Compares the ranks of a report with those of an earlier one. `left_wallets` holds the first 50 that left, by
 * their earlier rank.
 */
export async function rankChanges(
  q: Queryable,
  id: string,
  earlier: Earlier,
): Promise<RankChanges> {
  const [row] = await q.query<Pick<RankChanges, 'up' | 'down' | 'entered' | 'left'>>(
    `select
       count(*) filter (where now.place < before.place)::int as up,
       count(*) filter (where now.place > before.place)::int as down,
       count(*) filter (where before.address is null)::int as entered,
       count(*) filter (where now.address is null)::int as left
     from (select address, place from ca_report_wallet where report_id = $1 and is_ranked) as now
     full join (select address, place from ca_report_wallet where report_id = $2 and is_ranked) as before
       on before.address = now.address`,
    [id, earlier.id],
  )
  const leftWallets = await q.query<RankChanges['left_wallets'][number]>(
    `select before.address, before.place + 1 as rank_before, (
       select label ->> 'reason'
       from ca_report_wallet as now, jsonb_array_elements(now.facts -> 'labels') as label
       where now.report_id = $1 and now.address = before.address and (label ->> 'hard')::boolean
       order by now.place limit 1
     ) as reason
     from ca_report_wallet as before
     where before.report_id = $2 and before.is_ranked and not exists (
       select 1 from ca_report_wallet as now
       where now.report_id = $1 and now.address = before.address and now.is_ranked
     )
     order by before.place limit ${MAX_LEFT}`,
    [id, earlier.id],
  )
  const { up = 0, down = 0, entered = 0, left = 0 } = row ?? {}
  return {
    report_id: earlier.id,
    made_at: earlier.madeAt.toISOString(),
    up,
    down,
    entered,
    left,
    left_wallets: leftWallets,
  }
}
