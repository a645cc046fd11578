import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#server/db/migrate.ts'
import { splitStatements } from '#server/db/sql-statements.ts'

// Features that CockroachDB or YugabyteDB lacks, or that do not spread over nodes.
const BANNED = [
  /\b(un)?listen\b/i,
  /\bnotify\b/i,
  /pg_(try_)?advisory/i,
  /\b(big|small)?serial\b/i,
  /\bdeferrable\b/i,
  /\block table\b/i,
  /\bexclude using\b/i,
  /\bgenerated (always|by default) as identity\b/i,
]

const sqlOf = (file: string) => splitStatements(readFileSync(file, 'utf8')).join(';\n')

it.each(readdirSync(MIGRATIONS))('%s uses only what Postgres-wire clusters share', (name) => {
  const sql = sqlOf(new URL(name, MIGRATIONS).pathname)
  expect(BANNED.filter((banned) => banned.test(sql))).toEqual([])
})

it('no query of the server uses what Postgres-wire clusters lack', () => {
  const server = new URL('../../../server/', import.meta.url).pathname
  const offenders = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /pg_(try_)?advisory|`\s*(un)?listen |`\s*notify |pg_notify/i.test(
        readFileSync(path.join(server, name), 'utf8'),
      ),
    )
  expect(offenders).toEqual([])
})
