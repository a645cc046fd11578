import type { CalendarChanges, CalendarEvent } from '#contract/calendar/events.ts'
import { isSame } from '#src/lib/sync/is-same.ts'

/** A change that the account does not have yet. */
type PendingChange = {
  /** When it was made, by this browser's clock. */
  at: number
  /** The version of the account's calendar in which it was made. */
  basedOn: number
}

/** Changes by the id of their event. An id without an event was deleted. */
export type Pending = Readonly<Record<string, PendingChange>>

export type SyncedEvents = {
  events: readonly CalendarEvent[]
  pending: Pending
  /** The version of the account's calendar that this browser has; null before the first. */
  accountVersion: number | null
}

/** A change older than any other change of its event. */
const OLDEST: PendingChange = { at: 0, basedOn: 0 }

/** Adds changes of this browser that were made now. */
export const addPending = (
  { pending, accountVersion }: SyncedEvents,
  ids: readonly string[],
  nowMs: number,
): Pending => {
  const added = ids.map((id) => {
    // Never the same time twice, so that a change made during a call differs from the one being sent.
    const at = Math.max(nowMs, (pending[id]?.at ?? 0) + 1)
    return [id, { at, basedOn: accountVersion ?? 0 }] as const
  })
  return { ...pending, ...Object.fromEntries(added) }
}

/** Returns what is still to be sent after the server has answered. */
const withoutSent = (pending: Pending, sent: Pending, answer: CalendarChanges): Pending => {
  const refused = new Set(answer.refused)
  const left = Object.entries(pending).flatMap(([id, change]) => {
    const before = sent[id]
    if (before === undefined || refused.has(id)) return [[id, change] as const]
    if (before.at === change.at) return []
    // It changed again during the call, based on the sent change.
    return [[id, { ...change, basedOn: answer.version }] as const]
  })
  return Object.fromEntries(left)
}

/** Returns true for the same event under another id: two browsers have imported the same file. */
const isTwin = (one: CalendarEvent, other: CalendarEvent): boolean =>
  one.uid === other.uid && isSame({ ...one, id: '' }, { ...other, id: '' })

/**
 * Returns the events of this browser after an answer of the server. Changes that are still to be sent stay. With the
 * first answer, events that only this browser has become such changes.
 */
export const mergeAnswer = (
  state: SyncedEvents,
  sent: Pending,
  answer: CalendarChanges,
): SyncedEvents => {
  const isFirst = state.accountVersion === null
  // The server has lost changes, as after restoring a backup, so everything is compared again.
  if (!isFirst && answer.version < (state.accountVersion ?? 0)) {
    return { ...state, accountVersion: null }
  }
  const pending = withoutSent(state.pending, sent, answer)
  const isPending = (id: string) => Object.hasOwn(pending, id)
  const listed = new Set(answer.changes.map(({ id }) => id))
  const known = new Map(state.events.map((event) => [event.id, event]))
  const isKnown = (event: CalendarEvent) => isSame(known.get(event.id), event)
  const arrived = answer.changes.flatMap(({ id, event }) =>
    event === null || isPending(id) ? [] : [event],
  )
  const news = arrived.filter((event) => !isKnown(event))
  const confirmed = new Set(arrived.filter(isKnown).map(({ id }) => id))
  const isOnlyHere = (event: CalendarEvent) => isFirst && !arrived.some((one) => isTwin(one, event))
  const left = state.events.filter(
    (event) =>
      isPending(event.id) ||
      confirmed.has(event.id) ||
      (!listed.has(event.id) && (isFirst ? isOnlyHere(event) : !answer.is_whole)),
  )
  const adopted = isFirst ? left.filter(({ id }) => !isPending(id) && !listed.has(id)) : []
  const isUnchanged = news.length === 0 && left.length === state.events.length
  return {
    events: isUnchanged ? state.events : [...left, ...news],
    pending: { ...Object.fromEntries(adopted.map(({ id }) => [id, OLDEST])), ...pending },
    accountVersion: answer.version,
  }
}
