import { randomBytes } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { uuidv7 } from '#server/ids.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { encodeBase58 } from '#server/solana/base58.ts'
import { newOrderNumber } from './create-payment.ts'
import type { Currency } from './payment-order.ts'
import {
  insertManualOrder,
  listOpenDeposits,
  lockUnmatched,
  markRefunded,
  type OpenDeposit,
} from './unmatched-repository.ts'

type ResolveRequest = {
  readonly signature: string
  readonly currency?: Currency
  /** Why, for whoever looks at it later. */
  readonly note: string
  readonly action:
    | {
        readonly kind: 'credit'
        readonly userId: string
        /** Needed when the amount in lamports does not follow: tokens without an order, or an unreadable deposit. */
        readonly lamports?: bigint
      }
    /** The money was sent back by this transaction. */
    | { readonly kind: 'refunded'; readonly refundSignature: string }
}

type ResolveResult =
  | { readonly ok: true; readonly lamports: bigint | null; readonly orderNumber: string | null }
  | { readonly ok: false; readonly reason: 'not_found' | 'already_resolved' | 'amount_unknown' }

export type UnmatchedDeposits = {
  /** Oldest first: what pays no order, and credited payments whose transaction the chain has not known for a while. */
  listUnmatched(page?: { offset?: number; limit?: number }): Promise<OpenDeposit[]>
  /** Credits an unmatched deposit to an account, or notes that it was given back; at most once. */
  resolveUnmatched(request: ResolveRequest): Promise<ResolveResult>
}

/** A transaction may be unknown to one node for a moment; after this long it concerns the operator. */
const MISSING_FOR_MS = 10 * 60 * 1000

export function createUnmatchedDeposits({
  db,
  ledger,
  network,
  clock: now,
}: {
  db: Database
  ledger: Pick<Ledger, 'credit'>
  network: string
  clock: () => number
}): UnmatchedDeposits {
  async function resolveUnmatched(request: ResolveRequest): Promise<ResolveResult> {
    const { signature, currency = 'SOL', note, action } = request
    const key = { network, signature, currency }
    const at = new Date(now())
    return db.transaction(async (tx) => {
      const deposit = await lockUnmatched(tx, key)
      if (deposit === undefined) return { ok: false, reason: 'not_found' }
      if (deposit.state !== 'UNMATCHED') return { ok: false, reason: 'already_resolved' }
      if (action.kind === 'refunded') {
        await markRefunded(tx, deposit.id, { at, note, refundSignature: action.refundSignature })
        return { ok: true, lamports: null, orderNumber: null }
      }
      const lamports = action.lamports ?? deposit.worthLamports
      if (lamports === null || lamports <= 0n) return { ok: false, reason: 'amount_unknown' }
      const orderNumber = newOrderNumber(at)
      await insertManualOrder(tx, deposit, {
        paymentId: uuidv7(),
        orderId: uuidv7(),
        orderNumber,
        userId: action.userId,
        reference: encodeBase58(randomBytes(32)),
        lamports,
        note,
        at,
      })
      await ledger.credit(tx, {
        userId: action.userId,
        kind: 'topup',
        lamports,
        idempotencyKey: `${network}:${currency}:${signature}`,
        memo: `Order ${orderNumber}: ${note}`,
      })
      return { ok: true, lamports, orderNumber }
    })
  }

  return {
    listUnmatched: ({ offset = 0, limit = 100 } = {}) =>
      listOpenDeposits(db, network, {
        offset,
        limit,
        missingBefore: new Date(now() - MISSING_FOR_MS),
      }),
    resolveUnmatched,
  }
}
