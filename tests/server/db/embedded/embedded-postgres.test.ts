import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '#server/db/database.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#server/db/embedded/embedded-postgres.ts'
import { choosePostgresAccount } from '#server/db/embedded/postgres-account.ts'
import { findPostgresBinaries } from '#server/db/embedded/postgres-binaries.ts'
import { readPostmasterFile } from '#server/db/embedded/postmaster.ts'
import { isAlive, readProcessIdentity } from '#server/os/process-identity.ts'
import { TEMPORARY_ROOT } from '#tests/support/temporary-root.ts'

const isRoot = process.getuid?.() === 0
const HOLD = new URL('../../../support/hold-postgres.ts', import.meta.url)

let prepared: string
let root: string
let dir: string
const opened: { stop(): Promise<void> }[] = []
const children: ChildProcess[] = []

// A first start takes most of a second; tests that are not about it begin with a copy of this one's result.
beforeAll(async () => {
  prepared = mkdtempSync(path.join(TEMPORARY_ROOT, 'soldesk-pg-test-'))
  const postgres = await startEmbeddedPostgres({ dir: prepared })
  await remember(postgres)
  await postgres.stop()
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))

beforeEach(() => {
  root = mkdtempSync(path.join(TEMPORARY_ROOT, 'soldesk-pg-test-'))
  chmodSync(root, 0o755)
  dir = path.join(root, 'postgres')
  cpSync(path.join(prepared, 'data'), path.join(dir, 'data'), { recursive: true })
  chmodSync(path.join(dir, 'data'), 0o700)
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const postgres of opened.splice(0)) await postgres.stop()
  const left = readPostmasterFile(path.join(dir, 'data'))
  if (left) await vi.waitFor(() => expect(readProcessIdentity(left.pid)).toBeUndefined(), 20_000)
  rmSync(root, { recursive: true, force: true })
})

async function start(where = dir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dir: where })
  opened.push(postgres)
  return postgres
}

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase({ url, poolSize: 2 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Starts the database in another process and gives that process and its first line. */
async function hold(env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, [HOLD.pathname, dir], { env, stdio: ['ignore', 'pipe', 2] })
  children.push(child)
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    if (said.includes('\n')) break
  }
  return { child, said: said.trim() }
}

const remember = (postgres: EmbeddedPostgres) =>
  withDatabase(postgres.ownerUrl, async (db) => {
    await db.query('create table if not exists note (text text)')
    await db.query(`insert into note values ('kept')`)
  })
const recall = (postgres: EmbeddedPostgres) =>
  withDatabase(postgres.ownerUrl, (db) => db.query('select text from note'))

