import { formatLamports, formatTokenAmount, LAMPORTS_PER_POINT } from '#contract/money.ts'
import type { ConsumptionType } from '#contract/payments.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { pageOrders } from './orders-repository.ts'
import { ANY_PAYER } from './payment-order.ts'

const MAX_ROWS = 50_000

type Cell = string | number | null

export async function rechargeStatement(db: Queryable, userId: string): Promise<string> {
  const { rows: orders } = await pageOrders(db, { userId, offset: 0, limit: MAX_ROWS })
  const header = [
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
  const rows = orders.map((order) => [
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
  ])
  return csv([header, ...rows])
}

export async function consumptionStatement(
  ledger: Pick<Ledger, 'consumptionHistory'>,
  { userId, type }: { userId: string; type: ConsumptionType | undefined },
): Promise<string> {
  const page = { userId, offset: 0, limit: MAX_ROWS }
  const { rows } = await ledger.consumptionHistory(type === undefined ? page : { ...page, type })
  const header = [
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
  return csv([
    header,
    ...rows.map((row) => [
      row.createdAt.toISOString(),
      row.transferId,
      row.type,
      row.status,
      formatLamports(row.lamports),
      Number(row.lamports) / Number(LAMPORTS_PER_POINT),
      row.quantity,
      row.description,
      row.featureId,
    ]),
  ])
}

const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')

function cell(value: Cell): string {
  if (value === null) return ''
  const text = String(value)
  // A spreadsheet would treat this text as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
