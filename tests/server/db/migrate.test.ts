import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { withDatabase } from '#tests/support/database.ts'

let url: string
let db: Database
let folder: string

const server = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
afterAll(() => server.close())

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'soldesk-migrations-'))
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await server.query(`create database ${name}`)
  url = withDatabase(inject('postgresOwnerUrl'), name)
  db = await openDatabase({ url, poolSize: 2 })
})
afterEach(async () => {
  await db.close()
  await server.query(`drop database ${new URL(url).pathname.slice(1)} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
const run = () => migrate(db, pathToFileURL(`${folder}/`))

describe('migrate', () => {
  it('applies files in order of their names, each once', async () => {
    write('002-row.sql', 'insert into item values (1);')
    write('001-table.sql', 'create table if not exists item (id int);')
    write('notes.txt', 'not sql')
    expect((await run()).applied).toEqual(['001-table.sql', '002-row.sql'])
    write('003-row.sql', 'insert into item values (2);')
    expect((await run()).applied).toEqual(['003-row.sql'])
    expect(await db.query('select id from item order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('refuses a file that was edited after it had been applied', async () => {
    write('001-table.sql', 'create table if not exists item (id int);')
    await run()
    write('001-table.sql', 'create table if not exists item (id bigint);')
    await expect(run()).rejects.toThrow(
      /^migration 001-table.sql differs from the one that made this database; start the version that made it$/,
    )
  })

  it('refuses a database that a newer version has changed, unless forced', async () => {
    write('001-table.sql', 'create table if not exists item (id int);')
    await run()
    await db.query(`insert into schema_migration values ('999-future.sql', 'x')`)
    await expect(run()).rejects.toThrow(
      /made by a newer version \(it has 999-future\.sql\).*ALLOW_NEWER_DATABASE/,
    )
    const allowed = await migrate(db, pathToFileURL(`${folder}/`), { allowsNewer: true })
    expect(allowed.applied).toEqual([])
  })

  it('names the failing statement, and resumes there once it is fixed', async () => {
    write('001-two.sql', 'create table if not exists item (id int);\nselect nonsense;')
    await expect(run()).rejects.toThrow('001-two.sql failed at: select nonsense')
    write('001-two.sql', 'create table if not exists item (id int);\nselect 1;')
    expect((await run()).applied).toEqual(['001-two.sql'])
  })

  it('waits for the instance that is migrating and takes over when its lease ends', async () => {
    await run()
    await db.query(`insert into schema_lease values (1, $1, now() + interval '400 milliseconds')`, [
      randomUUID(),
    ])
    write('001-table.sql', 'create table if not exists item (id int);')
    const startedAt = performance.now()
    expect((await run()).applied).toEqual(['001-table.sql'])
    expect(performance.now() - startedAt).toBeGreaterThan(300)
    expect(await db.query('select * from schema_lease')).toEqual([])
  })

  it.each([1, 2, 3])(
    'lets six instances start at once on an empty database (round %i)',
    async () => {
      const instances = await Promise.all(
        Array.from({ length: 6 }, () => openDatabase({ url, poolSize: 2 })),
      )
      const reports = await Promise.all(
        instances.map((instance) => migrate(instance, MIGRATIONS, { appRole: 'app' })),
      )
      await Promise.all(instances.map((instance) => instance.close()))
      const applied = reports.map((report) => report.applied.length).toSorted((a, b) => b - a)
      expect(applied[0]).toBeGreaterThan(0)
      expect(applied.slice(1)).toEqual([0, 0, 0, 0, 0])
      expect(reports.map((report) => report.protection)).toEqual(
        Array.from({ length: 6 }, () => ({ trigger: true, role: true })),
      )
    },
  )
})

describe('the migrations', () => {
  it('can all be sent a second time, as after a crash between a statement and its record', async () => {
    await migrate(db, MIGRATIONS)
    await db.query('delete from schema_migration')
    expect((await migrate(db, MIGRATIONS)).applied.length).toBeGreaterThan(0)
  })

  it('give stored messages the owner of their chat and words that can be searched', async () => {
    for (const name of readdirSync(MIGRATIONS).filter((file) => file < '085')) {
      write(name, readFileSync(new URL(name, MIGRATIONS), 'utf8'))
    }
    await run()
    const [chatId, userId] = [randomUUID(), randomUUID()]
    await db.query('insert into chat (id, user_id) values ($1, $2)', [chatId, userId])
    await db.query(
      `insert into chat_message (id, chat_id, role, status, words)
       values ($1, $2, 'user', 'complete', 'Old WORDS')`,
      [randomUUID(), chatId],
    )
    await migrate(db, MIGRATIONS)
    expect(await db.query('select user_id as "userId", words from chat_message')).toEqual([
      { userId, words: 'old words' },
    ])
  })
})
