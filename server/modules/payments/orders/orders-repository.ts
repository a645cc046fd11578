import { readInBatches } from '#server/db/batches.ts'
import type { Queryable } from '#server/db/database.ts'
import { findPageStart, buildPageIdsSql } from '#server/db/list-places.ts'
import { createPage, type Page } from '#server/db/page.ts'
import { buildStatusCondition, getStatusAfter } from './order-transitions.ts'
import type { Currency, OrderToken, PayerOrder, PaymentOrder } from './payment-order.ts'

/** Row of `ORDER_COLUMNS`: an order with the columns of its token. */
export type OrderRow = Omit<PaymentOrder, 'token' | 'createdSlot' | 'lastValidBlockHeight'> & {
  createdSlot: bigint
  lastValidBlockHeight: bigint
  tokenMint: string | null
  tokenProgram: string | null
  tokenDestination: string | null
  tokenDecimals: number | null
  tokenRawAmount: string | null
}

export const ORDER_COLUMNS = `id as "paymentId", order_id as "orderId", order_number as "orderNumber", user_id as "userId",
  network, receiver, payer_wallet as "payerWallet", payer_linked as "isPayerLinked", currency,
  amount_lamports as "amountLamports", token_mint as "tokenMint", token_program as "tokenProgram",
  token_destination as "tokenDestination", token_decimals as "tokenDecimals", token_raw_amount as "tokenRawAmount",
  reference, status, created_slot as "createdSlot", last_valid_block_height as "lastValidBlockHeight",
  created_at as "createdAt", expires_at as "expiresAt", credited_lamports as "creditedLamports",
  transaction_signature as signature, is_late as "isLate", settled_at as "settledAt", reversed_at as "reversedAt",
  reversed_signature as "reversedSignature"`

export type NewOrder = {
  paymentId: string
  orderId: string
  orderNumber: string
  userId: string
  network: string
  receiver: string
  payerWallet: string
  isPayerLinked: boolean
  currency: Currency
  amountLamports: bigint
  token: OrderToken | null
  reference: string
  createdSlot: number
  lastValidBlockHeight: number
  createdAt: Date
  expiresAt: Date
}

/** Creates the order, or extends and returns the open one with the same terms. */
export async function openOrder(q: Queryable, order: NewOrder): Promise<PaymentOrder> {
  const { token } = order
  const rows = await q.query<OrderRow>(
    `insert into payment_order (id, order_id, order_number, user_id, network, receiver, payer_wallet, payer_linked,
       currency, amount_lamports, token_mint, token_program, token_destination, token_decimals, token_raw_amount,
       reference, created_slot, last_valid_block_height, created_at, expires_at, watch_at, token_offer)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $19, $21)
     on conflict (user_id, payer_wallet, amount_lamports, currency, token_offer, network, receiver)
       where status = 'PENDING'
     do update set
       payer_linked = payment_order.payer_linked or excluded.payer_linked,
       last_valid_block_height = greatest(payment_order.last_valid_block_height, excluded.last_valid_block_height),
       expires_at = greatest(payment_order.expires_at, excluded.expires_at),
       watch_at = excluded.watch_at
     returning ${ORDER_COLUMNS}`,
    [
      order.paymentId,
      order.orderId,
      order.orderNumber,
      order.userId,
      order.network,
      order.receiver,
      order.payerWallet,
      order.isPayerLinked,
      order.currency,
      order.amountLamports,
      token?.mint ?? null,
      token?.program ?? null,
      token?.destination ?? null,
      token?.decimals ?? null,
      token?.rawAmount ?? null,
      order.reference,
      order.createdSlot,
      order.lastValidBlockHeight,
      order.createdAt,
      order.expiresAt,
      token === null ? '' : `${token.mint}:${token.rawAmount}`,
    ],
  )
  const [row] = rows
  if (row === undefined) throw new Error('the order was neither opened nor found')
  return toOrder(row)
}

/** Returns the number of a user's unpaid orders and when the first one ends. Without any, the time is 1970. */
export async function countOpenOrders(
  q: Queryable,
  userId: string,
): Promise<{ count: number; firstEndsAt: Date }> {
  const [row] = await q.query<{ count: bigint; first_ends_at: Date | null }>(
    `select count(*) as count, min(expires_at) as first_ends_at from payment_order
     where user_id = $1 and status = 'PENDING'`,
    [userId],
  )
  return { count: Number(row?.count ?? 0), firstEndsAt: row?.first_ends_at ?? new Date(0) }
}

/** Stores a blockhash that the order issued. Idempotent. */
export async function insertBlockhash(
  q: Queryable,
  { paymentId, blockhash, issuedAt }: { paymentId: string; blockhash: string; issuedAt: Date },
): Promise<void> {
  await q.query(
    `insert into payment_blockhash (payment_id, blockhash, issued_at) values ($1, $2, $3)
     on conflict (payment_id, blockhash) do nothing`,
    [paymentId, blockhash, issuedAt],
  )
}

/** Returns an order of any user. */
export async function findOrderById(
  q: Queryable,
  paymentId: string,
): Promise<PaymentOrder | undefined> {
  const rows = await q.query<OrderRow>(`select ${ORDER_COLUMNS} from payment_order where id = $1`, [
    paymentId,
  ])
  return rows.map(toOrder)[0]
}

