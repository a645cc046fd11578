import type { ConsumptionType } from '#contract/payments.ts'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/ids.ts'
import { readBalanceHistory, type BalanceHistory } from './balance-history.ts'
import type { CreditKind } from './ledger-accounts.ts'
import { findViolations, type Violation } from './ledger-check.ts'
import {
  findByKey,
  findRefundOf,
  insertAccount,
  insertCharge,
  insertCharges,
  insertCredit,
  insertRefund,
  readBalance,
  selectConsumption,
  updateConsumptionStatus,
  type ConsumptionDetails,
  type ConsumptionRow,
  type StoredTransfer,
} from './ledger-repository.ts'
import {
  insertInstalment,
  insertReversal,
  isReversed,
  selectDebts,
  selectSolventDebtors,
  type Debt,
} from './reversal-repository.ts'
import { createUserBatches } from './user-batches.ts'

export type Charge = {
  userId: string
  lamports: bigint
  /** At most 255 characters; unique per user. */
  idempotencyKey: string
  /** Of all that decides the outcome, so that the key cannot be used again for something else. */
  requestHash: string
  consumption: ConsumptionDetails
}

/** `balance` is what the charge left; a replay repeats the first answer. On refusal it is the present balance. */
export type ChargeResult =
  | { ok: true; transferId: string; balance: bigint; replayed: boolean }
  | { ok: false; reason: 'insufficient_balance' | 'idempotency_conflict'; balance: bigint }

type RefundResult =
  | { ok: true; refundId: string; replayed: boolean }
  | { ok: false; reason: 'not_found' }

/** `owed` is what the balance did not cover; it is taken from whatever comes in later. */
type ReversalResult =
  | { ok: true; taken: bigint; owed: bigint; replayed: boolean }
  | { ok: false; reason: 'not_found' }

type Credit = {
  userId: string
  kind: CreditKind
  lamports: bigint
  /** At most 255 characters; unique per user and kind. */
  idempotencyKey: string
  memo?: string
}

export type Ledger = {
  /** Idempotent. The account's id is the user's. */
  openAccount(q: Queryable, userId: string): Promise<void>
  /** In lamports; 0 for an unknown user. */
  balance(userId: string): Promise<bigint>
  /** Takes money and writes the consumption record, both or neither. Pass `q` to make it part of a transaction. */
  charge(charge: Charge, q?: Queryable): Promise<ChargeResult>
  /** Gives a whole charge back, at most once, and marks its record REFUNDED. */
  refund(refund: { transferId: string; reason: string }, q?: Queryable): Promise<RefundResult>
  /**
   * Takes a top-up back, at most once: what the balance covers at once, the rest as a debt. A balance never falls below
   * zero.
   */
  reverse(reversal: { transferId: string; reason: string }, q?: Queryable): Promise<ReversalResult>
  /** Takes what users who owe have by now; gives the number of entries. */
  collectDebts(): Promise<number>
  /** What is owed for reversed top-ups. */
  debts(q?: Queryable): Promise<Debt[]>
  /**
   * Opens the account when needed, and settles from the amount what the user owes. Throws when the key stands for
   * another amount.
   */
  credit(q: Queryable, credit: Credit): Promise<{ transferId: string; replayed: boolean }>
  /** FAILED before a refund, SUCCESS on delivery; a refunded record keeps its status. */
  markConsumption(transferId: string, status: 'SUCCESS' | 'FAILED', q?: Queryable): Promise<void>
  /** Newest first. */
  consumptionHistory(page: {
    userId: string
    offset: number
    limit: number
    type?: ConsumptionType
  }): Promise<{ rows: ConsumptionRow[]; total: number }>
  /** The balance at the end of each of `count` equal steps up to now, oldest first. */
  balanceHistory(span: {
    userId: string
    stepSeconds: number
    count: number
  }): Promise<BalanceHistory>
  /** Every invariant of the ledger in one snapshot; an empty list is the only good answer. */
  check(): Promise<Violation[]>
}

// One commit for all that wait; more would only make the last of them wait for a longer statement.
const MAX_BATCH = 64

const MAX_LAMPORTS = 2n ** 63n - 1n

export function createLedger(db: Database): Ledger {
  const chargeInTurn = createUserBatches(
    (userId, requests: Charge[]) => chargeTogether(db, userId, requests),
    MAX_BATCH,
  )
  return {
    openAccount: insertAccount,
    balance: async (userId) => (await readBalance(db, userId)) ?? 0n,
    // A transaction already holds its connection and must not wait for others that may want one.
    charge: async (request, q) => {
      assertCharge(request)
      return q ? charge(q, request) : chargeInTurn(request.userId, request)
    },
    refund: (request, q = db) => refund(q, request),
    reverse: (request, q = db) => reverse(q, request),
    collectDebts: async () => {
      let entries = 0
      for (const userId of await selectSolventDebtors(db)) entries += await settleDebts(db, userId)
      return entries
    },
    debts: (q = db) => selectDebts(q),
    credit,
    balanceHistory: (span) => readBalanceHistory(db, span),
    markConsumption: (transferId, status, q = db) => updateConsumptionStatus(q, transferId, status),
    consumptionHistory: ({ type, ...page }) => selectConsumption(db, { ...page, type }),
    check: () =>
      db.transaction(async (tx) => {
        await tx.query('set transaction isolation level repeatable read, read only')
        return findViolations(tx)
      }),
  }
}

