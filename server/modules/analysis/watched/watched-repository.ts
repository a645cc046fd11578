import type { Queryable } from '#server/db/database.ts'
import { createPage, type Page } from '#server/db/page.ts'

export type WatchedRow = { address: string; note: string; createdAt: Date; lookedAt: Date | null }

/** Amounts are raw units in decimal digits. */
export type TradeRow = {
  address: string
  signature: string
  kind: 'BUY' | 'SELL'
  mint: string
  symbol: string | null
  tokens: string
  decimals: number
  quoteMint: string | null
  quoteAmount: string | null
  quoteDecimals: number | null
  slot: number
  tradedAt: Date
}

export type NewsRow = TradeRow & { note: string; foundAt: Date }

const TRADE = `trade.address, trade.signature, trade.kind, trade.mint, trade.symbol,
  trade.tokens::text as tokens, trade.decimals, trade.quote_mint as "quoteMint",
  trade.quote_amount::text as "quoteAmount", trade.quote_decimals as "quoteDecimals",
  trade.slot::float8 as slot, trade.traded_at as "tradedAt"`
const NEWEST_TRADE_FIRST = 'traded_at desc, slot desc, signature, mint'

/**
 * Watches a wallet and returns its note. `isUnseen` is true until the first poll of the wallet. Returns undefined if the
 * user already watches `limit` wallets. Requires a lock on the user.
 */
export async function saveWatched(
  tx: Queryable,
  {
    userId,
    address,
    note,
    limit,
  }: { userId: string; address: string; note: string | undefined; limit: number },
): Promise<{ note: string; isUnseen: boolean } | undefined> {
  // Insert this row first: `deleteUnwatched` waits for it and then sees the row below.
  const [watch] = await tx.query<{ isUnseen: boolean }>(
    `insert into wallet_watch (address) values ($1)
     on conflict (address) do update set address = excluded.address
     returning looked_at is null as "isUnseen"`,
    [address],
  )
  const [changed] = await tx.query<{ note: string }>(
    `update watched_wallet set note = coalesce($3, note) where user_id = $1 and address = $2
     returning note`,
    [userId, address, note ?? null],
  )
  const isUnseen = watch?.isUnseen === true
  if (changed) return { ...changed, isUnseen }
  const [added] = await tx.query<{ note: string }>(
    `insert into watched_wallet (user_id, address, note) select $1, $2, $3
     where (select count(*) from watched_wallet where user_id = $1) < $4
     returning note`,
    [userId, address, note ?? '', limit],
  )
  return added && { ...added, isUnseen }
}

/** Returns false if the user does not watch the wallet. */
export async function deleteWatched(q: Queryable, userId: string, address: string) {
  const rows = await q.query(
    'delete from watched_wallet where user_id = $1 and address = $2 returning address',
    [userId, address],
  )
  return rows.length === 1
}

