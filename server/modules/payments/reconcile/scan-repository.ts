import type { Queryable } from '#server/db/database.ts'
import {
  ORDER_COLUMNS,
  toOrder,
  type OrderRow,
} from '#server/modules/payments/orders/orders-repository.ts'
import { ANY_PAYER, type PaymentOrder } from '#server/modules/payments/orders/payment-order.ts'

export type ScanAddress = { readonly network: string; readonly address: string }

/** `startSlot`: the scan starts here. `cursor`: everything up to it is processed. */
export type ScanState = {
  readonly startSlot: number
  readonly cursorSignature: string | null
  readonly cursorSlot: number
}

/** Returns an address's scan. A new one begins at `slot`, or earlier at the network's oldest order. */
export async function openScan(
  q: Queryable,
  { network, address }: ScanAddress,
  slot: number,
): Promise<ScanState> {
  await q.query(
    `insert into payment_scan (network, address, start_slot, cursor_slot)
     select $1::text, $2::text, least($3::bigint, coalesce(min(created_slot), $3::bigint)), 0 from payment_order
     where network = $1 and (receiver = $2 or token_destination = $2)
     on conflict (network, address) do nothing`,
    [network, address, slot],
  )
  const state = await findScan(q, { network, address })
  if (state === undefined) throw new Error(`the scan of ${address} was neither opened nor found`)
  return state
}

/** Returns undefined if the address was never scanned. */
export async function findScan(
  q: Queryable,
  { network, address }: ScanAddress,
): Promise<ScanState | undefined> {
  const rows = await q.query<{
    start_slot: bigint
    cursor_signature: string | null
    cursor_slot: bigint
  }>(
    `select start_slot, cursor_signature, cursor_slot from payment_scan where network = $1 and address = $2`,
    [network, address],
  )
  const [row] = rows
  if (row === undefined) return undefined
  return {
    startSlot: Number(row.start_slot),
    cursorSignature: row.cursor_signature,
    cursorSlot: Number(row.cursor_slot),
  }
}

/** Schedule of reference lookups: frequent for new orders, then rarer, then none. */
export type WatchPlan = {
  readonly now: Date
  readonly nextFresh: Date
  /** Older orders wait for this share of their age, and at least until `nextExpired`. */
  readonly nextExpired: Date
  readonly partOfAge: number
  /** Orders created before this are no longer watched. */
  readonly watchedAfter: Date
}

/**
 * Claims orders whose reference is due and schedules their next lookup; other instances claim others. Users take
 * turns, so one user's many orders don't delay those of others.
 */
export async function takeDueOrders(
  q: Queryable,
  network: string,
  plan: WatchPlan,
  limit: number,
): Promise<PaymentOrder[]> {
  const rows = await q.query<OrderRow>(
    `update payment_order set watch_at = case
       when expires_at > $2 then $3::timestamptz
       when created_at > $6 then greatest($4::timestamptz, $2::timestamptz + ($2::timestamptz - created_at) * $5::float8)
       else null end
     where id in (
       select id from (
         select id, watch_at, row_number() over (partition by user_id order by watch_at) as turn
         from payment_order where watch_at <= $2 and network = $1 and status <> 'PAID') due
       order by turn, watch_at limit $7)
       and watch_at <= $2
     returning ${ORDER_COLUMNS}`,
    [network, plan.now, plan.nextFresh, plan.nextExpired, plan.partOfAge, plan.watchedAfter, limit],
  )
  return rows.map(toOrder)
}

/** Postpones the next lookup of the orders to `at`, because the chain did not answer. */
export async function postponeWatch(q: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await q.query(`update payment_order set watch_at = $2 where id = any($1) and status <> 'PAID'`, [
    ids,
    at,
  ])
}

/** An unmatched deposit that may pay one of the orders. */
export type UnmatchedDeposit = {
  readonly paymentId: string
  readonly receiptId: string
  readonly signature: string
  /** True if the payer is now proven to be the user's wallet. */
  readonly isPayerLinked: boolean
  readonly reversedAt: Date | null
}

/**
 * Returns unmatched deposits with a possible age, amount and wallet for these orders. Skips those already tried: only
 * a new proof of the wallet, or the end of an earlier payment, can make them match.
 */
export async function findUnmatchedFor(
  q: Queryable,
  paymentIds: readonly string[],
  limitPerOrder: number,
): Promise<UnmatchedDeposit[]> {
  return q.query<UnmatchedDeposit>(
    `select "paymentId", "receiptId", signature, "isPayerLinked", "reversedAt" from (
       select o.id as "paymentId", r.id as "receiptId", r.signature, r.slot,
         o.is_linked as "isPayerLinked", o.reversed_at as "reversedAt",
         row_number() over (partition by o.id order by r.slot, r.id) as place
       from (select *, payer_linked or exists (select 1 from user_wallet w
             where w.address = payer_wallet and w.user_id = payment_order.user_id) as is_linked
           from payment_order where id = any($1) and status <> 'PAID') o
         join payment_receipt r on (r.payer = o.payer_wallet
             or (o.payer_wallet = '${ANY_PAYER}' and r.payment_id = o.id))
           and r.state = 'UNMATCHED'
           and r.slot >= o.created_slot and r.network = o.network and r.receiver = o.receiver
           and r.currency = o.currency and r.token_mint is not distinct from o.token_mint
           and r.received >= coalesce(o.token_raw_amount, o.amount_lamports)
         left join payment_second_look l on l.payment_id = o.id and l.receipt_id = r.id
           and l.payer_linked = o.is_linked and l.reversed_at is not distinct from o.reversed_at
       where l.payment_id is null) s
     where place <= $2 order by slot, signature`,
    [paymentIds, limitPerOrder],
  )
}

/** Records that these deposits don't pay their orders now. */
export async function recordTried(q: Queryable, tried: readonly UnmatchedDeposit[]): Promise<void> {
  await q.query(
    `insert into payment_second_look (payment_id, receipt_id, payer_linked, reversed_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::timestamptz[])
     on conflict (payment_id, receipt_id) do update set
       payer_linked = excluded.payer_linked, reversed_at = excluded.reversed_at`,
    [
      tried.map(({ paymentId }) => paymentId),
      tried.map(({ receiptId }) => receiptId),
      tried.map(({ isPayerLinked }) => isPayerLinked),
      tried.map(({ reversedAt }) => reversedAt),
    ],
  )
}

/** Returns the newest watched order of each treasury address. */
export async function findWatchedTreasuries(
  q: Queryable,
  network: string,
): Promise<PaymentOrder[]> {
  const rows = await q.query<OrderRow>(
    `select distinct on (receiver, token_destination) ${ORDER_COLUMNS} from payment_order
     where watch_at is not null and network = $1
     order by receiver, token_destination, created_at desc`,
    [network],
  )
  return rows.map(toOrder)
}

/** Returns true if a payment may arrive at any moment. */
export async function hasFreshOrders(q: Queryable, network: string, now: Date): Promise<boolean> {
  const rows = await q.query(
    `select 1 from payment_order where status = 'PENDING' and expires_at > $2 and network = $1 limit 1`,
    [network, now],
  )
  return rows.length > 0
}

/** Returns the highest slot seen. A node below it is missing part of the history. */
export async function findHighestSlot(q: Queryable, network: string): Promise<number> {
  const rows = await q.query<{ slot: bigint }>(
    `select greatest(
       coalesce((select max(cursor_slot) from payment_scan where network = $1), 0),
       coalesce((select created_slot from payment_order where network = $1 order by id desc limit 1), 0)) as slot`,
    [network],
  )
  return Number(rows[0]?.slot ?? 0n)
}
