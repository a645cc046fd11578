import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { getErrorCode } from '#contract/error-message.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { TEMPLATE } from './global-setup.ts'

export type TestDatabase = {
  /** Connected as the server is: rows of append-only tables cannot be changed. */
  db: Database
  url: string
  /** For what the server itself may not do, such as planting a broken row. */
  ownerUrl: string
  drop(): Promise<void>
}

/** A fresh, migrated, empty database; call once per test file and `drop` in `afterAll`. */
export async function testDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copied as files, for half the time of the default.
  await asOwner((owner) =>
    owner.query(`create database ${name} template ${TEMPLATE} strategy file_copy`),
  )
  const url = withDatabase(inject('postgresUrl'), name)
  const db = await openDatabase({ url, poolSize: options.poolSize ?? 8 })
  return {
    db,
    url,
    ownerUrl: withDatabase(inject('postgresOwnerUrl'), name),
    drop: async () => {
      await db.close()
      await asOwner((owner) => owner.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** The same server and role, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function asOwner(work: (owner: Database) => Promise<unknown>): Promise<void> {
  const owner = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await work(owner)
        return
      } catch (error) {
        // object_in_use: another file is copying the template at this moment.
        if (getErrorCode(error) !== '55006' || attempt === 50) throw error
        await sleep(100)
      }
    }
  } finally {
    await owner.close()
  }
}
