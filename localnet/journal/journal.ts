import { open, type FileHandle } from 'node:fs/promises'
import { JournalError, formatBatchLine } from './journal-file.ts'

export type Journal<Entry> = {
  /** Resolves when the entry is on disk. Entries appended during a write share the next one. */
  append(entry: Entry): Promise<void>
  close(): Promise<void>
}

type Waiter = { resolve: () => void; reject: (error: Error) => void }

/** Opens a journal with `size` valid bytes. An entry is acknowledged once its batch is synced to disk. */
export async function openJournal<Entry>(path: string, size: number): Promise<Journal<Entry>> {
  const file = await open(path, 'r+')
  let syncedBytes = size
  let pending: Entry[] = []
  let waiters: Waiter[] = []
  let hasFailed = false
  let isDraining = false
  let drained = Promise.resolve()

  async function drain(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending
      const batchWaiters = waiters
      pending = []
      waiters = []
      try {
        if (hasFailed) await file.truncate(syncedBytes)
        syncedBytes += await writeSynced(file, formatBatchLine(batch), syncedBytes)
        hasFailed = false
        for (const waiter of batchWaiters) waiter.resolve()
      } catch (error) {
        // The chain has already applied these entries, so they stay queued for the next append.
        hasFailed = true
        pending = [...batch, ...pending]
        const failure = new JournalError(`The chain journal ${path} cannot be written`, {
          cause: error,
        })
        for (const waiter of [...batchWaiters, ...waiters]) waiter.reject(failure)
        waiters = []
        break
      }
    }
    // Runs in the same tick as the last check of `pending`, so that no append is missed.
    isDraining = false
  }

  return {
    append(entry) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      pending.push(entry)
      waiters.push({ resolve, reject })
      if (!isDraining) {
        isDraining = true
        drained = drain()
      }
      return promise
    },
    async close() {
      await drained
      await file.close()
    },
  }
}

async function writeSynced(file: FileHandle, text: string, position: number): Promise<number> {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await file.write(
      bytes,
      written,
      bytes.length - written,
      position + written,
    )
    written += bytesWritten
  }
  await file.datasync()
  return bytes.length
}
