import { randomBytes } from 'node:crypto'
import type { ListKey } from '#server/db/batches.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { MINUTE_MS } from '#server/lib/durations.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { Ledger } from '#server/modules/ledger/ledger-service.ts'
import { encodeBase58 } from '#solana/base58.ts'
import { createOrderNumber } from '#server/modules/payments/orders/create-payment.ts'
import { sumDust, type DustSum } from './dust-repository.ts'
import type { Currency } from '#server/modules/payments/orders/payment-order.ts'
import {
  formatCreditKey,
  linkTransfer,
  markSettled,
  type ReceiptKey,
} from './receipts-repository.ts'
import { reversePayment } from '#server/modules/payments/reconcile/reverse-payment.ts'
import {
  insertManualOrder,
  listOpenDeposits,
  lockDeposit,
  markRefunded,
  markResolved,
  type LockedDeposit,
  type OpenDeposit,
} from './unmatched-repository.ts'

type ResolveRequest = {
  readonly signature: string
  readonly currency?: Currency
  readonly note: string
  readonly action:
    | {
        readonly kind: 'credit'
        readonly userId: string
        /** Required if the lamports can't be derived: tokens without an order, or an unreadable deposit. */
        readonly lamports?: bigint
      }
    | { readonly kind: 'refunded'; readonly refundSignature: string }
    /** For a vanished payment: reverse its credit, or keep it because another node knows the transaction. */
    | { readonly kind: 'reverse' }
    | { readonly kind: 'keep' }
    | { readonly kind: 'write_off' }
}

/** `lamports`: the amount credited, reversed or forgiven; null if no money moved. */
type ResolveResult =
  | { readonly ok: true; readonly lamports: bigint | null; readonly orderNumber: string | null }
  | {
      readonly ok: false
      readonly reason:
        | 'not_found'
        | 'already_resolved'
        | 'amount_unknown'
        | 'not_vanished'
        | 'not_reversed'
    }

/** `owed`: lamports that its account still owes after a reversal. */
export type ListedDeposit = OpenDeposit & {
  readonly owed: bigint
}

/** `after` is the key of the last deposit before the page. */
type UnmatchedPage = { after?: ListKey | null; limit?: number }

export type UnmatchedDeposits = {
  /** Returns, oldest first: payments without an order, credited ones missing for a while, and reversed ones. */
  listUnmatched(page?: UnmatchedPage): Promise<ListedDeposit[]>
  sumDust(): Promise<DustSum | null>
  resolveUnmatched(request: ResolveRequest): Promise<ResolveResult>
}

type CreditAction = Extract<ResolveRequest['action'], { kind: 'credit' }>

const ALREADY_RESOLVED = { ok: false, reason: 'already_resolved' } as const
const NOT_VANISHED = { ok: false, reason: 'not_vanished' } as const
const NO_MONEY = { ok: true, lamports: null, orderNumber: null } as const

/** A node may miss a transaction for a moment. After this time the operator sees it. */
const MISSING_FOR_MS = 10 * MINUTE_MS

type Parts = {
  db: Database
  ledger: Pick<Ledger, 'credit' | 'reverse' | 'listDebts'>
  network: string
  now: () => number
}

export const createUnmatchedDeposits = ({ now, ...services }: Parts): UnmatchedDeposits => {
  const parts: Parts = { ...services, now }
  return {
    listUnmatched: (page) => list(parts, page),
    sumDust: () => sumDust(parts.db, parts.network),
    resolveUnmatched: (request) => resolve(parts, request),
  }
}

async function list(
  { db, ledger, network, now }: Parts,
  { after = null, limit = 100 }: UnmatchedPage = {},
): Promise<ListedDeposit[]> {
  const missingBefore = new Date(now() - MISSING_FOR_MS)
  const deposits = await listOpenDeposits(db, network, { after, limit, missingBefore })
  const debts = deposits.some(({ problem }) => problem === 'reversed')
    ? await ledger.listDebts()
    : []
  const owedFor = new Map(debts.map(({ transferId, owed }) => [transferId, owed]))
  return deposits.map((deposit) => {
    const owed = deposit.problem === 'reversed' ? owedFor.get(deposit.transferId ?? '') : undefined
    return { ...deposit, owed: owed ?? 0n }
  })
}

async function resolve(parts: Parts, request: ResolveRequest): Promise<ResolveResult> {
  const { db, network, now } = parts
  const { signature, currency = 'SOL', note, action } = request
  const key = { network, signature, currency }
  const at = new Date(now())
  if (action.kind === 'reverse') return reverseVanished(parts, key, note)
  return db.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, key)
    if (deposit === undefined) return { ok: false, reason: 'not_found' }
    switch (action.kind) {
      case 'credit':
        return credit(parts, tx, deposit, { note, action })
      case 'refunded':
        if (deposit.state !== 'UNMATCHED') return ALREADY_RESOLVED
        await markRefunded(tx, deposit.id, { at, note, refundSignature: action.refundSignature })
        return NO_MONEY
      case 'keep':
        if (deposit.state !== 'CREDITED' || !deposit.isMissing) return NOT_VANISHED
        await markSettled(tx, [deposit.id], at)
        await markResolved(tx, deposit.id, { note, at })
        return NO_MONEY
      case 'write_off':
        return writeOff(parts, tx, deposit, note)
    }
  })
}

async function credit(
  { ledger, now }: Parts,
  tx: Queryable,
  deposit: LockedDeposit,
  { note, action }: Pick<ResolveRequest, 'note'> & { action: CreditAction },
): Promise<ResolveResult> {
  if (deposit.state !== 'UNMATCHED' && deposit.state !== 'REVERSED') return ALREADY_RESOLVED
  const lamports = action.lamports ?? deposit.worthLamports
  if (lamports === null || lamports <= 0n) return { ok: false, reason: 'amount_unknown' }
  const at = new Date(now())
  const orderNumber = createOrderNumber(at)
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
  const { transferId } = await ledger.credit(tx, {
    userId: action.userId,
    kind: 'topup',
    lamports,
    idempotencyKey: formatCreditKey(deposit, deposit.reversals),
    memo: `Order ${orderNumber}: ${note}`,
  })
  await linkTransfer(tx, deposit.id, transferId)
  return { ok: true, lamports, orderNumber }
}

async function writeOff(
  { ledger, now }: Parts,
  tx: Queryable,
  deposit: LockedDeposit,
  note: string,
): Promise<ResolveResult> {
  if (deposit.state !== 'REVERSED') return { ok: false, reason: 'not_reversed' }
  const debts = await ledger.listDebts(tx)
  const debt = debts.find(({ transferId }) => transferId === deposit.transferId)
  if (debt !== undefined) {
    await ledger.credit(tx, {
      userId: debt.userId,
      kind: 'operator',
      lamports: debt.owed,
      idempotencyKey: `write-off:${debt.transferId}`,
      memo: note,
    })
  }
  await markResolved(tx, deposit.id, { note, at: new Date(now()) })
  return { ok: true, lamports: debt?.owed ?? null, orderNumber: null }
}

async function reverseVanished(
  { db, ledger, now }: Parts,
  key: ReceiptKey,
  note: string,
): Promise<ResolveResult> {
  const deposit = await db.transaction((tx) => lockDeposit(tx, key))
  if (deposit === undefined) return { ok: false, reason: 'not_found' }
  if (deposit.state !== 'CREDITED' || !deposit.isMissing) return NOT_VANISHED
  const reversed = await reversePayment({ db, ledger, now }, deposit.id, note)
  if (reversed === null) return NOT_VANISHED
  return { ok: true, lamports: reversed.taken + reversed.owed, orderNumber: null }
}
