import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openStorage } from '#server/boot/storage/storage.ts'
import { parseConfig } from '#server/config.ts'
import { getErrorCode } from '#contract/error-message.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { testDatabase, withDatabase } from '#tests/support/database.ts'
import { ledgerFixture } from '#tests/support/ledger.ts'
import { TEMPORARY_ROOT } from '#tests/support/temporary-root.ts'

const name = `role_${randomBytes(4).toString('hex')}`
const dataDir = mkdtempSync(path.join(TEMPORARY_ROOT, 'soldesk-role-'))

const embedded = await testDatabase()
const server = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
await server.query(`create role ${name} login nosuperuser nocreatedb nocreaterole`)
await server.query(`create database ${name} owner ${name}`)
await server.query(`create database ${name}_bare`)
const asRole = new URL(withDatabase(inject('postgresOwnerUrl'), name))
asRole.username = name
const url = asRole.href
afterAll(async () => {
  await embedded.drop()
  await server.query(`drop database ${name} with (force)`)
  await server.query(`drop database ${name}_bare with (force)`)
  await server.query(`drop role ${name}`)
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const configOf = (databaseUrl: string) =>
  parseConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })

/** SQLSTATE with which the database refuses a statement; '' if it runs. */
async function refusalOf(db: Database, statement: string): Promise<string> {
  try {
    await db.transaction(async (tx) => {
      await tx.query(statement)
      throw new Error('undo')
    })
  } catch (error) {
    return getErrorCode(error)
  }
  return ''
}

const DENIED = '42501'

const CHANGES_OF_THE_BOOKS = [
  'update transfer set lamports = 1',
  'delete from transfer',
  'truncate transfer cascade',
  'update ledger_reversal set lamports = 1',
  'delete from ledger_reversal',
  `update store_app_audit set note = 'x'`,
]

const WAYS_OUT = [
  'create role intruder superuser',
  `alter role ${name} superuser`,
  'select rolpassword from pg_authid',
  `select pg_read_file('/etc/passwd')`,
  `copy (select 1) to '/tmp/soldesk-out'`,
  `copy (select 1) to program 'id'`,
  `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres'`,
  'set session_replication_role = replica',
  'create extension plpython3u',
]

describe('a role of its own in DATABASE_URL', () => {
  it('is enough to run the product, and cannot change the books or leave its database', async () => {
    const storage = await openStorage(configOf(url))
    try {
      const ledger = ledgerFixture(storage.db)
      const user = await ledger.userWith(100n)
      expect(await ledger.charge(ledger.request(user, 10n))).toMatchObject({ ok: true })
      expect(await ledger.check()).toEqual([])
      for (const statement of CHANGES_OF_THE_BOOKS) {
        expect([statement, await refusalOf(storage.db, statement)]).toEqual([statement, DENIED])
      }
      for (const statement of WAYS_OUT) {
        const code = await refusalOf(storage.db, statement)
        expect([statement, /^(42501|0A000|58P01|42704)$/.test(code)]).toEqual([statement, true])
      }
    } finally {
      await storage.close()
    }
  })

  it('that may create nothing is refused in one line', async () => {
    const bare = withDatabase(url, `${name}_bare`)
    const starting = openStorage(configOf(bare))
    await expect(starting).rejects.toMatchObject({ name: 'ConfigError' })
    await expect(starting).rejects.toThrow(/^DATABASE_URL: [^\n]*permission denied[^\n]*$/)
  })
})

describe('the role of a server on the embedded database', () => {
  it.each([
    ...CHANGES_OF_THE_BOOKS,
    'drop table transfer cascade',
    'alter table transfer disable trigger all',
    'drop trigger refuse_change on transfer',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'create table planted (id int)',
    ...WAYS_OUT,
  ])('may not: %s', async (statement) => {
    expect(await refusalOf(embedded.db, statement)).toMatch(/^(42501|0A000|58P01|42704)$/)
  })
})
