import { escapeIdentifier, type Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withOwnConnection } from '#server/db/own-connection.ts'
import type { BackupReader, BackupWriter } from './backup-file.ts'

export type CopiedTable = { table: string; columns: string[]; rows: number }

/** Written by each start, or by migrations. */
const NOT_COPIED = ['schema_migration', 'schema_lease', 'running_server']
/** The rest of pg-boss's schema belongs to its own version and to running processes. */
const JOB_TABLES = ['queue', 'job', 'schedule']

/** Runs `work` with its own connection, in one transaction. */
export const withClient = <Result>(
  url: string,
  mode: 'read' | 'write',
  work: (client: Client) => Promise<Result>,
): Promise<Result> =>
  withOwnConnection({ connectionString: url, statement_timeout: 0 }, async (client) => {
    await client.query(
      mode === 'read' ? 'begin isolation level repeatable read, read only' : 'begin',
    )
    const result = await work(client)
    await client.query('commit')
    return result
  })

/** Copies every table in one snapshot. Returns what was copied. */
export async function dumpTables(
  client: Client,
  jobSchema: string,
  writer: BackupWriter,
): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = []
  for (const { name, columns } of await listTables(client, jobSchema)) {
    await writer.json({ table: name, columns })
    const list = columns.map(escapeIdentifier).join(', ')
    const stream = client.query(copyTo(`copy (select ${list} from ${name}) to stdout`))
    for await (const chunk of stream) await writer.data(Buffer.from(chunk as Uint8Array))
    copied.push({ table: name, columns, rows: stream.rowCount })
  }
  return copied
}

/** Loads the rows that follow a table's frame, and returns their number. Throws for a column that this version does not have. */
export async function loadTable(
  client: Client,
  { table, columns }: Pick<CopiedTable, 'table' | 'columns'>,
  reader: BackupReader,
): Promise<number> {
  const list = columns.map(escapeIdentifier).join(', ')
  const stream = client.query(copyFrom(`copy ${table} (${list}) from stdin`))
  await pipeline(Readable.from(reader.data()), stream)
  return stream.rowCount
}

/**
 * Empties the tables of the rows that migrations have inserted, and runs `load` with the names of the tables. Tables
 * refer to each other in circles, so the references are dropped meanwhile and checked when they are created again.
 */
export async function refillTables<Result>(
  client: Client,
  jobSchema: string,
  load: (tables: ReadonlySet<string>) => Promise<Result>,
): Promise<Result> {
  const tables = await listTables(client, jobSchema)
  const { rows: references } = await client.query<{ on: string; name: string; text: string }>(
    `select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as text
     from pg_constraint where contype = 'f' and conparentid = 0 and conrelid = any($1::oid[])`,
    [tables.map(({ oid }) => oid)],
  )
  for (const { on, name } of references) {
    await client.query(`alter table ${on} drop constraint ${name}`)
  }
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${name} limit 1`)
    // Append-only tables refuse a delete, and no migration fills one.
    if (rows.length > 0) await client.query(`delete from ${name}`)
  }
  const result = await load(new Set(tables.map(({ name }) => name)))
  for (const { on, name, text } of references) {
    await client.query(`alter table ${on} add constraint ${name} ${text}`)
  }
  return result
}

/** Returns the names of the tables in the database's own schema. */
export async function findTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() order by 1`,
  )
  return rows.map(({ name }) => name)
}

type Table = { oid: number; name: string; columns: string[] }

async function listTables(client: Client, jobSchema: string): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.oid::int as oid,
       case when n.nspname = $2 then format('%I.%I', n.nspname, c.relname) else format('%I', c.relname) end as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where (n.nspname = current_schema() and c.relkind = 'r' and c.relname <> all($1))
        or (n.nspname = $2 and c.relname = any($3))
     group by c.oid, n.nspname, c.relname order by name`,
    [NOT_COPIED, jobSchema, JOB_TABLES],
  )
  return rows
}
