import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import { ledgerKey } from './ledger-keys.ts'
import {
  findByKey,
  insertCharge,
  insertCharges,
  readBalance,
  type ConsumptionDetails,
  type StoredTransfer,
} from './ledger-repository.ts'
import { createUserBatches, type UserRequests } from './user-batches.ts'

export type Charge = {
  userId: string
  lamports: bigint
  /** At most 255 characters; unique per user. */
  idempotencyKey: string
  /** Digest of all input that decides the outcome, which binds the key to it. */
  requestHash: string
  consumption: ConsumptionDetails
}

/**
 * `balance` is the balance after the charge; a replay repeats the first result. On refusal it is the current balance.
 */
export type ChargeResult =
  | { ok: true; transferId: string; balance: bigint; replayed: boolean }
  | { ok: false; reason: 'insufficient_balance' | 'idempotency_conflict'; balance: bigint }

// Max charges per commit; more would delay the last ones.
const MAX_BATCH = 64
// Writes one batch while the next is collected. A third would only split them.
const LANES = 2

/** Creates a charge function that batches over all users. Each charge gets the result of a single one. */
export const createChargeQueue = (db: Database) =>
  createUserBatches<Charge, ChargeResult>(
    {
      together: (batch) => chargeTogether(db, batch),
      apart: ({ requests }) => chargeApart(db, requests),
    },
    { maxBatch: MAX_BATCH, lanes: LANES },
  )

/**
 * Writes all waiting charges in one statement and one commit. Skips users with a locked account, an insufficient
 * balance or a used key.
 */
async function chargeTogether(db: Database, batch: readonly UserRequests<Charge>[]) {
  const isPlain = batch.map(({ requests }) => hasOwnKeys(requests))
  const entries = batch.flatMap(({ requests }, index) =>
    isPlain[index] === true ? requests.map(entryOf) : [],
  )
  if (entries.length === 0) return []
  const written = await insertUnlessRefused(db, entries, { isPatient: false })
  if (written === undefined) return []
  let at = 0
  return batch.map(({ requests }, index) =>
    isPlain[index] === true ? acceptedAll(written.slice(at, (at += requests.length))) : undefined,
  )
}

/** Writes the charges of one user and waits for the account: together if possible, otherwise one by one, in order. */
async function chargeApart(db: Database, requests: readonly Charge[]) {
  const together = requests.length > 1 && hasOwnKeys(requests)
  const written = together
    ? await insertUnlessRefused(db, requests.map(entryOf), { isPatient: true })
    : undefined
  const all = acceptedAll(written ?? [undefined])
  if (all) return all.map(fulfilled)
  const outcomes: PromiseSettledResult<ChargeResult>[] = []
  let outage: DatabaseUnavailable | undefined
  for (const request of requests) {
    try {
      // While the database is down, each of the others would wait for it again.
      if (outage) throw outage
      outcomes.push(fulfilled(await charge(db, request)))
    } catch (reason) {
      if (reason instanceof DatabaseUnavailable) outage = reason
      outcomes.push({ status: 'rejected', reason })
    }
  }
  return outcomes
}

/**
 * Returns undefined if the database rejected one charge, which rolls back all. Single attempts then find the bad one.
 */
async function insertUnlessRefused(...[db, entries, options]: Parameters<typeof insertCharges>) {
  try {
    return await insertCharges(db, entries, options)
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error
    return undefined
  }
}

const hasOwnKeys = (requests: readonly Charge[]): boolean =>
  new Set(requests.map(({ idempotencyKey }) => idempotencyKey)).size === requests.length

const entryOf = (request: Charge) => ({
  ...request,
  transferId: uuidv7(),
  key: ledgerKey('charge', request.idempotencyKey),
  hash: request.requestHash,
})

/** Returns undefined if any charge was not written. */
const acceptedAll = (written: readonly (StoredTransfer | undefined)[]) => {
  const results = written.flatMap((one) => (one === undefined ? [] : [accepted(one)]))
  return results.length === written.length ? results : undefined
}

const fulfilled = (value: ChargeResult) => ({ status: 'fulfilled', value }) as const

const accepted = (written: StoredTransfer): ChargeResult => ({
  ok: true,
  transferId: written.id,
  balance: written.balanceAfter,
  replayed: false,
})

/** Writes one charge at once, inside `q`'s transaction if it is one. */
export async function charge(q: Queryable, request: Charge): Promise<ChargeResult> {
  const entry = entryOf(request)
  const { userId, key, hash } = entry
  const written = await insertCharge(q, entry)
  if (written) return accepted(written)
  const earlier = await findByKey(q, userId, key)
  if (earlier?.requestHash === hash) {
    return { ok: true, transferId: earlier.id, balance: earlier.balanceAfter, replayed: true }
  }
  const balance = (await readBalance(q, userId)) ?? 0n
  return { ok: false, reason: earlier ? 'idempotency_conflict' : 'insufficient_balance', balance }
}
