import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { backUp, restore } from '#server/boot/storage/backup.ts'
import { claimDataDir } from '#server/boot/storage/data-dir.ts'
import { openStorage } from '#server/boot/storage/storage.ts'
import { leaseSchema } from '#server/db/migrate.ts'
import { parseConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { createLedger } from '#server/modules/ledger/ledger-service.ts'
import { testDatabase, withDatabase, type TestDatabase } from '#tests/support/database.ts'
import { ADMIN, post, ready, run, SERVER, temporaryFolder } from '#tests/support/product.ts'

vi.setConfig({ testTimeout: 90_000 })

const { folder, remove } = temporaryFolder()
afterAll(remove)

describe('a backup of an external database', () => {
  let source: TestDatabase
  let owner: Database
  const file = path.join(folder, 'external.backup')
  const targets: string[] = []

  beforeAll(async () => {
    source = await testDatabase()
    owner = await openDatabase({ url: inject('postgresOwnerUrl'), poolSize: 1 })
  })
  afterAll(async () => {
    await source.drop()
    for (const name of targets) await owner.query(`drop database ${name} with (force)`)
    await owner.close()
  })

  const emptyDatabase = async () => {
    const name = `restored_${randomBytes(4).toString('hex')}`
    targets.push(name)
    await owner.query(`create database ${name}`)
    const url = withDatabase(inject('postgresOwnerUrl'), name)
    return parseConfig({ DATABASE_URL: url, DATA_DIR: path.join(folder, name) })
  }

  it('holds one moment of a database that is being written to', async () => {
    const { db } = source
    const ledger = createLedger(db)
    const userId = randomBytes(16).toString('hex')
    await db.query('insert into app_user (id, username, username_key) values ($1, $2, $2)', [
      userId,
      'writer',
    ])
    await ledger.openAccount(db, userId)
    const stop = new AbortController()
    let acknowledged = 0
    const write = async () => {
      while (!stop.signal.aborted) {
        const idempotencyKey = randomBytes(8).toString('hex')
        await ledger.credit(db, { userId, kind: 'operator', lamports: 7n, idempotencyKey })
        acknowledged += 1
      }
    }
    const writing = Promise.all([write(), write(), write()])
    await expect.poll(() => acknowledged, { timeout: 20_000 }).toBeGreaterThan(50)
    const before = acknowledged
    const config = parseConfig({ DATA_DIR: path.join(folder, 'none') })
    await backUp({ url: source.url, config }, file)
    const after = acknowledged
    stop.abort()
    await writing

    expect(statSync(file).mode & 0o777).toBe(0o600)
    const target = await emptyDatabase()
    await restore(target, file)
    const restored = await openDatabase({ url: target.databaseUrl ?? '', poolSize: 2 })
    const [row] = await restored.query<{ rows: bigint }>('select count(*) as rows from transfer')
    const violations = await createLedger(restored).check()
    await restored.close()
    expect(violations).toEqual([])
    expect(Number(row?.rows)).toBeGreaterThanOrEqual(before)
    // Three writers may each have committed a transfer that they had not yet counted.
    expect(Number(row?.rows)).toBeLessThanOrEqual(after + 3)
  })

  it('is refused by a database that is not empty', async () => {
    const config = parseConfig({ DATABASE_URL: source.ownerUrl, DATA_DIR: path.join(folder, 'x') })
    await expect(restore(config, file)).rejects.toThrow(/^The database is not empty/)
  })

  it('makes a server that starts meanwhile wait for its end', async () => {
    const target = await emptyDatabase()
    const restoring = restore(target, file)
    const watch = await openDatabase({ url: target.databaseUrl ?? '', poolSize: 1 })
    const isLeased = async () => {
      const [row] = await watch.query<{ name: string | null }>(
        `select to_regclass('schema_lease')::text as name`,
      )
      if (row?.name == null) return false
      return (await watch.query('select 1 from schema_lease')).length > 0
    }
    await expect.poll(isLeased, { interval: 5, timeout: 20_000 }).toBe(true)
    const server = openStorage({ ...target, dataDir: path.join(folder, 'other') })
    const { rows } = await restoring
    expect(rows).toBeGreaterThan(50)
    const storage = await server
    expect(await storage.db.query('select 1 from transfer limit 1')).toHaveLength(1)
    await storage.close()
    await watch.close()
  })

  it('is refused beside a server that is starting, and leaves that server its tables', async () => {
    const target = await emptyDatabase()
    const starting = await openDatabase({ url: target.databaseUrl ?? '', poolSize: 2 })
    const lease = await leaseSchema(starting)
    expect(lease).not.toBeNull()
    expect(await leaseSchema(starting)).toBeNull()
    await expect(restore(target, file)).rejects.toThrow(/^The database is not empty/)
    expect(await starting.query('select 1 from schema_lease')).toHaveLength(1)
    await lease?.release()
    await starting.close()
  })

  it('does not touch a folder on which a server starts', async () => {
    const target = await emptyDatabase()
    const claim = await claimDataDir(target.dataDir)
    try {
      await expect(restore(target, file)).rejects.toThrow(/already runs on|already in use/)
    } finally {
      claim.release()
    }
  })

  it('is refused of a database without tables, and leaves no file', async () => {
    const config = await emptyDatabase()
    const none = path.join(folder, 'none.backup')
    await expect(backUp({ url: config.databaseUrl ?? '', config }, none)).rejects.toThrow(
      /^The database is empty; check DATABASE_URL and DATA_DIR$/,
    )
    expect(existsSync(none)).toBe(false)
  })

  it('does not replace a file', async () => {
    const config = parseConfig({ DATA_DIR: path.join(folder, 'none') })
    await expect(backUp({ url: source.url, config }, file)).rejects.toThrow(/exists already$/)
  })

  let leftEmpty: Config | undefined
  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 400), /is cut off$/],
    ['something else', () => gzipSync('hello, this is no backup'), /is not a backup$/],
    ['not compressed', () => Buffer.from('hello'), /is damaged or not a backup$/],
    [
      'of a newer version',
      (bytes) => {
        const plain = gunzipSync(bytes).toString('latin1')
        return gzipSync(Buffer.from(plain.replace('001-users.sql', '999-users.sql'), 'latin1'))
      },
      /was made by a newer version/,
    ],
    [
      'of a version with another migration of that name',
      (bytes) => {
        const plain = gunzipSync(bytes).toString('latin1')
        return gzipSync(Buffer.from(plain.replace(/"checksum":"./, '"checksum":"x'), 'latin1'))
      },
      /different version of migration 001-users\.sql; restore it with the version that made it, \d/,
    ],
  ])('leaves the database empty when the file is %s', async (name, change, message) => {
    const bad = path.join(folder, `${name}.backup`)
    writeFileSync(bad, change(readFileSync(file)))
    const target = (leftEmpty ??= await emptyDatabase())
    await expect(restore(target, bad)).rejects.toThrow(message)
    const db = await openDatabase({ url: target.databaseUrl ?? '', poolSize: 1 })
    const tables = await db.query(
      `select 1 from pg_tables where schemaname in (current_schema(), 'pgboss')`,
    )
    await db.close()
    expect(tables).toEqual([])
  })
})

