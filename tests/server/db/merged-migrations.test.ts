import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { listMigrations, MIGRATIONS } from '#server/db/migrate.ts'

// Made with `sha256sum *.sql` in server/db/migrations. A new migration adds its line.
const MERGED = readFileSync(path.join(import.meta.dirname, 'merged-migrations.txt'), 'utf8')

/** A database keeps the checksum of each migration, so even a new comment in one would lock it out of an upgrade. */
it('keeps every merged migration unchanged', async () => {
  const lines = (await listMigrations(MIGRATIONS)).map(
    ({ name, checksum }) => `${checksum}  ${name}`,
  )
  expect(lines).toEqual(MERGED.trimEnd().split('\n'))
})
