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

/** Filters by name. A filter that is null lets every wallet pass. */
const FILTERS = `jsonb_to_record($2::jsonb) as filter (
  is_ranked boolean, search text, label text, is_fifo boolean, is_changed boolean,
  min_pnl_sol numeric, max_pnl_sol numeric, min_cost_sol numeric, max_cost_sol numeric,
  min_hold_seconds numeric, max_hold_seconds numeric, min_entry_rank numeric, max_entry_rank numeric,
  min_sells numeric
)`

const between = (value: string, name: string): string =>
  `(filter.min_${name} is null or ${value} >= filter.min_${name})
   and (filter.max_${name} is null or ${value} <= filter.max_${name})`

const PNL_SOL = numeric(
  `case when filter.is_fifo then facts -> 'fifo' else facts end ->> 'pnl_sol'`,
)

const MATCHES = `report_id = $1
  and (filter.is_ranked is null or wallet.is_ranked = filter.is_ranked)
  and (filter.search is null or strpos(lower(address), filter.search) > 0
    or strpos(replace(labels, '_', ' '), filter.search) > 0)
  and (filter.label is null or strpos(labels, ' ' || filter.label || ' ') > 0)
  and ${between(PNL_SOL, 'pnl_sol')}
  and ${between(`${numeric(`facts ->> 'cost_lamports'`)} / 1e9`, 'cost_sol')}
  and ${between(numeric(`facts ->> 'hold_seconds_median'`), 'hold_seconds')}
  and ${between(numeric(`facts -> 'first_buy' ->> 'rank'`), 'entry_rank')}
  and (filter.min_sells is null or ${numeric(`facts ->> 'sells'`)} >= filter.min_sells)
  and (filter.is_changed is not true or (wallet.is_ranked and rank_before is distinct from place + 1))`

const WALLETS = '(select *, null::int as rank_before from ca_report_wallet) as wallet'

/**
 * The wallets of two reports, each with its rank in the second. The planner has no statistics on a new
 * report yet, so it might join by comparing every pair of rows.
 */
const COMPARED = `(
  select *, min(place) filter (where report_id = $3 and is_ranked) over (partition by address) + 1 as rank_before
  from ca_report_wallet where report_id in ($1, $3)
) as wallet`

const IS_RANKED = { ranked: true, excluded: false, all: null } as const

/** Returns a page of a report's wallets with the exact number of matches. */
export async function listWallets(
  q: Queryable,
  id: string,
  query: WalletsQuery,
): Promise<Page<WalletRow>> {
  const { offset, limit, order, since } = query
  const filters = JSON.stringify({
    ...query,
    is_ranked: IS_RANKED[query.group],
    search: query.search?.trim().toLowerCase(),
    label: query.label || null,
    is_fifo: query.method === 'fifo',
    is_changed: since !== undefined && query.changed === 'true',
  })
  const values = since === undefined ? [id, filters] : [id, filters, since]
  const matches = `${since === undefined ? WALLETS : COMPARED}, ${FILTERS} where ${MATCHES}`
  const [rows, [count]] = await Promise.all([
    q.query<{ facts: WalletRow; rankBefore: number | null }>(
      `select facts, rank_before as "rankBefore" from ${matches}
       order by ${sortBy(query)} ${order} nulls last, place
       offset $${values.length + 1} limit $${values.length + 2}`,
      [...values, offset, limit],
    ),
    q.query<{ total: number }>(`select count(*)::int as total from ${matches}`, values),
  ])
  const total = count?.total ?? 0
  const found = rows.map(({ facts, rankBefore }) =>
    since === undefined ? facts : { ...facts, rank_before: rankBefore },
  )
  return { rows: found, total, hasMore: offset + rows.length < total }
}
