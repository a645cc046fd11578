import type { Queryable } from '#server/db/database.ts'
import { createPolledLookup } from '#server/lib/async/polled-lookup.ts'
import { listUnread, MAX_UNREAD, type StoredEvent, type Unread } from './run-repository.ts'
import type { RunShape } from './run.ts'

/** Any process may write events, so each process polls for those of all runs that it follows. */
const POLL_MS = 150
const LAST_EVENTS = new Set(['done', 'failed', 'cancelled'])

export type FollowRun = ReturnType<typeof createFollowRun>

/** The followers of all runs share one statement in 150 ms. */
export function createFollowRun(db: Queryable) {
  const waitForUnread = createPolledLookup((positions) => listUnread(db, positions), POLL_MS)

  /** Yields stored events after `afterSeq`, then new ones until the run ends or `signal` is aborted. */
  return async function* followRun<Shape extends RunShape>(
    id: string,
    afterSeq: number,
    signal: AbortSignal,
  ): AsyncGenerator<StoredEvent<Shape>> {
    let seq = afterSeq
    let [unread]: (Unread | undefined)[] = await listUnread(db, [{ id, seq }])
    while (!signal.aborted) {
      const { events, hasEnded } = unread ?? { events: [], hasEnded: false }
      for (const stored of events) {
        seq = stored.seq
        yield stored as StoredEvent<Shape>
        if (LAST_EVENTS.has(stored.event.type)) return
      }
      if (hasEnded && events.length === 0) return
      if (events.length < MAX_UNREAD) unread = await waitForUnread({ id, seq }, signal)
      else [unread] = await listUnread(db, [{ id, seq }])
    }
  }
}
