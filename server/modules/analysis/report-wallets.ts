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

/** Results that each method has for itself. Ranks and scores are at average cost. */
const RESULTS: ReadonlySet<string> = new Set([
  'pnl_sol',
  'realized_sol',
  'unrealized_sol',
  'roi',
  'win_rate',
])

const numeric = (path: string): string => `(${path})::numeric`

type SortQuery = Pick<WalletsQuery, 'sort' | 'method'>

function sortBy({ sort, method }: SortQuery): string {
  if (sort === 'rank') return 'place'
  if (method === 'fifo' && RESULTS.has(sort)) return numeric(`facts -> 'fifo' ->> '${sort}'`)
  if (sort === 'trades') return `${numeric(`facts ->> 'buys'`)} + ${numeric(`facts ->> 'sells'`)}`
  return numeric(PATHS[sort] ?? `facts ->> '${sort}'`)
}

const between = (value: string, min: number, max: number): string =>
  `($${min}::numeric is null or ${value} >= $${min}::numeric)
   and ($${max}::numeric is null or ${value} <= $${max}::numeric)`

/** The wallets of a report with their ranks in an earlier one. */
const COMPARED = `(
  select *, (
    select before.place + 1 from ca_report_wallet as before
    where before.report_id = $14::uuid and before.is_ranked and before.address = ca_report_wallet.address
    limit 1
  ) as rank_before
  from ca_report_wallet
) as wallet`

const MATCHES = `report_id = $1 and ($2::boolean is null or is_ranked = $2)
  and ($3 = '' or strpos(lower(address), $3) > 0 or strpos(replace(labels, '_', ' '), $3) > 0)
  and ($4 = '' or strpos(labels, ' ' || $4 || ' ') > 0)
  and ${between(numeric(`case when $16::boolean then facts -> 'fifo' else facts end ->> 'pnl_sol'`), 5, 6)}
  and ${between(`${numeric(`facts ->> 'cost_lamports'`)} / 1e9`, 7, 8)}
  and ${between(numeric(`facts ->> 'hold_seconds_median'`), 9, 10)}
  and ${between(numeric(`facts -> 'first_buy' ->> 'rank'`), 11, 12)}
  and ($13::numeric is null or ${numeric(`facts ->> 'sells'`)} >= $13::numeric)
  and (not $15::boolean or (is_ranked and rank_before is distinct from place + 1))`

const IS_RANKED = { ranked: true, excluded: false, all: null } as const

/** Returns a page of a report's wallets with the exact number of matches. */
export async function listWallets(
  q: Queryable,
  id: string,
  query: WalletsQuery,
): Promise<Page<WalletRow>> {
  const { offset, limit, order, method } = query
  const since = query.since ?? null
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
    since,
    since !== null && query.changed === 'true',
    method === 'fifo',
  ]
  const [rows, [count]] = await Promise.all([
    q.query<{ facts: WalletRow; rankBefore: number | null }>(
      `select facts, rank_before as "rankBefore" from ${COMPARED} where ${MATCHES}
       order by ${sortBy(query)} ${order} nulls last, place offset $17 limit $18`,
      [...values, offset, limit],
    ),
    q.query<{ total: number }>(
      `select count(*)::int as total from ${COMPARED} where ${MATCHES}`,
      values,
    ),
  ])
  const total = count?.total ?? 0
  const found = rows.map(({ facts, rankBefore }) =>
    since === null ? facts : { ...facts, rank_before: rankBefore },
  )
  return { rows: found, total, hasMore: offset + rows.length < total }
}
