import type { Queryable, Transactional } from '#server/db/database.ts'
import type { ServerCalls } from './thread-channel.ts'

type Open = {
  tx: Queryable
  /** The error of the first failed statement. It decides whether the transaction is repeated. */
  failure: { error: unknown } | null
  end: (isDone: boolean) => void
  result: Promise<void>
}

/** The database asks for a second attempt, which only the thread can make. */
class Repeat extends Error {}
class RolledBack extends Error {}

/** Runs the statements of a thread. Transactions that are still open when `signal` aborts are rolled back. */
export function createRemoteTransactions(
  db: Transactional,
  signal: AbortSignal,
): Pick<ServerCalls, 'query' | 'beginTransaction' | 'endTransaction'> {
  const all = new Map<number, Open>()
  signal.addEventListener('abort', () => {
    for (const { end } of all.values()) end(false)
  })
  return {
    async query(id, text, params) {
      if (id === null) return db.query(text, params)
      const open = all.get(id)
      if (!open) throw new RolledBack('The transaction has ended')
      try {
        return await open.tx.query(text, params)
      } catch (error) {
        open.failure = { error }
        throw error
      }
    },

    async beginTransaction(id) {
      signal.throwIfAborted()
      const ready = Promise.withResolvers<void>()
      const ended = Promise.withResolvers<boolean>()
      let hasBegun = false
      const result = db.transaction(async (tx) => {
        // The statements are in the thread, which has to start again.
        if (hasBegun) throw new Repeat()
        hasBegun = true
        const open: Open = { tx, failure: null, end: ended.resolve, result }
        all.set(id, open)
        ready.resolve()
        if (await ended.promise) return
        throw open.failure?.error ?? new RolledBack('The transaction was rolled back')
      })
      result.catch(ready.reject)
      await ready.promise
    },

    async endTransaction(id, isDone) {
      const open = all.get(id)
      all.delete(id)
      open?.end(isDone)
      try {
        await open?.result
        return false
      } catch (error) {
        if (error instanceof Repeat) return true
        if (isDone) throw error
        return false
      }
    },
  }
}
