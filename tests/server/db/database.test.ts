import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DatabaseUnavailable, isConnectionFailure } from '#server/db/database-errors.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { testDatabase, type TestDatabase } from '#tests/support/database.ts'

let test: TestDatabase
let db: Database
let owner: Database

beforeAll(async () => {
  test = await testDatabase({ poolSize: 3 })
  db = test.db
  owner = await openDatabase({ url: test.ownerUrl, poolSize: 2 })
  await owner.query('create table note (id int primary key, text text not null)')
  // Fails with the given SQLSTATE until it has been called often enough; a sequence outlives a rollback.
  await owner.query('create sequence calls')
  await owner.query(`create function failing_first(times int, state text) returns bigint language plpgsql as $$
    declare call bigint := nextval('calls');
    begin
      if call <= times then raise exception 'injected' using errcode = state; end if;
      return call;
    end $$`)
  await owner.query('grant all on note, calls to app')
})
afterAll(async () => {
  await owner.close()
  await test.drop()
})

const texts = async () => {
  const rows = await db.query<{ text: string }>('select text from note order by id')
  return rows.map((row) => row.text)
}
const clear = () => db.query('delete from note')
const resetCalls = () => owner.query(`select setval('calls', 1, false)`)

describe('query', () => {
  it('returns int8 as bigint, timestamptz as Date and jsonb parsed', async () => {
    const [row] = await db.query<{ whole: bigint; at: Date; json: object }>(
      `select 9223372036854775807::bigint as whole, 'epoch'::timestamptz as at, $1::jsonb as json`,
      ['{"a":[1]}'],
    )
    expect(row).toEqual({ whole: 9223372036854775807n, at: new Date(0), json: { a: [1] } })
  })

  it('takes bigint, Date, null and array parameters exactly', async () => {
    const at = new Date('2024-02-29T12:34:56.789Z')
    const [row] = await db.query(
      'select $1::bigint as whole, $2::timestamptz as at, $3::text as nothing, $4::bigint[] as list',
      [-9223372036854775808n, at, null, [1n, 2n]],
    )
    expect(row).toEqual({ whole: -9223372036854775808n, at, nothing: null, list: ['1', '2'] })
  })

  it.each(['40001', '40P01'])('is sent again after %s', async (state) => {
    await resetCalls()
    expect(await db.query('select failing_first(3, $1) as call', [state])).toEqual([{ call: 4n }])
  })

  it('is not sent again after another error, and the connection goes on being used', async () => {
    await resetCalls()
    const backends = async () => {
      const rows = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
      return rows[0]?.pid
    }
    const before = await backends()
    await expect(db.query(`select failing_first(9, '23505')`)).rejects.toMatchObject({
      code: '23505',
    })
    expect(await owner.query(`select last_value as calls from calls`)).toEqual([{ calls: 1n }])
    expect(await backends()).toBe(before)
  })

  it('continues after a migration changed the shape of a prepared statement', async () => {
    await owner.query('create table shape (a int)')
    await owner.query('grant select on shape to app')
    await Promise.all([1, 2, 3].map(() => db.query('select * from shape')))
    await owner.query('alter table shape add column b int')
    await owner.query('insert into shape values (1, 2)')
    expect(await db.query('select * from shape')).toEqual([{ a: 1, b: 2 }])
  })

  it('ends a statement that takes too long and keeps the connection', async () => {
    const hasty = await openDatabase({ url: test.url, poolSize: 1, statementTimeoutMs: 500 })
    await expect(hasty.query('select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
    expect(await hasty.query('select 1 as one')).toEqual([{ one: 1 }])
    await hasty.close()
  })
})

describe('transaction', () => {
  it('commits its work and returns the result', async () => {
    await clear()
    const result = await db.transaction(async (tx) => {
      await tx.query(`insert into note values (1, 'a')`)
      await tx.query(`insert into note values (2, 'b')`)
      return 'done'
    })
    expect(result).toBe('done')
    expect(await texts()).toEqual(['a', 'b'])
  })

  it('undoes everything when its work throws, and passes the error on as it is', async () => {
    await clear()
    const refusal = Object.assign(new Error('no'), { code: 'PAYMENT_NOT_FOUND' })
    const failing = db.transaction(async (tx) => {
      await tx.query(`insert into note values (1, 'a')`)
      throw refusal
    })
    await expect(failing).rejects.toBe(refusal)
    expect(await texts()).toEqual([])
  })

  it('runs its work again from the start after a serialization failure; effects happen once', async () => {
    await clear()
    await resetCalls()
    let runs = 0
    await db.transaction(async (tx) => {
      runs += 1
      await tx.query(`insert into note values ($1, 'once')`, [runs])
      await tx.query(`select failing_first(4, '40001')`)
    })
    expect(runs).toBe(5)
    expect(await texts()).toEqual(['once'])
  })

  it('settles a real deadlock between two transactions', async () => {
    await clear()
    await db.query(`insert into note values (1, '-'), (2, '-')`)
    const touch = (first: number, second: number, text: string) =>
      db.transaction(async (tx) => {
        await tx.query('update note set text = text || $2 where id = $1', [first, text])
        await sleep(60)
        await tx.query('update note set text = text || $2 where id = $1', [second, text])
      })
    await Promise.all([touch(1, 2, 'x'), touch(2, 1, 'y')])
    expect((await texts()).map((text) => text.split('').toSorted().join(''))).toEqual([
      '-xy',
      '-xy',
    ])
  })

  it('gives up after many failures', async () => {
    await resetCalls()
    await expect(
      db.transaction((tx) => tx.query(`select failing_first(100000, '40P01')`)),
    ).rejects.toMatchObject({ code: '40P01' })
  })

  it('does not report success when a failed statement in it was ignored', async () => {
    await clear()
    const careless = db.transaction(async (tx) => {
      await tx.query(`insert into note values (1, 'a')`)
      await tx.query('select 1 / 0').catch(() => undefined)
    })
    await expect(careless).rejects.toThrow('rolled back')
    expect(await texts()).toEqual([])
  })

  it('refuses queries after its end', async () => {
    const leaked = await db.transaction(async (tx) => tx)
    await expect(leaked.query('select 1')).rejects.toThrow('has ended')
  })
})

describe('when the database goes away', () => {
  const terminate = async () => {
    await owner.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where usename = 'app' and datname = current_database()`,
    )
    // The news of a closed connection takes a moment to arrive.
    await sleep(50)
  }

  it('reports a running statement as DatabaseUnavailable and recovers', async () => {
    const running = db.query('select pg_sleep(60)').catch((error: unknown) => error)
    await expect
      .poll(() =>
        owner.query(
          `select 1 from pg_stat_activity
           where datname = current_database() and state = 'active' and query = 'select pg_sleep(60)'`,
        ),
      )
      .toHaveLength(1)
    await terminate()
    expect(await running).toBeInstanceOf(DatabaseUnavailable)
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('reports a transaction that lost its connection between statements', async () => {
    const broken = db.transaction(async (tx) => {
      await tx.query('select 1')
      await terminate()
      await tx.query('select 1')
    })
    await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('drops idle connections that broke', async () => {
    await Promise.all([1, 2, 3].map(() => db.query('select pg_sleep(0.01)')))
    await terminate()
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('says when it is opened that nothing responds', async () => {
    const nowhere = 'postgres://app@localhost/postgres?host=%2Fnonexistent&port=5432'
    await expect(openDatabase({ url: nowhere })).rejects.toThrow(/^the database is not available: /)
  })
})

/** Answers the start of a connection and breaks it off in the same packet, as a killed PostgreSQL can. */
async function breakingPostgres() {
  const authenticated = Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1')
  const ready = Buffer.from('Z\0\0\0\x05I', 'latin1')
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')
  const fatal = Buffer.concat([Buffer.from([0x45, 0, 0, 0, fields.length + 4]), fields])
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, fatal])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgres://nobody@127.0.0.1:${port}/none`, close: () => server.close() }
}

// An error event without a listener would end the process, and fail the whole test run.
it('survives a connection that breaks in the moment it is handed out', async () => {
  const postgres = await breakingPostgres()
  await expect(openDatabase({ url: postgres.url })).rejects.toThrow(DatabaseUnavailable)
  postgres.close()
})

describe('isConnectionFailure', () => {
  it.each([
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
    [Object.assign(new Error('x'), { code: '57P01' }), true],
    [Object.assign(new Error('x'), { code: '08006' }), true],
    [Object.assign(new Error('x'), { code: '23505' }), false],
    [new Error('Connection terminated unexpectedly'), true],
    [new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]), true],
    [new Error('something else'), false],
    ['text', false],
  ])('of %s is %s', (error, expected) => {
    expect(isConnectionFailure(error)).toBe(expected)
  })
})

describe('behind PgBouncer in transaction mode', () => {
  it('prepares nothing, sets nothing for the session, and still limits slow reads', async () => {
    const test = await testDatabase({ poolSize: 1 })
    const url = new URL(test.url)
    url.searchParams.set('pgbouncer', 'true')
    const pooled = await openDatabase({
      url: url.href,
      poolSize: 1,
      slowReadTimeoutMs: 200,
    })
    for (const value of [1, 2, 3]) await pooled.query('select $1::int as value', [value])
    await pooled.transaction((tx) => tx.query('select $1::int as value', [4]))
    expect(await pooled.query('select name from pg_prepared_statements')).toEqual([])
    expect(await pooled.query('show statement_timeout')).toEqual([{ statement_timeout: '0' }])
    await expect(pooled.slowReads.query('select pg_sleep(5)')).rejects.toMatchObject({
      code: '57014',
    })
    await pooled.close()
    await test.drop()
  })
})
