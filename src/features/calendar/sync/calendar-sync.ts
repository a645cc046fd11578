import {
  MAX_AGE_MS,
  MAX_CHANGES,
  MAX_EVENT_LENGTH,
  syncCalendar,
  type CalendarChange,
} from '#contract/calendar/events.ts'
import type { Calendar } from '#src/features/calendar/model/calendar-store.ts'
import { HttpError } from '#src/lib/api/api-error.ts'
import type { ApiClient } from '#src/lib/api/client.ts'
import { createSyncLoop } from '#src/lib/sync/sync-loop.ts'
import type { Pending, SyncedEvents } from './merge-account.ts'

/** A call can have 512 kB, and a character up to three bytes. */
const MAX_BATCH_LENGTH = 150_000
const SEND_DELAY_MS = 500
/** For a page that stays in view, and for reminders. */
const POLL_MS = 300_000

type CalendarSyncOptions = {
  api: Pick<ApiClient, 'callForData'>
  calendar: Calendar
  sendDelayMs?: number
}

/** Returns true if the server refuses these changes and would refuse them again. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 400 || error.status === 413)

/** Times of refused changes, by id. They are not sent again until they change. */
type Refused = {
  /** Refused because the calendar was full. Other changes may make room. */
  full: Map<string, number>
  invalid: Map<string, number>
}

const isRefused = ({ full, invalid }: Refused, [id, { at }]: [string, Pending[string]]): boolean =>
  full.get(id) === at || invalid.get(id) === at

/** Returns the next changes to send. Events that are too large for any call count as invalid. */
const takeBatch = (
  { events, pending }: SyncedEvents,
  { refused, size, nowMs }: { refused: Refused; size: number; nowMs: number },
): CalendarChange[] => {
  const byId = new Map(events.map((event) => [event.id, event]))
  const batch: CalendarChange[] = []
  let left = MAX_BATCH_LENGTH
  for (const [id, change] of Object.entries(pending)) {
    if (isRefused(refused, [id, change])) continue
    const event = byId.get(id) ?? null
    const { length } = JSON.stringify(event)
    if (length > MAX_EVENT_LENGTH) {
      refused.invalid.set(id, change.at)
      continue
    }
    left -= length
    if (batch.length === size || (left < 0 && batch.length > 0)) break
    const ageMs = Math.min(Math.max(0, Math.round(nowMs - change.at)), MAX_AGE_MS)
    batch.push({ id, event, based_on: change.basedOn, age_ms: ageMs })
  }
  return batch
}

const pickPending = (pending: Pending, batch: readonly CalendarChange[]): Pending => {
  const ids = new Set(batch.map(({ id }) => id))
  return Object.fromEntries(Object.entries(pending).filter(([id]) => ids.has(id)))
}

type ExchangeOptions = Omit<CalendarSyncOptions, 'sendDelayMs'> & { ended: AbortSignal }

/** Sends the changes of this browser, and merges those of others. */
const createExchange = ({ api, calendar, ended }: ExchangeOptions) => {
  const refused: Refused = { full: new Map(), invalid: new Map() }
  let fullVersion: number | null = null
  return async (): Promise<void> => {
    if (calendar.read().accountVersion !== fullVersion) refused.full.clear()
    let size = MAX_CHANGES
    let isDone = false
    while (!isDone && !ended.aborted) {
      const state = calendar.read()
      const { pending, accountVersion } = state
      // The first exchange reads everything before it sends anything.
      const changes =
        accountVersion === null ? [] : takeBatch(state, { refused, size, nowMs: Date.now() })
      const sent = { pending: pickPending(pending, changes), accountVersion }
      const body = { user_id: calendar.userId, since: accountVersion ?? 0, changes }
      try {
        const answer = await api.callForData(syncCalendar, { body })
        if (ended.aborted) return
        const isMerged = calendar.merge(sent, answer)
        for (const id of answer.refused) {
          refused.full.set(id, sent.pending[id]?.at ?? 0)
          fullVersion = answer.version
        }
        const now = calendar.read()
        const isLeft = Object.entries(now.pending).some((change) => !isRefused(refused, change))
        isDone = isMerged && now.accountVersion !== null && !isLeft
        size = Math.min(2 * size, MAX_CHANGES)
      } catch (error) {
        if (!isRefusal(error) || changes.length === 0) throw error
        // Smaller batches isolate the invalid change.
        size = Math.ceil(changes.length / 2)
        if (changes.length === 1) {
          for (const [id, { at }] of Object.entries(sent.pending)) refused.invalid.set(id, at)
        }
      }
    }
    const left = Object.entries(calendar.read().pending)
    const count = left.filter((change) => isRefused(refused, change)).length
    calendar.store.setState({ hasFailed: false, refused: count })
  }
}

/** Syncs a calendar with its account. Returns a function that stops it. */
export const startCalendarSync = ({
  sendDelayMs = SEND_DELAY_MS,
  ...options
}: CalendarSyncOptions): (() => void) => {
  const { calendar } = options
  const loop = createSyncLoop({
    merge: () => exchange(),
    send: async () => {
      if (Object.keys(calendar.read().pending).length > 0) await exchange()
    },
    onFailure: (error) => {
      console.warn('The calendar could not be synced', error)
      calendar.store.setState({ hasFailed: true })
    },
    isOn: () => true,
    sendDelayMs,
  })
  const exchange = createExchange({ ...options, ended: loop.ended })
  const look = () => {
    if (document.visibilityState !== 'hidden') void loop.merge()
  }
  const timer = setInterval(look, POLL_MS)
  // Another computer may have changed the calendar while this page stayed in view.
  window.addEventListener('focus', look, { signal: loop.ended })
  const stopFollowing = loop.follow(calendar.onChange)
  void loop.merge()
  return () => {
    loop.end()
    stopFollowing()
    clearInterval(timer)
  }
}
