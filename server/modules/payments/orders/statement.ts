import { formatCsv, type CsvCell } from '#contract/csv.ts'
import { formatLamports, formatTokenAmount, LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { Queryable } from '#server/db/database.ts'
import type { ConsumptionRow } from '#server/modules/ledger/ledger-repository.ts'
import { readOrderBatches } from './orders-repository.ts'
import { ANY_PAYER, type PaymentOrder } from './payment-order.ts'

const RECHARGE_COLUMNS = [
  'created_at',
  'order_number',
  'order_id',
  'status',
  'amount_sol',
  'currency',
  'token_amount',
  'token_mint',
  'payer_wallet',
  'transaction_signature',
  'late',
  'settled_at',
  'reversed_at',
]

const CONSUMPTION_COLUMNS = [
  'created_at',
  'id',
  'consumption_type',
  'status',
  'amount_sol',
  'points',
  'quantity',
  'description',
  'feature_id',
]

/** Yields all orders of a user as CSV, newest first. */
export const writeRechargeStatement = (
  q: Queryable,
  of: { userId: string; batchRows?: number },
): AsyncIterable<string> => table(RECHARGE_COLUMNS, readOrderBatches(q, of), orderCells)

/** Yields what a user has bought as CSV. */
export const writeConsumptionStatement = (
  batches: AsyncIterable<readonly ConsumptionRow[]>,
): AsyncIterable<string> => table(CONSUMPTION_COLUMNS, batches, consumptionCells)

const orderCells = (order: PaymentOrder): readonly CsvCell[] => [
  order.createdAt.toISOString(),
  order.orderNumber,
  order.orderId,
  order.status,
  formatLamports(order.creditedLamports ?? order.amountLamports),
  order.currency,
  order.token === null ? null : formatTokenAmount(order.token.rawAmount, order.token.decimals),
  order.token?.mint ?? null,
  order.payerWallet === ANY_PAYER ? null : order.payerWallet,
  order.signature ?? order.reversedSignature,
  order.isLate ? 'yes' : 'no',
  order.settledAt?.toISOString() ?? null,
  order.reversedAt?.toISOString() ?? null,
]

const consumptionCells = (row: ConsumptionRow): readonly CsvCell[] => [
  row.createdAt.toISOString(),
  row.transferId,
  row.type,
  row.status,
  formatLamports(row.lamports),
  Number(row.lamports) / Number(LAMPORTS_PER_POINT),
  row.quantity,
  row.description,
  row.featureId,
]

async function* table<Row>(
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
  listCells: (row: Row) => readonly CsvCell[],
): AsyncGenerator<string> {
  // The first batch is read before anything is sent, so that a failing database still answers 503.
  let isStarted = false
  for await (const rows of batches) {
    yield `${isStarted ? '' : formatCsv([columns])}${formatCsv(rows.map(listCells))}`
    isStarted = true
  }
  if (!isStarted) yield formatCsv([columns])
}