describe('startEmbeddedPostgres', () => {
  it('keeps every commit, checks pages and listens on a private socket only', async () => {
    const { url } = await start()
    const [row] = await withDatabase(url, (db) =>
      db.query(`select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
        current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
        current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding`),
    )
    expect(row).toEqual({
      fsync: 'on',
      checksums: 'on',
      commit: 'on',
      pages: 'on',
      tcp: '',
      encoding: 'UTF8',
    })
    for (const folder of ['', 'data', 'socket']) {
      expect(statSync(path.join(dir, folder)).mode & 0o777, folder).toBe(0o700)
    }
  })

  it('gives the server a role that is no superuser and owns nothing', async () => {
    const { url } = await start()
    await withDatabase(url, async (db) => {
      const [role] = await db.query(
        'select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user',
      )
      expect(role).toEqual({ rolsuper: false, rolcreatedb: false, rolcreaterole: false })
      await expect(db.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
    })
  })

  it('keeps the data from one run to the next and leaves no process behind', async () => {
    const first = await startEmbeddedPostgres({ dir })
    const pid = readPostmasterFile(path.join(dir, 'data'))?.pid ?? 0
    await first.stop()
    expect(isAlive(pid)).toBe(false)
    expect(await recall(await start())).toEqual([{ text: 'kept' }])
  })

  it('refuses a directory that this process already uses', async () => {
    await start()
    await expect(startEmbeddedPostgres({ dir })).rejects.toMatchObject({ name: 'DirectoryInUse' })
  })

  it('refuses in one line a directory that another process uses, and does it no harm', async () => {
    const { said } = await hold()
    const url = said.replace('ready ', '')
    const refusal = await startEmbeddedPostgres({ dir }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'DirectoryInUse' })
    expect(String(refusal)).toBe(
      `DirectoryInUse: ${dir} is already in use by another process, perhaps in another container; stop it or choose another DATA_DIR`,
    )
    expect(await withDatabase(url, (db) => db.query('select 1 as one'))).toEqual([{ one: 1 }])
  })

  it('takes over after kill -9 of its process, with the data', async () => {
    const { child } = await hold()
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(await recall(await start())).toEqual([{ text: 'kept' }])
  })

  it.skipIf(process.platform !== 'linux')('dies when its process is killed', async () => {
    const { child } = await hold()
    const pid = readPostmasterFile(path.join(dir, 'data'))?.pid ?? 0
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(readProcessIdentity(pid)).toBeUndefined(), 10_000)
  })

  it('stops an orphan that runs on in the directory', async () => {
    await start()
    await opened.pop()?.stop()
    const orphan = startOrphan(path.join(dir, 'data'))
    await vi.waitFor(
      () => expect(readPostmasterFile(path.join(dir, 'data'))?.status).toBe('ready'),
      10_000,
    )
    expect(readPostmasterFile(path.join(dir, 'data'))?.pid).toBe(orphan.pid)
    expect(await recall(await start())).toEqual([{ text: 'kept' }])
    expect(orphan.exitCode).toBe(0)
  })

  it('starts although the pid of its dead predecessor now belongs to another program', async () => {
    const data = path.join(dir, 'data')
    // PostgreSQL takes its own parent for no rival.
    const stranger = process.ppid
    writeFileSync(path.join(data, 'postmaster.pid'), `${stranger}\n${data}\n1\n5432\n\n\n\nready\n`)
    mkdirSync(path.join(dir, 'socket'), { recursive: true })
    writeFileSync(path.join(dir, 'socket', '.s.PGSQL.5432.lock'), `${stranger}\n${data}\n`)
    expect(await recall(await start())).toEqual([{ text: 'kept' }])
  })

  it.runIf(process.platform === 'linux')(
    'starts although nobody has collected its dead predecessor yet',
    async () => {
      const data = path.join(dir, 'data')
      const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      children.push(parent)
      const [pid] = (await once(parent.stdout, 'data')) as [Buffer]
      const zombie = Number(String(pid).trim())
      await vi.waitFor(() => expect(readProcessIdentity(zombie)).toBeUndefined(), 10_000)
      expect(isAlive(zombie)).toBe(true)
      writeFileSync(path.join(data, 'postmaster.pid'), `${zombie}\n${data}\n1\n5432\n\n\n\nready\n`)
      expect(await recall(await start())).toEqual([{ text: 'kept' }])
    },
  )

  it('starts over after a killed first start', async () => {
    rmSync(path.join(dir, 'data'), { recursive: true })
    mkdirSync(path.join(dir, 'data.new-abc', 'base'), { recursive: true })
    writeFileSync(path.join(dir, 'data.new-abc', 'PG_VERSION'), '18\n')
    const postgres = await start()
    expect(await withDatabase(postgres.url, (db) => db.query('select 1 as one'))).toHaveLength(1)
    expect(readdirSync(dir).filter((name) => name.startsWith('data.new'))).toEqual([])
  })

  it('survives kill -9 at any moment of the first start', async () => {
    rmSync(path.join(dir, 'data'), { recursive: true })
    for (const delayMs of [80, 200, 350, 500]) {
      const child = spawn(process.execPath, [HOLD.pathname, dir], { stdio: 'ignore' })
      children.push(child)
      await sleep(delayMs)
      child.kill('SIGKILL')
    }
    const postgres = await start()
    expect(await withDatabase(postgres.url, (db) => db.query('select 1 as one'))).toHaveLength(1)
  })

  it('puts the socket into a temporary folder when its path would be too long, and removes it', async () => {
    const deep = path.join(root, 'x'.repeat(60), 'y'.repeat(60))
    const postgres = await startEmbeddedPostgres({ dir: deep })
    const socketDir = new URL(postgres.url).searchParams.get('host') ?? ''
    expect(await withDatabase(postgres.url, (db) => db.query('select 1 as one'))).toHaveLength(1)
    expect(socketDir.startsWith(deep)).toBe(false)
    expect(statSync(socketDir).mode & 0o777).toBe(0o700)
    await postgres.stop()
    expect(existsSync(socketDir)).toBe(false)
  })

  it('comes back under the same address when PostgreSQL is killed', async () => {
    const postgres = await start()
    await withDatabase(postgres.ownerUrl, async (db) => {
      process.kill(readPostmasterFile(path.join(dir, 'data'))?.pid ?? 0, 'SIGKILL')
      await vi.waitFor(
        async () => expect(await db.query('select text from note')).toHaveLength(1),
        {
          timeout: 15_000,
        },
      )
    })
  })

  it('says why PostgreSQL does not start, in one line', async () => {
    const failing = startEmbeddedPostgres({ dir, settings: { shared_buffers: 'plenty' } })
    const message = await failing.catch((error: Error) => error.message)
    expect(message).toMatch(/^PostgreSQL did not start in .*shared_buffers/)
    expect(message).not.toContain('\n')
    expect(await withDatabase((await start()).url, (db) => db.query('select 1'))).toHaveLength(1)
  })
})

