import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const ROOMS = ['src', 'server', 'engine', 'localnet', 'solana', 'contract']
const MAX_FILES = 20
/** Grows by a file with each change of the database. */
const MIGRATIONS = 'server/db/migrations'

it('no folder of the source has more files than one can look over', () => {
  const counts = new Map<string, number>()
  for (const room of ROOMS) {
    const entries = readdirSync(path.join(ROOT, room), { recursive: true, withFileTypes: true })
    for (const entry of entries.filter((each) => each.isFile())) {
      const folder = path.relative(ROOT, entry.parentPath)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  const crowded = [...counts].filter(([, count]) => count > MAX_FILES).map(([folder]) => folder)
  expect(counts.size).toBeGreaterThan(ROOMS.length)
  expect(crowded).toEqual([MIGRATIONS])
})