/**
 * Charges of one user queue up on its row, each for the length of a commit; together they cost one. The rare batch in
 * which one is refused (key used, too little money) is gone through singly, in order.
 */
async function chargeTogether(db: Database, userId: string, requests: Charge[]) {
  const written = requests.length > 1 ? await insertTogether(db, userId, requests) : undefined
  if (written) return written.map(accepted).map(fulfilled)
  const outcomes: PromiseSettledResult<ChargeResult>[] = []
  let outage: DatabaseUnavailable | undefined
  for (const request of requests) {
    try {
      // While the database is away, each of the rest would wait for it anew.
      if (outage) throw outage
      outcomes.push(fulfilled(await charge(db, request)))
    } catch (reason) {
      if (reason instanceof DatabaseUnavailable) outage = reason
      outcomes.push({ status: 'rejected', reason })
    }
  }
  return outcomes
}

async function insertTogether(db: Database, userId: string, requests: Charge[]) {
  const entries = requests.map((request) => ({
    ...request,
    transferId: uuidv7(),
    key: keyOf('charge', request.idempotencyKey),
    hash: request.requestHash,
  }))
  try {
    return await insertCharges(db, userId, entries)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    // Nothing of the batch has been written; whose fault it is shows when each is tried alone.
    return undefined
  }
}

const fulfilled = (value: ChargeResult) => ({ status: 'fulfilled', value }) as const

const accepted = (written: StoredTransfer): ChargeResult => ({
  ok: true,
  transferId: written.id,
  balance: written.balanceAfter,
  replayed: false,
})

async function charge(q: Queryable, request: Charge): Promise<ChargeResult> {
  const { userId, requestHash: hash } = request
  const key = keyOf('charge', request.idempotencyKey)
  const written = await insertCharge(q, { ...request, transferId: uuidv7(), key, hash })
  if (written) return accepted(written)
  const earlier = await findByKey(q, userId, key)
  if (earlier?.requestHash === hash) {
    return { ok: true, transferId: earlier.id, balance: earlier.balanceAfter, replayed: true }
  }
  const balance = (await readBalance(q, userId)) ?? 0n
  return { ok: false, reason: earlier ? 'idempotency_conflict' : 'insufficient_balance', balance }
}

async function refund(
  q: Queryable,
  request: { transferId: string; reason: string },
): Promise<RefundResult> {
  const { transferId: chargeId, reason } = request
  const refundId = uuidv7()
  const key = keyOf('refund', chargeId)
  const written = await insertRefund(q, { chargeId, refundId, key, reason })
  if (written !== undefined) return { ok: true, refundId: written, replayed: false }
  const earlier = await findRefundOf(q, chargeId)
  return earlier === undefined
    ? { ok: false, reason: 'not_found' }
    : { ok: true, refundId: earlier, replayed: true }
}

async function reverse(
  q: Queryable,
  { transferId: creditId, reason }: { transferId: string; reason: string },
): Promise<ReversalResult> {
  const key = keyOf('reversal', creditId)
  const written = await insertReversal(q, { creditId, reversalId: uuidv7(), key, reason })
  if (written) {
    return {
      ok: true,
      taken: written.taken,
      owed: written.lamports - written.taken,
      replayed: false,
    }
  }
  return (await isReversed(q, creditId))
    ? { ok: true, taken: 0n, owed: 0n, replayed: true }
    : { ok: false, reason: 'not_found' }
}

async function settleDebts(q: Queryable, userId: string): Promise<number> {
  let entries = 0
  while (await insertInstalment(q, userId, uuidv7())) entries += 1
  return entries
}

async function credit(q: Queryable, request: Credit) {
  assertAmount(request.lamports)
  const { userId, kind, lamports } = request
  const key = keyOf(kind, request.idempotencyKey)
  const hash = String(lamports)
  const entry = { userId, kind, lamports, transferId: uuidv7(), key, hash, memo: request.memo }
  for (let isOpened = false; ; isOpened = true) {
    const written = await insertCredit(q, entry)
    if (written) {
      await settleDebts(q, userId)
      return { transferId: written.id, replayed: false }
    }
    const earlier = await findByKey(q, userId, key)
    if (earlier?.requestHash === hash) return { transferId: earlier.id, replayed: true }
    if (earlier) throw new Error(`credit ${key} was already made with another amount`)
    if (isOpened) throw new Error(`user ${userId} cannot be credited`)
    await insertAccount(q, userId)
  }
}

/** Keys of different kinds live apart, so that a caller's key never stands in the way of a refund. */
function keyOf(kind: 'charge' | 'refund' | 'reversal' | CreditKind, key: string): string {
  if (key.length === 0 || key.length > 255)
    throw new RangeError('idempotency key: 1 to 255 characters')
  return `${kind}:${key}`
}

function assertCharge(request: Charge): void {
  assertAmount(request.lamports)
  keyOf('charge', request.idempotencyKey)
}

function assertAmount(lamports: bigint): void {
  if (lamports <= 0n || lamports > MAX_LAMPORTS) throw new RangeError(`not an amount: ${lamports}`)
}
