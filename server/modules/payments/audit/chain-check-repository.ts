import type { Queryable } from '#server/db/database.ts'
import {
  ORDER_COLUMNS,
  toOrder,
  type OrderRow,
} from '#server/modules/payments/orders/orders-repository.ts'
import type { Currency, PaymentOrder } from '#server/modules/payments/orders/payment-order.ts'
import type { ReceiptState } from '#server/modules/payments/deposits/receipts-repository.ts'

/** The books' record of one payment. `received` in lamports or raw token units. */
export type BookedPayment = {
  readonly signature: string
  readonly currency: Currency
  readonly receiver: string
  readonly tokenMint: string | null
  readonly slot: number
  readonly state: ReceiptState
  readonly received: bigint
  /** Null unless it is or was credited. */
  readonly creditedLamports: bigint | null
  /** True if an operator decided about it with a note. */
  readonly isByHand: boolean
  /** Amount of the paid order; null without an order. */
  readonly orderLamports: bigint | null
  /** Raw token units that the order asked for; null unless it was paid in tokens. */
  readonly orderRawAmount: bigint | null
}

type BookedRow = Omit<BookedPayment, 'received' | 'slot' | 'orderRawAmount'> & {
  received: string
  slot: bigint
  orderRawAmount: string | null
}

const BOOKED = `select r.signature, r.currency, r.receiver, r.token_mint as "tokenMint", r.slot, r.state, r.received,
    r.credited_lamports as "creditedLamports", r.resolution_note is not null as "isByHand",
    o.amount_lamports as "orderLamports", o.token_raw_amount as "orderRawAmount"
  from payment_receipt r left join payment_order o on o.id = r.payment_id`

const toBooked = (row: BookedRow): BookedPayment => ({
  ...row,
  received: BigInt(row.received),
  slot: Number(row.slot),
  orderRawAmount: row.orderRawAmount === null ? null : BigInt(row.orderRawAmount),
})

/** Returns the payments by signature. Leaves out those that are not booked. */
export async function findBooked(
  q: Queryable,
  network: string,
  currency: Currency,
  signatures: readonly string[],
): Promise<Map<string, BookedPayment>> {
  const rows = await q.query<BookedRow>(
    `${BOOKED} where r.network = $1 and r.currency = $2 and r.signature = any($3)`,
    [network, currency, signatures],
  )
  return new Map(rows.map((row) => [row.signature, toBooked(row)]))
}

/** Returns all payments that are credited now, oldest first. */
export async function listCredited(q: Queryable, network: string): Promise<BookedPayment[]> {
  const rows = await q.query<BookedRow>(
    `${BOOKED} where r.network = $1 and r.state = 'CREDITED' order by r.recorded_at, r.id`,
    [network],
  )
  return rows.map(toBooked)
}

/** Returns the newest order of each treasury address that payers ever got. */
export async function listTreasuryOrders(q: Queryable, network: string): Promise<PaymentOrder[]> {
  const rows = await q.query<OrderRow>(
    `select distinct on (receiver, token_destination) ${ORDER_COLUMNS} from payment_order where network = $1
     order by receiver, token_destination, created_at desc`,
    [network],
  )
  return rows.map(toOrder)
}

/** Scan progress of an address. Everything from `startSlot` to the cursor is processed. */
export type ReadSpan = {
  readonly address: string
  readonly startSlot: number
  readonly cursorSlot: number
  readonly cursorSignature: string | null
  /** Signatures in the cursor's slot that count as dust. */
  readonly dustAtCursor: readonly string[]
  /** Dust up to the cursor, ordered by slot. */
  readonly dust: readonly BookedDust[]
}

/** The sum of small deposits from `firstSlot` to `lastSlot`. */
export type BookedDust = {
  readonly firstSlot: number
  readonly lastSlot: number
  readonly deposits: number
  readonly lamports: bigint
}

/** Reads cursors and dust in one statement, because they change together. */
export async function listReadSpans(q: Queryable, network: string): Promise<ReadSpan[]> {
  const rows = await q.query<{
    address: string
    start: bigint
    cursor: bigint
    signature: string | null
    counted: string[]
    first: bigint | null
    last: bigint | null
    deposits: bigint | null
    lamports: bigint | null
  }>(
    `select s.address, s.start_slot as start, s.cursor_slot as cursor, s.cursor_signature as signature,
       s.dust_at_cursor as counted, d.first_slot as first, d.last_slot as last, d.deposits, d.lamports
     from payment_scan s left join payment_dust d on d.network = s.network and d.address = s.address
     where s.network = $1 order by s.address, d.first_slot`,
    [network],
  )
  return [...Map.groupBy(rows, ({ address }) => address)].flatMap(([address, ofAddress]) => {
    const [scan] = ofAddress
    if (scan === undefined) return []
    return {
      address,
      startSlot: Number(scan.start),
      cursorSlot: Number(scan.cursor),
      cursorSignature: scan.signature,
      dustAtCursor: scan.counted,
      dust: ofAddress.flatMap(({ first, last, deposits, lamports }) =>
        deposits === null
          ? []
          : {
              firstSlot: Number(first),
              lastSlot: Number(last),
              deposits: Number(deposits),
              lamports: lamports ?? 0n,
            },
      ),
    }
  })
}
