import type { ConsumptionType } from '#contract/payments.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import type { Page } from '#server/db/page.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { runIsolated } from '#server/jobs/run-isolated.ts'
import type { FailureHandler } from '#server/lib/logger.ts'
import { selectBalanceChanges, type BalanceChange } from './balance-changes.ts'
import { readBalanceHistory, type BalanceHistory } from './balance-history.ts'
import { charge, type Charge, type ChargeResult } from './charge.ts'
import { readConsumptionBatches } from './consumption-batches.ts'
import type { CreditKind } from './ledger-accounts.ts'
import type { Violation } from './ledger-check.ts'
import {
  checkLedger,
  findCheckpoint,
  type Checkpoint,
  type CheckOptions,
} from './ledger-checkpoint.ts'
import { formatLedgerKey } from './ledger-keys.ts'
import {
  findByKey,
  findCredit,
  findRefund,
  insertAccount,
  insertCredit,
  insertRefund,
  readBalance,
  selectConsumption,
  type ConsumptionRow,
} from './ledger-repository.ts'
import {
  insertInstallment,
  insertReversal,
  isReversed,
  selectDebts,
  selectSolventDebtors,
  type Debt,
} from './reversal-repository.ts'

type RefundResult =
  | { ok: true; refundId: string; replayed: boolean }
  | { ok: false; reason: 'not_found' }

/** `owed` is the part that the balance didn't cover; later credits pay it. */
type ReversalResult =
  | { ok: true; taken: bigint; owed: bigint; replayed: boolean }
  | { ok: false; reason: 'not_found' }

type Credit = {
  userId: string
  kind: CreditKind
  lamports: bigint
  idempotencyKey: string
  memo?: string
}

export type Ledger = {
  /** Opens the account of a user; idempotent. Its id is the user's id. */
  openAccount(q: Queryable, userId: string): Promise<void>
  /** Returns lamports; 0 without an account. */
  getBalance(userId: string): Promise<bigint>
  /** Charges the user and writes the consumption record, both or neither. Pass `q` to join a transaction. */
  charge(charge: Charge, q?: Queryable): Promise<ChargeResult>
  /** Refunds a whole charge once and marks its record REFUNDED. */
  refund(refund: { transferId: string; reason: string }, q?: Queryable): Promise<RefundResult>
  /** Reverses a top-up once: the balance pays at once, the rest becomes debt. A balance never falls below zero. */
  reverse(reversal: { transferId: string; reason: string }, q?: Queryable): Promise<ReversalResult>
  /** Collects debts from current balances; returns the number of entries. A failure affects one user only. */
  collectDebts(onFailure: FailureHandler): Promise<number>
  listDebts(q?: Queryable): Promise<Debt[]>
  /** Credits a top-up, opening the account and paying debt if needed. Throws if the key is of another amount. */
  credit(q: Queryable, credit: Credit): Promise<{ transferId: string; replayed: boolean }>
  listConsumption(page: {
    userId: string
    offset: number
    limit: number
    type?: ConsumptionType
  }): Promise<Page<ConsumptionRow>>
  /** Yields all that a user has bought, newest first, for exports. */
  readConsumptionBatches(of: {
    userId: string
    type?: ConsumptionType
    batchRows?: number
  }): AsyncIterable<readonly ConsumptionRow[]>
  /** Grants the starting balance, at most once. */
  grantWelcome(q: Queryable, userId: string, lamports: bigint): Promise<void>
  /** Returns null without a grant. */
  findWelcomeGrant(userId: string): Promise<{ lamports: bigint; createdAt: Date } | null>
  getBalanceHistory(span: {
    userId: string
    stepSeconds: number
    count: number
  }): Promise<BalanceHistory>
  listBalanceChanges(page: {
    userId: string
    offset: number
    limit: number
  }): Promise<Page<BalanceChange>>
  /** Checks all invariants of the ledger in one snapshot. Returns an empty list if they hold. */
  check(options?: CheckOptions): Promise<Violation[]>
  /** Returns null before the first checkpoint. */
  findCheckpoint(): Promise<Checkpoint | null>
}

const WELCOME_KEY = 'welcome'
const MAX_LAMPORTS = 2n ** 63n - 1n

export function createLedger(db: Database): Ledger {
  return {
    openAccount: insertAccount,
    getBalance: async (userId) => (await readBalance(db, userId)) ?? 0n,
    charge: async (request, q = db) => {
      assertAmount(request.lamports)
      return charge(q, request)
    },
    refund: (request, q = db) => refund(q, request),
    reverse: (request, q = db) => reverse(q, request),
    collectDebts: async (onFailure) => {
      let entries = 0
      for (const userId of await selectSolventDebtors(db)) {
        const settled = await runIsolated(
          () => settleDebts(db, userId),
          (error) => onFailure(error, { userId }),
        )
        entries += settled ?? 0
      }
      return entries
    },
    listDebts: (q = db) => selectDebts(q),
    credit,
    grantWelcome: async (q, userId, lamports) => {
      const memo = 'Welcome points'
      await credit(q, { userId, kind: 'grant', lamports, idempotencyKey: WELCOME_KEY, memo })
    },
    findWelcomeGrant: (userId) => findCredit(db, userId, formatLedgerKey('grant', WELCOME_KEY)),
    listBalanceChanges: (page) => selectBalanceChanges(db, page),
    getBalanceHistory: (span) => readBalanceHistory(db, span),
    listConsumption: ({ type, ...page }) => selectConsumption(db, { ...page, type }),
    readConsumptionBatches: (of) => readConsumptionBatches(db.slowReads, of),
    check: (options) => checkLedger(db, options),
    findCheckpoint: () => findCheckpoint(db),
  }
}

async function refund(
  q: Queryable,
  request: { transferId: string; reason: string },
): Promise<RefundResult> {
  const { transferId: chargeId, reason } = request
  const refundId = uuidv7()
  const key = formatLedgerKey('refund', chargeId)
  const written = await insertRefund(q, { chargeId, refundId, key, reason })
  if (written !== undefined) return { ok: true, refundId: written, replayed: false }
  const earlier = await findRefund(q, chargeId)
  return earlier === undefined
    ? { ok: false, reason: 'not_found' }
    : { ok: true, refundId: earlier, replayed: true }
}

async function reverse(
  q: Queryable,
  { transferId: creditId, reason }: { transferId: string; reason: string },
): Promise<ReversalResult> {
  const key = formatLedgerKey('reversal', creditId)
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
  while (await insertInstallment(q, userId, uuidv7())) entries += 1
  return entries
}

async function credit(q: Queryable, request: Credit) {
  assertAmount(request.lamports)
  const { userId, kind, lamports } = request
  const key = formatLedgerKey(kind, request.idempotencyKey)
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

function assertAmount(lamports: bigint): void {
  if (lamports <= 0n || lamports > MAX_LAMPORTS) throw new RangeError(`not an amount: ${lamports}`)
}
