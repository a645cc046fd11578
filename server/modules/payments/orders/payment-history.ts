import { formatTokenAmount, LAMPORTS_PER_POINT, lamportsToSol } from '#contract/money.ts'
import type { ConsumptionType, Settlement } from '#contract/payments.ts'
import type { Queryable } from '#server/db/database.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { listOrders } from './orders-repository.ts'
import type { PaymentOrder } from './payment-order.ts'
import { findMissingPayments } from '#server/modules/payments/deposits/receipts-repository.ts'

type Page = { readonly userId: string; readonly offset: number; readonly limit: number }

/** Returns the account's orders, newest first, and its welcome bonus. The amount of a paid order is its credit. */
export async function readRechargeHistory(
  { db, ledger }: { db: Queryable; ledger: Pick<Ledger, 'findWelcomeGrant'> },
  page: Page,
) {
  const [found, bonus] = await Promise.all([
    listOrders(db, page),
    ledger.findWelcomeGrant(page.userId),
  ])
  const orders = found.rows
  const paid = orders.filter(({ status, settledAt }) => status === 'PAID' && settledAt === null)
  const missing = await findMissingPayments(
    db,
    paid.map(({ paymentId }) => paymentId),
  )
  const records = orders.map((order) => ({
    order_id: order.orderId,
    payment_id: order.paymentId,
    order_number: order.orderNumber,
    amount: lamportsToSol(order.creditedLamports ?? order.amountLamports),
    currency: order.currency,
    status: order.status,
    created_at: order.createdAt.toISOString(),
    ...pickSignature(order),
    ...toToken(order),
    late: order.isLate,
    settlement: toSettlement(order, missing),
    ...(order.reversedAt === null ? {} : { reversed_at: order.reversedAt.toISOString() }),
  }))
  return {
    ...listAnswer(records, page, found),
    welcome_bonus: bonus && {
      amount: lamportsToSol(bonus.lamports),
      created_at: bonus.createdAt.toISOString(),
    },
  }
}

const pickSignature = ({ signature, reversedSignature }: PaymentOrder) => {
  const shown = signature ?? reversedSignature
  return shown === null ? {} : { transaction_signature: shown }
}

const toToken = ({ token }: PaymentOrder) =>
  token === null
    ? {}
    : {
        token_amount: formatTokenAmount(token.rawAmount, token.decimals),
        token_mint: token.mint,
      }

function toSettlement(order: PaymentOrder, missing: ReadonlySet<string>): Settlement | null {
  if (order.status !== 'PAID') return order.reversedAt === null ? null : 'reversed'
  if (order.settledAt !== null) return 'settled'
  return missing.has(order.paymentId) ? 'missing' : 'confirmed'
}

/** Returns a page of what the account bought, newest first. */
export async function readConsumptionHistory(
  ledger: Pick<Ledger, 'listConsumption'>,
  { type, ...page }: Page & { readonly type: ConsumptionType | undefined },
) {
  const found = await ledger.listConsumption({
    ...page,
    ...(type === undefined ? {} : { type }),
  })
  const records = found.rows.map((row) => ({
    id: row.transferId,
    amount: lamportsToSol(row.lamports),
    points: Number(row.lamports) / Number(LAMPORTS_PER_POINT),
    status: row.status,
    consumption_type: row.type,
    created_at: row.createdAt.toISOString(),
    quantity: row.quantity,
    ...(row.description === null ? {} : { description: row.description }),
    ...(row.featureId === null ? {} : { feature_id: row.featureId }),
  }))
  return listAnswer(records, page, found)
}

/** Returns a page of the changes of the account's balance, newest first. Amounts are in SOL and POINTS. */
export async function readBalanceChanges(ledger: Pick<Ledger, 'listBalanceChanges'>, page: Page) {
  const found = await ledger.listBalanceChanges(page)
  const changes = found.rows.map(({ id, kind, lamports, balanceAfter, createdAt, ...row }) => ({
    id,
    kind,
    amount: lamportsToSol(lamports),
    points: Number(lamports) / Number(LAMPORTS_PER_POINT),
    balance: lamportsToSol(balanceAfter),
    created_at: createdAt.toISOString(),
    ...(row.consumptionType === null ? {} : { consumption_type: row.consumptionType }),
    ...(row.note === null ? {} : { note: row.note }),
  }))
  return listAnswer(changes, page, found)
}

const listAnswer = <T>(
  records: T[],
  { offset, limit }: Page,
  { total, hasMore }: { total: number; hasMore: boolean },
) => ({
  success: true,
  data: records,
  meta: { offset, limit, total, has_more: hasMore },
})