/** Returns the wallets that a user watches, newest first. */
export async function listWatched(
  q: Queryable,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<Page<WatchedRow>> {
  const rows = await q.query<WatchedRow>(
    `select address, note, created_at as "createdAt", looked_at as "lookedAt"
     from watched_wallet left join wallet_watch using (address)
     where user_id = $1 order by created_at desc, address offset $2 limit $3`,
    [userId, offset, limit + 1],
  )
  const all = { from: 'watched_wallet where user_id = $1', values: [userId] }
  return createPage(q, rows, { offset, limit }, all)
}

/** Returns the newest trades of each address, newest first. */
export const listRecentTrades = (
  q: Queryable,
  addresses: readonly string[],
  limit: number,
): Promise<TradeRow[]> =>
  q.query<TradeRow>(
    `select ${TRADE} from unnest($1::text[]) as asked (address)
       cross join lateral (
         select * from watched_trade where watched_trade.address = asked.address
         order by ${NEWEST_TRADE_FIRST} limit $2
       ) trade
     order by ${NEWEST_TRADE_FIRST}`,
    [addresses, limit],
  )

/** Returns the trades of a wallet, newest first. Undefined: the user does not watch it. */
export async function listTrades(
  q: Queryable,
  {
    userId,
    address,
    offset,
    limit,
  }: { userId: string; address: string; offset: number; limit: number },
): Promise<Page<TradeRow> | undefined> {
  const watched = await q.query(
    'select 1 from watched_wallet where user_id = $1 and address = $2',
    [userId, address],
  )
  if (watched.length === 0) return undefined
  const rows = await q.query<TradeRow>(
    `select ${TRADE} from watched_trade trade where address = $1
     order by ${NEWEST_TRADE_FIRST} offset $2 limit $3`,
    [address, offset, limit + 1],
  )
  const all = { from: 'watched_trade where address = $1', values: [address] }
  return createPage(q, rows, { offset, limit }, all)
}

/** Returns the newest trades that wallets made since the user watches them, newest first. */
export const listNews = (q: Queryable, userId: string, limit: number): Promise<NewsRow[]> =>
  q.query(
    `select ${TRADE}, trade.found_at as "foundAt", watched.note
     from watched_wallet watched
       cross join lateral (
         select * from watched_trade
         where watched_trade.address = watched.address and traded_at > watched.created_at
         order by ${NEWEST_TRADE_FIRST} limit $2
       ) trade
     where watched.user_id = $1 order by ${NEWEST_TRADE_FIRST} limit $2`,
    [userId, limit],
  )

export type ResultRow = {
  reportId: string
  address: string
  facts: {
    rank: number | null
    score: number
    pnl_sol: number
    roi: number | null
    labels: { label: string }[]
  }
}

/** Returns the wallets with these addresses in these reports. A wallet that a report does not have is left out. */
export const listResults = (
  q: Queryable,
  reportIds: readonly string[],
  addresses: readonly string[],
): Promise<ResultRow[]> =>
  q.query<ResultRow>(
    `select report.id as "reportId", wallet.address, jsonb_build_object(
       'rank', facts -> 'rank', 'score', facts -> 'score', 'pnl_sol', facts -> 'pnl_sol',
       'roi', facts -> 'roi', 'labels', facts -> 'labels') as facts
     from unnest($1::uuid[]) as report (id)
       cross join unnest($2::text[]) as asked (address)
       cross join lateral (
         select address, facts from ca_report_wallet
         where report_id = report.id and ca_report_wallet.address = asked.address
         order by place limit 1
       ) wallet`,
    [reportIds, addresses],
  )

export type DueWatch = { address: string; newestSignature: string | null; isWatched: boolean }

/** Returns the watched address that waits longest after its time has come, and sets its next time. Undefined: none is due. */
export async function claimDueWatch(
  q: Queryable,
  everyMinutes: number,
): Promise<DueWatch | undefined> {
  const [due] = await q.query<DueWatch>(
    `update wallet_watch set next_at = now() + $1::int * interval '1 minute'
     where next_at <= now() and address = (
       select address from wallet_watch where next_at <= now()
       order by next_at, address limit 1 for update skip locked
     )
     returning address, newest_signature as "newestSignature", exists (
       select 1 from watched_wallet watched join app_user on app_user.id = watched.user_id
       where watched.address = wallet_watch.address and app_user.disabled_at is null
     ) as "isWatched"`,
    [everyMinutes],
  )
  return due
}

/** Removes an address with its trades, unless a user watches it. Requires a transaction. */
export async function deleteUnwatched(tx: Queryable, address: string): Promise<void> {
  await tx.query('select 1 from wallet_watch where address = $1 for update', [address])
  await tx.query(
    `delete from wallet_watch where address = $1
       and not exists (select 1 from watched_wallet where watched_wallet.address = $1)`,
    [address],
  )
}

/** Stores the trades that a poll found. The next poll begins after `newestSignature`; null leaves that as it is. */
export async function savePoll(
  tx: Queryable,
  {
    address,
    newestSignature,
    trades,
    keep,
  }: {
    address: string
    newestSignature: string | null
    trades: readonly TradeRow[]
    /** Number of newest trades of the address to keep. */
    keep: number
  },
): Promise<void> {
  const [known] = await tx.query(
    `update wallet_watch set looked_at = now(), newest_signature = coalesce($2, newest_signature)
     where address = $1 returning address`,
    [address, newestSignature],
  )
  if (known === undefined || trades.length === 0) return
  await tx.query(
    `insert into watched_trade (address, signature, mint, kind, symbol, tokens, decimals,
       quote_mint, quote_amount, quote_decimals, slot, traded_at)
     select $1, signature, mint, kind, symbol, tokens, decimals, "quoteMint", "quoteAmount",
       "quoteDecimals", slot, "tradedAt"
     from jsonb_to_recordset($2::jsonb) as added (signature text, mint text, kind text,
       symbol text, tokens numeric, decimals int, "quoteMint" text, "quoteAmount" numeric,
       "quoteDecimals" int, slot bigint, "tradedAt" timestamptz)
     on conflict (address, signature, mint) do nothing`,
    [address, JSON.stringify(trades)],
  )
  await tx.query(
    `delete from watched_trade where address = $1 and (signature, mint) in (
       select signature, mint from watched_trade where address = $1
       order by ${NEWEST_TRADE_FIRST} offset $2)`,
    [address, keep],
  )
}
