import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Pool,
  types as pgTypes,
  type CustomTypesConfig,
  type PoolClient,
  type QueryConfig,
} from 'pg'
import { getErrorCode } from '#contract/error-message.ts'
import {
  DatabaseUnavailable,
  isConnectionFailure,
  isRetryable,
  isStalePlan,
  ReadAborted,
} from './database-errors.ts'
import { withRetry } from '#server/lib/async/with-retry.ts'

export type Queryable = {
  /** Runs one statement. Rows have int8 as bigint, timestamptz as Date, jsonb parsed, numeric as text. Pass jsonb as JSON text. */
  query<R extends object>(text: string, params?: readonly unknown[]): Promise<R[]>
}

/** Reads that may take long. They have a few connections and a short statement timeout. */
type SlowReads = {
  /** Runs one reading statement. If `signal` aborts, the database cancels it and `ReadAborted` is thrown. */
  query<R extends object>(
    text: string,
    params?: readonly unknown[],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<R[]>
}

export type Database = Queryable & {
  /** Connection string, for code that opens its own connections. */
  readonly url: string
  /** For searches, deep pages and exports. Other queries keep their own connections. */
  readonly slowReads: SlowReads
  /** Runs `work` in one transaction and repeats it on 40001/40P01 with bounded backoff. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
  connections(): Record<'main' | 'slow_reads', PoolLoad>
  close(): Promise<void>
}

/** `waiting`: callers that wait for a connection. */
type PoolLoad = { inUse: number; idle: number; waiting: number }

/** The part of a database that most modules need. */
export type Transactional = Pick<Database, 'query' | 'transaction'>

export type DatabaseOptions = {
  /** With `?pgbouncer=true`, each transaction may get another connection of the server. */
  url: string
  /** 8 to 16 suit one instance; more connections only queue on the same hot rows. */
  poolSize?: number
  /** 0 disables the timeout, for migrations and audits. */
  statementTimeoutMs?: number
  slowReadTimeoutMs?: number
}

// Under SERIALIZABLE each round on a hot row lets one contender pass, so the bound must exceed the pool size.
const MAX_ATTEMPTS = 100
const MAX_BACKOFF_MS = 80
const SLOW_READ_POOL_SIZE = 4
const SLOW_READ_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 10_000
// A hanging statement must not delay shutdown.
const CLOSE_TIMEOUT_MS = 2_000
// Statements are static texts. The bound protects memory from callers that build texts.
const MAX_PREPARED = 500

const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i

const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pgTypes.builtins.INT8 && format !== 'binary'
      ? BigInt
      : pgTypes.getTypeParser(oid, format),
}

/** Opens a pool and checks the database. Failed connections throw `DatabaseUnavailable`; the pool recovers by itself. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const statementTimeoutMs = options.statementTimeoutMs ?? 15_000
  const readTimeoutMs =
    statementTimeoutMs === 0 ? 0 : (options.slowReadTimeoutMs ?? SLOW_READ_TIMEOUT_MS)
  const isPooled = usesPooler(options.url)
  const pool = createPool(options.url, options.poolSize ?? 12, statementTimeoutMs)
  // Connects on the first slow read.
  const readPool = createPool(options.url, SLOW_READ_POOL_SIZE, readTimeoutMs)
  const run: Run = isPooled ? runUnnamed : runPrepared

  const query: Database['query'] = (text, params) =>
    withConflictRetry(() => withClient(pool, (client) => run(client, text, params)))
  const cancel = (pid: number) => query('select pg_cancel_backend($1)', [pid])
  const database: Database = {
    url: options.url,
    query,
    slowReads: {
      query: <R extends object>(
        text: string,
        params?: readonly unknown[],
        { signal }: { signal?: AbortSignal | undefined } = {},
      ) =>
        withConflictRetry(() =>
          withClient(readPool, (client) => {
            const read = (): Promise<R[]> =>
              signal === undefined
                ? run(client, text, params)
                : runUntilAborted(client, { text, params, signal, cancel, run })
            return isPooled ? runInReadTransaction(client, readTimeoutMs, read) : read()
          }),
        ),
    },
    transaction: (work) =>
      withConflictRetry(() => withClient(pool, (client) => transact(client, work, run))),
    connections: () => ({ main: readLoad(pool), slow_reads: readLoad(readPool) }),
    close: async () => {
      const ended = Promise.all([pool.end(), readPool.end()])
      await Promise.race([ended, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    },
  }
  try {
    await database.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  return database
}

const readLoad = ({ totalCount, idleCount, waitingCount }: Pool): PoolLoad => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
})

/** Returns true behind PgBouncer in transaction mode, which keeps neither prepared statements nor session settings. */
export const usesPooler = (url: string): boolean =>
  URL.parse(url)?.searchParams.get('pgbouncer') === 'true'

function createPool(connectionString: string, max: number, statementTimeoutMs: number): Pool {
  const pool = new Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    // PgBouncer refuses settings at the start of a connection.
    ...(usesPooler(connectionString) ? {} : { statement_timeout: statementTimeoutMs }),
    // Detects a silent server (dead network) by a client-side timeout.
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + 5_000,
    keepAlive: true,
    types,
  })
  // Without listeners an error outside a query would crash the process. The pool itself listens to a
  // connection only while it is idle, and a connection may break while the pool hands it out.
  pool.on('error', ignoreBrokenConnection)
  pool.on('connect', (client) => client.on('error', ignoreBrokenConnection))
  return pool
}

