import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { createCapError, lockUser } from '#server/http/user-caps.ts'
import { lockAccount } from '#server/modules/auth/account-repository.ts'
import {
  deletePersonalRows,
  hasUnfinishedWork,
  readOwnApps,
  readPersonalPages,
} from './personal-tables.ts'

/** Maximum for one table. */
const MAX_ROWS = 10_000

export type PersonalData = {
  /** Yields all that is stored about a user as JSON, but no credentials. Throws `RATE_LIMITED` during another export. */
  export(user: { id: string; username: string }): AsyncIterable<string>
  /**
   * Deletes the account for good: its sign-ins, sessions, chats, agents and reports. Ledger rows stay under its id, and
   * its balance is lost. Throws `CONFLICT` while work of the user runs.
   */
  deleteAccount(userId: string): Promise<void>
}

export const createPersonalData = (db: Database, now: () => number): PersonalData => {
  const exporting = new Set<string>()
  return {
    export(user) {
      assertNotExporting(user.id)
      return write(user)
    },

    deleteAccount: (userId) => deleteAccount(db, userId),
  }

  function assertNotExporting(userId: string): void {
    if (!exporting.has(userId)) return
    throw createCapError('Your data is being exported already. Wait until that ends')
  }

  async function* write(user: { id: string; username: string }): AsyncGenerator<string> {
    // Another export may have started between the call and its first read.
    assertNotExporting(user.id)
    exporting.add(user.id)
    try {
      yield* writeExport(db, user, new Date(now()))
    } finally {
      exporting.delete(user.id)
    }
  }
}

async function* writeExport(
  db: Database,
  { id, username }: { id: string; username: string },
  at: Date,
): AsyncGenerator<string> {
  const head = { exported_at: at.toISOString(), user: { id, username } }
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "data": {`
  const cut: string[] = []
  yield `\n  "own_apps": ${JSON.stringify(await readOwnApps(db, id))}`
  let current: string | undefined
  for await (const { table, rows, isCut } of readPersonalPages(db, id, MAX_ROWS)) {
    if (isCut) cut.push(table)
    for (const row of rows) {
      if (table === current) yield ',\n   '
      else yield `${current === undefined ? '' : ']'},\n  ${JSON.stringify(table)}: [`
      current = table
      yield JSON.stringify(row, plainValue)
    }
  }
  yield `${current === undefined ? '' : ']'}\n },\n "incomplete": ${JSON.stringify(cut)}\n}\n`
}

const deleteAccount = (db: Database, userId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await lockUser(tx, userId)
    if (await hasUnfinishedWork(tx, userId)) {
      throw new AppError(
        'CONFLICT',
        'Some of your work is still running. Wait for it or cancel it, then delete the account.',
      )
    }
    await deletePersonalRows(tx, userId)
  })

const plainValue = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value
