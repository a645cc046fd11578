import type { Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { formatLedgerKey } from './ledger-keys.ts'
import {
  findByKey,
  insertCharge,
  readBalance,
  type ConsumptionDetails,
} from './ledger-repository.ts'

export type Charge = {
  userId: string
  lamports: bigint
  idempotencyKey: string
  /** Hash of everything that decides the outcome, so that the key cannot be reused for something else. */
  requestHash: string
  consumption: ConsumptionDetails
}

/** `balance` is what the charge left; a replay repeats the first answer. On refusal it is the current balance. */
export type ChargeResult =
  | { ok: true; transferId: string; balance: bigint; replayed: boolean }
  | { ok: false; reason: 'insufficient_balance' | 'idempotency_conflict'; balance: bigint }

/** Charges the user once per key, inside the transaction of `q` when it is one. */
export async function charge(q: Queryable, request: Charge): Promise<ChargeResult> {
  const { userId, lamports, requestHash: hash, consumption } = request
  const key = formatLedgerKey('charge', request.idempotencyKey)
  const written = await insertCharge(q, {
    userId,
    lamports,
    key,
    hash,
    consumption,
    transferId: uuidv7(),
  })
  if (written) {
    return { ok: true, transferId: written.id, balance: written.balanceAfter, replayed: false }
  }
  const earlier = await findByKey(q, userId, key)
  if (earlier?.requestHash === hash) {
    return { ok: true, transferId: earlier.id, balance: earlier.balanceAfter, replayed: true }
  }
  const balance = (await readBalance(q, userId)) ?? 0n
  return { ok: false, reason: earlier ? 'idempotency_conflict' : 'insufficient_balance', balance }
}
