import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type DirectoryLock = { release(): void }

/** Another process uses the directory. The message is for the operator. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse'
}

const ATTEMPTS = 5
const SQLITE_BUSY = 5

/** Keeps the connection from garbage collection, which would release the lock. */
const held = new Set<DatabaseSync>()

/**
 * Locks `dir` for this process until `release` or its death. The kernel holds the lock on an SQLite file, so other
 * containers see it, a killed process leaves no lock behind, and a copied directory is free. The file remains after a
 * release, because deleting it could break the next holder's lock. Throws `DirectoryInUse`.
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  const file = path.join(dir, 'lock')
  for (let attempt = 1; ; attempt += 1) {
    const database = new DatabaseSync(file)
    try {
      database.exec('pragma journal_mode = memory; begin exclusive')
      held.add(database)
      return {
        release: () => {
          if (held.delete(database)) database.close()
        },
      }
    } catch (error) {
      database.close()
      if (!isBusy(error)) throw error
      if (attempt === ATTEMPTS) {
        throw new DirectoryInUse(
          `${dir} is already in use by another process, perhaps in another container; stop it or choose another DATA_DIR`,
        )
      }
    }
    // Two processes that start at once can refuse each other.
    await sleep(10 + Math.random() * 60)
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