/** The next query or the pool's check handles the error. */
const ignoreBrokenConnection = () => undefined

const withConflictRetry = <T>(work: () => Promise<T>): Promise<T> =>
  withRetry(work, {
    pauseMs: (error, attempt) =>
      attempt < MAX_ATTEMPTS && (isRetryable(error) || isStalePlan(error))
        ? Math.random() * Math.min(MAX_BACKOFF_MS, 2 ** attempt)
        : null,
  })

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>) {
  let client: PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw toUnavailable(error)
  }
  let isBroken = false
  try {
    return await work(client)
  } catch (error) {
    isBroken =
      error instanceof DatabaseUnavailable || error instanceof ReadAborted || isStalePlan(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** Limits a read that has no connection of its own whose settings would last. */
async function runInReadTransaction<T>(
  client: PoolClient,
  timeoutMs: number,
  read: () => Promise<T>,
): Promise<T> {
  await send(client, { text: 'begin read only' })
  try {
    await send(client, { text: `set local statement_timeout = ${timeoutMs}` })
    const rows = await read()
    await send(client, { text: 'commit' })
    return rows
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) await send(client, { text: 'rollback' })
    throw error
  }
}

async function transact<T>(
  client: PoolClient,
  work: (tx: Queryable) => Promise<T>,
  run: Run,
): Promise<T> {
  let isOpen = true
  const tx: Queryable = {
    query: (text, params) =>
      isOpen
        ? run(client, text, params)
        : Promise.reject(new Error('the transaction of this query has ended')),
  }
  await send(client, { text: 'begin' })
  try {
    const result = await work(tx)
    isOpen = false
    const { command } = await send(client, { text: 'commit' })
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK, not an error.
    if (command !== 'COMMIT') {
      throw new Error('the transaction was rolled back: a failed statement in it was ignored')
    }
    return result
  } catch (error) {
    isOpen = false
    if (!(error instanceof DatabaseUnavailable)) await send(client, { text: 'rollback' })
    throw error
  }
}

const names = new Map<string, string>()

function findPreparedName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_PREPARED || !PREPARABLE.test(text)) return undefined
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
  names.set(text, name)
  return name
}

type Run = <R extends object>(
  client: PoolClient,
  text: string,
  params?: readonly unknown[],
) => Promise<R[]>

async function runUnnamed<R extends object>(
  client: PoolClient,
  text: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  const { rows } = await send<R>(client, { text, values: [...params] })
  return rows
}

async function runPrepared<R extends object>(
  client: PoolClient,
  text: string,
  params: readonly unknown[] = [],
): Promise<R[]> {
  const values = [...params]
  const name = findPreparedName(text)
  const { rows } = await send<R>(
    client,
    name === undefined ? { text, values } : { name, text, values },
  )
  return rows
}

type AbortableRead = {
  text: string
  params: readonly unknown[] | undefined
  signal: AbortSignal
  cancel: (pid: number) => Promise<unknown>
  run: Run
}

async function runUntilAborted<R extends object>(
  client: PoolClient,
  { text, params, signal, cancel, run }: AbortableRead,
): Promise<R[]> {
  // The caller may have left while this waited for a connection.
  if (signal.aborted) throw new ReadAborted()
  const [backend] = await run<{ pid: number }>(client, 'select pg_backend_pid() as pid')
  // Clusters without this function cancel the statement at its timeout.
  const onAbort = () => void (backend && cancel(backend.pid).catch(() => undefined))
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    if (signal.aborted) throw new ReadAborted()
    const rows = await run<R>(client, text, params)
    // A late cancel could hit the connection's next statement, so don't reuse it.
    if (signal.aborted) throw new ReadAborted()
    return rows
  } catch (error) {
    throw signal.aborted ? new ReadAborted({ cause: error }) : error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

async function send<R extends object>(client: PoolClient, query: QueryConfig) {
  try {
    return await client.query<R>(query)
  } catch (error) {
    throw toUnavailable(error)
  }
}

function toUnavailable(error: unknown): unknown {
  if (!isConnectionFailure(error)) return error
  const reason = error instanceof Error ? error.message || getErrorCode(error) : String(error)
  return new DatabaseUnavailable(`the database is not available: ${reason}`, { cause: error })
}
