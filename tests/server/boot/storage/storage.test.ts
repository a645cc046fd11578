import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { withDatabase as withOperatorDatabase } from '#server/cli/operator.ts'
import { loadConfig } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { openStorage } from '#server/boot/storage/storage.ts'
import { withDatabase } from '#tests/support/database.ts'
import { TEMPORARY_ROOT } from '#tests/support/temporary-root.ts'

let server: Database
let name: string
let dataDir: string

beforeEach(async () => {
  server = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
  name = `storage_${randomBytes(6).toString('hex')}`
  await server.query(`create database ${name}`)
  dataDir = mkdtempSync(path.join(TEMPORARY_ROOT, 'soldesk-storage-'))
  vi.stubEnv('DATABASE_URL', withDatabase(inject('postgresOwnerUrl'), name))
  vi.stubEnv('DATA_DIR', dataDir)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.query(`drop database ${name} with (force)`)
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('migrates without a statement timeout, and serves with one', async () => {
  const owner = await openDatabase({
    url: withDatabase(inject('postgresOwnerUrl'), name),
    poolSize: 1,
  })
  await owner.query('create table seen (statement_timeout text)')
  await owner.query(`create function note_timeout() returns event_trigger language plpgsql as $$
    begin insert into public.seen values (current_setting('statement_timeout')); end $$`)
  await owner.query(
    'create event trigger noting on ddl_command_end execute function note_timeout()',
  )
  const storage = await openStorage(loadConfig())
  const seen = await owner.query('select distinct statement_timeout from seen')
  expect(seen).toEqual([{ statement_timeout: '0' }])
  expect(await storage.db.query('show statement_timeout')).toEqual([{ statement_timeout: '15s' }])
  expect(await storage.db.slowReads.query('show statement_timeout')).toEqual([
    { statement_timeout: '2s' },
  ])
  await storage.close()
  await owner.close()
})

it('lets the statements of operator commands take any time', async () => {
  const timeouts = await withOperatorDatabase((db) =>
    Promise.all([db.query('show statement_timeout'), db.slowReads.query('show statement_timeout')]),
  )
  expect(timeouts.flat()).toEqual([{ statement_timeout: '0' }, { statement_timeout: '0' }])
})
