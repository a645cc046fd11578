import { randomBytes } from 'node:crypto'
import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, inject, it } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { withDatabase } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/product.ts'

const { folder, remove } = temporaryFolder()
const name = `upgrade_${randomBytes(4).toString('hex')}`

const owner = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
await owner.query(`create database ${name}`)
const db = await openDatabase({ url: withDatabase(inject('postgresOwnerUrl'), name), poolSize: 4 })
afterAll(async () => {
  await db.close()
  await owner.query(`drop database ${name} with (force)`)
  await owner.close()
  remove()
})

it('leaves the old version startable, and the new one as soon as its migration is repaired', async () => {
  await migrate(db, MIGRATIONS)
  const newer = path.join(folder, 'migrations')
  cpSync(fileURLToPath(MIGRATIONS), newer, { recursive: true })
  const next = path.join(newer, '999-next.sql')
  writeFileSync(
    next,
    `create table if not exists next_thing (id uuid primary key);
     alter table next_thing add column kind no_such_type;`,
  )
  const upgrade = () => migrate(db, pathToFileURL(`${newer}/`))
  await expect(upgrade()).rejects.toThrow(/^migration 999-next\.sql failed at: alter table/)

  const again = await migrate(db, MIGRATIONS)
  expect(again.applied).toEqual([])
  expect(await createLedger(db).check()).toEqual([])

  writeFileSync(next, 'create table if not exists next_thing (id uuid primary key);')
  expect((await upgrade()).applied).toEqual(['999-next.sql'])
  await expect(migrate(db, MIGRATIONS)).rejects.toThrow(/was made by a newer version/)
})
