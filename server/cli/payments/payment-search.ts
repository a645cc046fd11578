import { formatLamports } from '#contract/money.ts'
import type { Queryable } from '#server/db/database.ts'
import { findAccount } from '#server/cli/users/find-account.ts'
import { CommandError, printRows, printValue, withDatabase } from '#server/cli/operator.ts'
import { ANY_PAYER } from '#server/modules/payments/orders/payment-order.ts'

export type OrderListOptions = {
  orders: boolean
  user?: string
  status?: string
  limit: number
}

type Order = {
  paymentId: string
  orderId: string
  orderNumber: string
  userId: string
  username: string | null
  status: string
  currency: string
  lamports: bigint
  creditedLamports: bigint | null
  signature: string | null
  payerWallet: string
  reference: string
  createdAt: Date
}

const ORDER = `o.id as "paymentId", o.order_id as "orderId", o.order_number as "orderNumber", o.user_id as "userId",
  u.username, o.status, o.currency, o.amount_lamports as lamports, o.credited_lamports as "creditedLamports",
  o.transaction_signature as signature, o.payer_wallet as "payerWallet", o.reference, o.created_at as "createdAt"
  from payment_order o left join app_user u on u.id = o.user_id`

const STATUSES = ['PENDING', 'PAID', 'CANCELLED', 'EXPIRED']

export async function listOrders({ user, status, limit }: OrderListOptions): Promise<void> {
  const wanted = status?.toUpperCase() ?? null
  if (wanted !== null && !STATUSES.includes(wanted)) {
    throw new CommandError(`--status must be one of ${STATUSES.join(', ')}.`)
  }
  const rows = await withDatabase(async (db) => {
    const userId = user === undefined ? null : (await findAccount(db, user)).id
    return db.query<Order>(
      `select ${ORDER} where ($1::uuid is null or o.user_id = $1) and ($2::text is null or o.status = $2)
       order by o.created_at desc, o.id desc limit $3`,
      [userId, wanted, limit],
    )
  })
  printRows(rows, 'No orders.', formatOrder)
}

/** Prints an order, found by any of its ids, and the payments for it on the chain. */
export async function showPayment(id: string): Promise<void> {
  await withDatabase(async (db) => {
    const receipts = await findReceipts(db, id)
    const orders = await db.query<Order>(
      `select ${ORDER} where o.id::text = $1 or o.order_id::text = $1 or o.order_number = $1 or o.reference = $1
         or o.id = any($2) or o.transaction_signature = $1`,
      [id, receipts.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]))],
    )
    const [order] = orders
    const deposits =
      receipts.length > 0 || !order ? receipts : await findReceipts(db, order.paymentId)
    if (order === undefined && deposits.length === 0) {
      throw new CommandError(`There is no order or deposit ${id}.`)
    }
    printValue({ order: order ?? null, deposits }, [
      order === undefined ? 'No order.' : formatOrder(order),
      ...deposits.map(
        (receipt) =>
          `deposit ${receipt.signature}  ${receipt.state}  ${receipt.currency} ${receipt.received}  slot ${receipt.slot}  ${receipt.reason ?? receipt.note ?? ''}`,
      ),
    ])
  })
}

type Receipt = {
  signature: string
  paymentId: string | null
  state: string
  currency: string
  received: string
  slot: bigint
  reason: string | null
  note: string | null
  recordedAt: Date
}

const findReceipts = (q: Queryable, id: string): Promise<Receipt[]> =>
  q.query<Receipt>(
    `select signature, payment_id as "paymentId", state, currency, received, slot, reason, resolution_note as note,
       recorded_at as "recordedAt"
     from payment_receipt where signature = $1 or payment_id::text = $1 order by recorded_at`,
    [id],
  )

const formatOrder = (order: Order): string =>
  [
    order.orderNumber,
    `payment ${order.paymentId}`,
    order.status,
    `${formatLamports(order.lamports)} SOL in ${order.currency}`,
    order.creditedLamports === null ? '' : `credited ${formatLamports(order.creditedLamports)} SOL`,
    `user ${order.username ?? order.userId}`,
    order.payerWallet === ANY_PAYER ? 'any payer' : `payer ${order.payerWallet}`,
    order.signature ?? '',
    order.createdAt.toISOString(),
  ]
    .filter((part) => part !== '')
    .join('  ')
