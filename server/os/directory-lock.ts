import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type DirectoryLock = { release(): void }

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse'
}

const ATTEMPTS = 5
const SQLITE_BUSY = 5

/** A connection that is garbage collected would let its lock go. */
const held = new Set<DatabaseSync>()

/**
 * Claims `dir` for this process until `release` or its death. The lock is the kernel's lock on an SQLite file, so
 * processes in other containers see it too, a killed process leaves nothing behind, and a copied directory is free.
 * The file stays when the lock is released: deleting it could take it from the next holder. Throws `DirectoryInUse`.
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
