import type { WalletRow, WalletSort, WalletsQuery } from '#contract/analysis/report-parts.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'

/** Members of `facts` that a sort reads under another name. */
const PATHS: Readonly<Partial<Record<WalletSort, string>>> = {
  first_buy_rank: `facts -> 'first_buy' ->> 'rank'`,
  first_buy_time: `facts -> 'first_buy' ->> 'time'`,
  first_buy_mcap_usd: `facts -> 'first_buy' ->> 'mcap_usd'`,
  last_trade_time: `facts -> 'last_trade' ->> 'time'`,
}

const numeric = (path: string): string => `(${path})::numeric`

function sortBy(sort: WalletSort): string {
  if (sort === 'rank') return 'place'
  if (sort === 'trades') return `${numeric(`facts ->> 'buys'`)} + ${numeric(`facts ->> 'sells'`)}`
  return numeric(PATHS[sort] ?? `facts ->> '${sort}'`)
}

const between = (value: string, min: number, max: number): string =>
  `($${min}::numeric is null or ${value} >= $${min}::numeric)
   and ($${max}::numeric is null or ${value} <= $${max}::numeric)`

const MATCHES = `report_id = $1 and ($2::boolean is null or is_ranked = $2)
  and ($3 = '' or strpos(lower(address), $3) > 0 or strpos(replace(labels, '_', ' '), $3) > 0)
  and ($4 = '' or strpos(labels, ' ' || $4 || ' ') > 0)
  and ${between(numeric(`facts ->> 'pnl_sol'`), 5, 6)}
  and ${between(`${numeric(`facts ->> 'cost_lamports'`)} / 1e9`, 7, 8)}
  and ${between(numeric(`facts ->> 'hold_seconds_median'`), 9, 10)}
  and ${between(numeric(`facts -> 'first_buy' ->> 'rank'`), 11, 12)}
  and ($13::numeric is null or ${numeric(`facts ->> 'sells'`)} >= $13::numeric)`

const IS_RANKED = { ranked: true, excluded: false, all: null } as const

/** Returns a page of a report's wallets with the exact number of matches. */
export async function listWallets(
  q: Queryable,
  id: string,
  query: WalletsQuery,
): Promise<Page<WalletRow>> {
  const { offset, limit, sort, order } = query
  const values = [
    id,
    IS_RANKED[query.group],
    (query.search ?? '').trim().toLowerCase(),
    query.label ?? '',
    query.min_pnl_sol ?? null,
    query.max_pnl_sol ?? null,
    query.min_cost_sol ?? null,
    query.max_cost_sol ?? null,
    query.min_hold_seconds ?? null,
    query.max_hold_seconds ?? null,
    query.min_entry_rank ?? null,
    query.max_entry_rank ?? null,
    query.min_sells ?? null,
  ]
  const [rows, [count]] = await Promise.all([
    q.query<{ facts: WalletRow }>(
      `select facts from ca_report_wallet where ${MATCHES}
       order by ${sortBy(sort)} ${order} nulls last, place offset $14 limit $15`,
      [...values, offset, limit],
    ),
    q.query<{ total: number }>(
      `select count(*)::int as total from ca_report_wallet where ${MATCHES}`,
      values,
    ),
  ])
  const total = count?.total ?? 0
  return { rows: rows.map(({ facts }) => facts), total, hasMore: offset + rows.length < total }
}