/** Returns undefined if it is another user's, or `orderId` does not match. */
export async function findOrder(
  q: Queryable,
  ids: { userId: string; paymentId: string; orderId?: string },
): Promise<PaymentOrder | undefined> {
  const rows = await q.query<OrderRow>(
    `select ${ORDER_COLUMNS} from payment_order
     where id = $1 and user_id = $2 and ($3::uuid is null or order_id = $3)`,
    [ids.paymentId, ids.userId, ids.orderId ?? null],
  )
  return rows.map(toOrder)[0]
}

/** Returns the orders whose reference is among the keys of a transaction. */
export async function findOrdersByReference(
  q: Queryable,
  keys: readonly string[],
): Promise<PaymentOrder[]> {
  const rows = await q.query<OrderRow>(
    `select ${ORDER_COLUMNS} from payment_order where reference = any($1)`,
    [keys],
  )
  return rows.map(toOrder)
}

/** Returns unpaid orders of a payer proven to be their user's, newest first, marked if they issued the blockhash. */
export async function findOrdersOfPayer(
  q: Queryable,
  by: {
    payer: string
    blockhash: string
    network: string
    receiver: string
    currency: Currency
    tokenMint: string | null
    createdAfter: Date
  },
): Promise<PayerOrder[]> {
  const rows = await q.query<OrderRow & { hasIssuedBlockhash: boolean }>(
    `select ${ORDER_COLUMNS}, exists (
       select 1 from payment_blockhash b where b.payment_id = payment_order.id and b.blockhash = $2)
         as "hasIssuedBlockhash"
     from payment_order
     where payer_wallet = $1 and network = $3 and receiver = $4 and currency = $5
       and token_mint is not distinct from $7::text
       and (payer_linked or exists (
         select 1 from user_wallet w where w.address = $1 and w.user_id = payment_order.user_id))
       and created_at >= $6 and status <> 'PAID'
     order by created_at desc, id desc limit 100`,
    [by.payer, by.blockhash, by.network, by.receiver, by.currency, by.createdAfter, by.tokenMint],
  )
  return rows.map(({ hasIssuedBlockhash, ...row }) => ({
    ...toOrder(row),
    isPayerLinked: true,
    hasIssuedBlockhash,
  }))
}

/** Returns true if the order was PENDING and is now CANCELLED. */
export async function cancelOrder(
  q: Queryable,
  ids: { userId: string; paymentId: string },
): Promise<boolean> {
  const rows = await q.query(
    `update payment_order set status = ${getStatusAfter('cancel')}
     where id = $1 and user_id = $2 and ${buildStatusCondition('cancel')} returning id`,
    [ids.paymentId, ids.userId],
  )
  return rows.length > 0
}

/** Expires orders that ended by `before`. Returns their number. */
export async function expireOrders(q: Queryable, before: Date): Promise<number> {
  const rows = await q.query(
    `update payment_order set status = ${getStatusAfter('expire')}
     where expires_at <= $1 and ${buildStatusCondition('expire')} returning id`,
    [before],
  )
  return rows.length
}

/** Records that the payer is the user's own wallet, proven after the order was created. */
export async function markPayerLinked(q: Queryable, paymentId: string): Promise<void> {
  await q.query(`update payment_order set payer_linked = true where id = $1 and not payer_linked`, [
    paymentId,
  ])
}

/** Returns a page of the user's orders, newest first. */
export async function listOrders(
  q: Queryable,
  { userId, offset, limit }: { userId: string; offset: number; limit: number },
): Promise<Page<PaymentOrder>> {
  const from = 'payment_order where user_id = $1'
  const list = { name: 'payment_order', userId, from, values: [userId], id: 'id' }
  const { key, skip, total } = await findPageStart(q, list, offset)
  const rows = await q.query<OrderRow>(
    `select ${ORDER_COLUMNS} from payment_order where id in (${buildPageIdsSql(list)})
     order by created_at desc, id desc`,
    [userId, key.at, key.id, skip, limit + 1],
  )
  return createPage(q, rows.map(toOrder), { offset, limit }, { ...list, total })
}

/** Yields all orders of a user in batches, newest first. */
export async function* readOrderBatches(
  q: Queryable,
  { userId, batchRows }: { userId: string; batchRows?: number },
): AsyncGenerator<readonly PaymentOrder[]> {
  const batches = readInBatches<OrderRow & { at: string }>(
    (after, limit) =>
      q.query(
        `select ${ORDER_COLUMNS}, created_at::text as at from payment_order
         where user_id = $1 and (created_at, id) < ($2::timestamptz, $3::uuid)
         order by created_at desc, id desc limit $4`,
        [userId, after.at, after.id, limit],
      ),
    ({ at, paymentId }) => ({ at, id: paymentId }),
    batchRows,
  )
  for await (const rows of batches) yield rows.map(({ at: _at, ...row }) => toOrder(row))
}

export function toOrder({
  tokenMint: mint,
  tokenProgram: program,
  tokenDestination: destination,
  tokenDecimals: decimals,
  tokenRawAmount: rawAmount,
  ...order
}: OrderRow): PaymentOrder {
  const isInToken =
    mint !== null &&
    program !== null &&
    destination !== null &&
    decimals !== null &&
    rawAmount !== null
  return {
    ...order,
    token: isInToken
      ? { mint, program, destination, decimals, rawAmount: BigInt(rawAmount) }
      : null,
    createdSlot: Number(order.createdSlot),
    lastValidBlockHeight: Number(order.lastValidBlockHeight),
  }
}
