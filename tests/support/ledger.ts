import { randomUUID } from 'node:crypto'
import { openDatabase, type Database } from '#server/db/database.ts'
import type { Charge } from '#server/modules/ledger/charge.ts'
import { createLedger, type Ledger } from '#server/modules/ledger/ledger-service.ts'
import { testDatabase } from './database.ts'

export type LedgerFixture = Ledger & {
  /** A user with an open account holding `lamports`. */
  userWith(lamports: bigint): Promise<string>
  /** A charge request with a key and a hash of its own. */
  request(userId: string, lamports: bigint, overrides?: Partial<Charge>): Charge
}

export function ledgerFixture(db: Database): LedgerFixture {
  const ledger = createLedger(db)
  return {
    ...ledger,
    userWith: async (lamports) => {
      const userId = randomUUID()
      await ledger.openAccount(db, userId)
      if (lamports > 0n) {
        await ledger.credit(db, { userId, kind: 'topup', lamports, idempotencyKey: 'first' })
      }
      return userId
    },
    request: (userId, lamports, overrides = {}) => ({
      userId,
      lamports,
      idempotencyKey: randomUUID(),
      requestHash: 'hash',
      consumption: { type: 'CA_ANALYSIS' },
      ...overrides,
    }),
  }
}

/** Returns a function that changes rows past triggers, foreign keys and checks, as a hand at the database could. */
const tamperAs =
  (owner: Database) =>
  async (statement: string, params: unknown[] = []): Promise<void> => {
    await owner.query('set session_replication_role = replica')
    await owner.query(statement, params)
    await owner.query('set session_replication_role = origin')
  }

/** Opens a ledger in a database of its own, with `tamper` to break its rows. */
export async function openTamperableLedger() {
  const database = await testDatabase()
  const owner = await openDatabase({ url: database.ownerUrl, poolSize: 1 })
  return {
    db: database.db,
    owner,
    ledger: ledgerFixture(database.db),
    tamper: tamperAs(owner),
    close: async () => {
      await owner.close()
      await database.drop()
    },
  }
}
