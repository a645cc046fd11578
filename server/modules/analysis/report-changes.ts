import type { RankChanges } from '#contract/analysis/report-parts.ts'
import type { Queryable } from '#server/db/database.ts'

const MAX_LEFT = 50

type Earlier = { id: string; madeAt: Date }

/**
 * Returns the user's last report of the same token before this one, or undefined. The demo report counts as one while
 * the user has not removed it.
 */
export async function findEarlierReport(
  q: Queryable,
  run: { id: string; userId: string; kind: string; address: string; createdAt: Date },
): Promise<Earlier | undefined> {
  const { id, userId, kind, address, createdAt } = run
  const [row] = await q.query<Earlier>(
    `select id, made_at as "madeAt" from (
       select id, finished_at as made_at, created_at from paid_run
       where user_id = $1 and kind = $2 and status = 'done' and hidden_at is null
         and id <> $3 and created_at <= $4 and input ->> 'kind' = 'CA_ANALYSIS'
         and input -> 'addresses' ->> 0 = $5
       union all
       select id, made_at, made_at from demo_report
       where mint = $5 and body is not null and id <> $3 and made_at <= $4 and not exists (
         select 1 from demo_report_removed where report_id = demo_report.id and user_id = $1
       )
     ) as report
     where exists (select 1 from ca_report where ca_report.id = report.id)
     order by created_at desc, id desc limit 1`,
    [userId, kind, id, createdAt, address],
  )
  return row
}

/** Compares ranks with an earlier report's. `left_wallets`: the first 50 that left, by earlier rank. */
export async function compareRanks(
  q: Queryable,
  id: string,
  earlier: Earlier,
): Promise<RankChanges> {
  // The planner has no statistics on a new report yet, so it might join by comparing every pair of rows.
  const [row] = await q.query<
    Pick<RankChanges, 'up' | 'down' | 'entered' | 'left' | 'left_wallets'>
  >(
    `with wallet as (
       select address,
         min(place) filter (where report_id = $1) as place,
         min(place) filter (where report_id = $1 and is_ranked) as ranked,
         min(place) filter (where report_id = $2 and is_ranked) as ranked_before
       from ca_report_wallet where report_id in ($1, $2) group by address
     ), gone as (
       select address, ranked_before + 1 as rank_before, (
         select label ->> 'reason'
         from ca_report_wallet as now, jsonb_array_elements(now.facts -> 'labels') as label
         where now.report_id = $1 and now.place = wallet.place and (label ->> 'hard')::boolean
         limit 1
       ) as reason
       from wallet where ranked_before is not null and ranked is null
       order by ranked_before limit ${MAX_LEFT}
     )
     select
       count(*) filter (where ranked < ranked_before)::int as up,
       count(*) filter (where ranked > ranked_before)::int as down,
       count(*) filter (where ranked is not null and ranked_before is null)::int as entered,
       count(*) filter (where ranked_before is not null and ranked is null)::int as left,
       (select coalesce(jsonb_agg(gone order by rank_before), '[]') from gone) as left_wallets
     from wallet`,
    [id, earlier.id],
  )
  const { up = 0, down = 0, entered = 0, left = 0, left_wallets: leftWallets = [] } = row ?? {}
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