describe.skipIf(!isRoot)('as root (needs root)', () => {
  it('runs below a home of mode 0700, and as the account nobody elsewhere', async () => {
    chmodSync(root, 0o700)
    const { postgres: binary } = findPostgresBinaries()
    expect(choosePostgresAccount([root, binary]).kind).toBe('nobody')
    expect(choosePostgresAccount([dir, binary]).kind).not.toBe('nobody')
    expect(await recall(await start())).toEqual([{ text: 'kept' }])
    await opened.pop()?.stop()
    expect(statSync(dir).uid).toBe(0)
    chmodSync(root, 0o755)
    // The files change hands together with the way PostgreSQL is run.
    expect(await recall(await start())).toEqual([{ text: 'kept' }])
    expect(statSync(path.join(dir, 'data', 'base')).uid).not.toBe(0)
  })

  it.skipIf(!existsSync('/usr/bin/setpriv'))(
    'runs below a home of mode 0700 where user namespaces are forbidden (needs setpriv)',
    async () => {
      chmodSync(root, 0o700)
      const fakes = path.join(root, 'bin')
      mkdirSync(fakes)
      writeFileSync(path.join(fakes, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      const { child, said } = await hold({ ...process.env, PATH: `${fakes}:/usr/bin:/bin` })
      expect(said).toMatch(/^ready /)
      expect(statSync(path.join(dir, 'data')).uid).not.toBe(0)
      const pid = readPostmasterFile(path.join(dir, 'data'))?.pid ?? 0
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).not.toMatch(/^Uid:\t0/m)
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  )
})

/** A PostgreSQL of a run that was killed on a system where children outlive their parents. */
function startOrphan(data: string): ChildProcess {
  const { postgres } = findPostgresBinaries()
  const account = choosePostgresAccount([path.dirname(data), postgres])
  const socket = path.join(path.dirname(data), 'socket')
  const [command, ...args] = [...account.prefix, postgres, '-D', data]
  const flags = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${socket}`]
  const child = spawn(command, [...args, ...flags], { ...account.ids, stdio: 'ignore' })
  children.push(child)
  return child
}
