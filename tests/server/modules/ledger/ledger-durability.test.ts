import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '#server/db/database-errors.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { readPostmasterFile } from '#server/db/embedded/postmaster.ts'
import { MIGRATIONS, migrate } from '#server/db/migrate.ts'
import { ledgerFixture } from '#tests/support/ledger.ts'
import { TEMPORARY_ROOT } from '#tests/support/temporary-root.ts'

const dir = mkdtempSync(path.join(TEMPORARY_ROOT, 'soldesk-durability-'))

const postgres = await startEmbeddedPostgres({ dir })
const owner = await openDatabase({ url: postgres.ownerUrl, poolSize: 1 })
await migrate(owner, MIGRATIONS, { appRole: postgres.appRole })
await owner.close()
const db = await openDatabase({ url: postgres.url, poolSize: 8 })
afterAll(async () => {
  await db.close()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Returns the process id of the postmaster that serves. One that was killed may still stand in the file. */
const waitForPostmaster = (killed: ReadonlySet<number>) =>
  vi.waitUntil(
    () => {
      const file = readPostmasterFile(path.join(dir, 'data'))
      return file?.status === 'ready' && !killed.has(file.pid) ? file.pid : undefined
    },
    { timeout: 20_000 },
  )

it('loses nothing acknowledged when PostgreSQL is killed under load, and comes back', async () => {
  const ledger = ledgerFixture(db)
  const users = await Promise.all(Array.from({ length: 10 }, () => ledger.userWith(1_000_000n)))
  const acknowledged: string[] = []
  const outages: unknown[] = []
  const load = { isOver: false }

  const client = async (index: number) => {
    while (!load.isOver) {
      const request = ledger.request(users[index % users.length]!, 1n)
      try {
        const result = await ledger.charge(request)
        if (result.ok) acknowledged.push(result.transferId)
      } catch (error) {
        outages.push(error)
        await sleep(20)
      }
    }
  }
  const clients = Array.from({ length: 24 }, (_, index) => client(index))

  const killed = new Set<number>()
  for (let round = 0; round < 3; round += 1) {
    const before = acknowledged.length
    while (acknowledged.length < before + 200) await sleep(10)
    const pid = await waitForPostmaster(killed)
    process.kill(pid, 'SIGKILL')
    killed.add(pid)
    // The processes of open connections outlive the postmaster for a moment and still acknowledge charges.
    await waitForPostmaster(killed)
    const restartedAt = acknowledged.length
    while (acknowledged.length < restartedAt + 100) await sleep(10)
  }
  load.isOver = true
  await Promise.all(clients)

  expect(outages.length).toBeGreaterThan(0)
  expect(outages.filter((error) => !(error instanceof DatabaseUnavailable))).toEqual([])
  const stored = await db.query<{ id: string }>(`select id from transfer where kind = 'charge'`)
  const storedIds = new Set(stored.map((row) => row.id))
  expect(acknowledged.filter((id) => !storedIds.has(id))).toEqual([])
  expect(await ledger.check()).toEqual([])
})
