import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { lockAccount } from '#server/modules/auth/account-repository.ts'
import {
  deletePersonalRows,
  hasUnfinishedWork,
  readOwnApps,
  readPersonalRows,
} from './personal-tables.ts'

/** Of one table; more would fill the memory. */
const MAX_ROWS = 10_000

export type PersonalData = {
  /** Yields a JSON text with everything that the server stores about a user, but no credentials. */
  export(user: { id: string; username: string }): AsyncIterable<string>
  /**
   * Deletes the account for good: its sign-ins, sessions, chats, agents and reports. Ledger rows stay under its id, and
   * its balance is lost. Throws `CONFLICT` while work of the user runs.
   */
  deleteAccount(userId: string): Promise<void>
}

export const createPersonalData = (db: Database, now: () => number): PersonalData => ({
  async *export({ id, username }) {
    const head = { exported_at: new Date(now()).toISOString(), user: { id, username } }
    yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "data": {`
    const cut: string[] = []
    yield `\n  "own_apps": ${JSON.stringify(await readOwnApps(db, id))}`
    for await (const { table, rows, isCut } of readPersonalRows(db, id, MAX_ROWS)) {
      if (rows.length === 0) continue
      if (isCut) cut.push(table)
      yield `,\n  ${JSON.stringify(table)}: ${JSON.stringify(rows, plainValue)}`
    }
    yield `\n },\n "incomplete": ${JSON.stringify(cut)}\n}\n`
  },

  deleteAccount: (userId) =>
    db.transaction(async (tx) => {
      await lockAccount(tx, userId)
      if (await hasUnfinishedWork(tx, userId)) {
        throw new AppError(
          'CONFLICT',
          'Some of your work is still running. Wait for it or cancel it, then delete the account.',
        )
      }
      await deletePersonalRows(tx, userId)
    }),
})

const plainValue = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