describe('a backup of the default set-up', () => {
  const dataDir = path.join(folder, 'data')
  const file = path.join(folder, 'embedded.backup')
  const admin = async (...args: string[]) => {
    const command = run([ADMIN, ...args], { env: { DATA_DIR: dataDir } })
    return { code: await command.ended, output: command.output() }
  }

  it('brings accounts, sessions, money and the chain back after the folder was lost', async () => {
    const first = run([SERVER], { env: { DATA_DIR: dataDir } })
    await ready(first)
    const url = await first.printed(/open +(http\S+)/)
    const password = await first.printed(/password (\S+)/)
    const answer = await post(`${url}/api/auth/login`, { username: 'demo', password })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    await post(`${url}/api/research`, { query: 'one' }, token)
    expect(await admin('backup', file)).toMatchObject({ code: 0 })
    first.child.kill('SIGKILL')
    await first.ended
    renameSync(dataDir, path.join(folder, 'lost'))

    const restored = await admin('restore', file)
    expect(restored.output).toContain('Every invariant of the ledger holds.')
    const second = run([SERVER], { env: { DATA_DIR: dataDir } })
    try {
      await ready(second)
      const again = await second.printed(/open +(http\S+)/)
      const me = await fetch(`${again}/api/auth/me`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(me.status).toBe(200)
      for (const name of ['secrets.json', 'chain/chain.journal']) {
        const [old, now] = [path.join(folder, 'lost', name), path.join(dataDir, name)]
        if (existsSync(old))
          expect(readFileSync(now).subarray(0, 99)).toEqual(readFileSync(old).subarray(0, 99))
      }
    } finally {
      second.child.kill('SIGTERM')
      await second.ended
    }
    expect(await admin('restore', file)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/holds a database; name another folder\n$/),
    })
  })
})
