import type { FastifyInstance } from 'fastify'
import {
  MAX_CALENDAR_LENGTH,
  MAX_EVENTS,
  syncCalendar,
  type CalendarChange,
} from '#contract/calendar/events.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { route, success } from '#server/http/route.ts'
import { lockUser } from '#server/http/user-caps.ts'
import { toStorable } from '#server/lib/text/storable.ts'
import {
  findChanges,
  findKnown,
  forgetDeletions,
  measureCalendar,
  saveEvents,
  type NewEvent,
} from './calendar-repository.ts'

const MAX_DELETIONS = 5_000

export function registerCalendarRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  route(app, syncCalendar, async ({ user, body: { user_id: userId, since, changes } }) => {
    if (userId !== user.id) {
      throw new AppError('CONFLICT', 'Another user is signed in now. Reload the page')
    }
    const ids = changes.map(({ id }) => id)
    const refused =
      ids.length === 0 ? [] : await db.transaction((tx) => saveChanges(tx, userId, changes))
    const rows = await findChanges(db, userId, { since, ids })
    const version = Number(rows[0]?.version ?? 0)
    const forgotten = Number(rows[0]?.forgotten ?? 0)
    return success({
      version,
      is_whole: since === 0 || since < forgotten || since > version,
      changes: rows.flatMap(({ id, event }) => (id === null ? [] : [{ id, event }])),
      refused,
    })
  })
}

/** Saves the changes that are newer than the stored events. Returns the ids that a full calendar cannot take. */
async function saveChanges(
  tx: Queryable,
  userId: string,
  changes: readonly CalendarChange[],
): Promise<string[]> {
  await lockUser(tx, userId)
  const latest = new Map(changes.map((change) => [change.id, change]))
  const known = new Map(
    (await findKnown(tx, userId, [...latest.keys()])).map((row) => [row.id, row]),
  )
  const isNewer = ({ id, event, based_on: basedOn, age_ms: ageMs }: CalendarChange): boolean => {
    const row = known.get(id)
    if (row === undefined) return event !== null
    return row.version <= basedOn || ageMs <= row.ageMs
  }
  const newer = [...latest.values()].filter(isNewer)
  if (newer.length === 0) return []
  const size = await measureCalendar(tx, userId)
  const accepted: NewEvent[] = []
  const refused: string[] = []
  // Deletions first: they make room.
  for (const { id, event, age_ms: ageMs } of newer.toSorted(byDeletion)) {
    const row = known.get(id)
    const wasLive = row?.isDeleted === false
    const length = event === null ? 0 : JSON.stringify(event).length
    const next = {
      events: size.events + Number(event !== null) - Number(wasLive),
      length: size.length + length - (row?.length ?? 0),
    }
    const isFull = next.events > MAX_EVENTS || next.length > MAX_CALENDAR_LENGTH
    if (event !== null && isFull) {
      refused.push(id)
      continue
    }
    Object.assign(size, next)
    accepted.push({ id, event: toStorable(event), ageMs })
  }
  if (accepted.length > 0) await saveEvents(tx, userId, accepted)
  await forgetDeletions(tx, userId, { keep: MAX_DELETIONS })
  return refused
}

const byDeletion = (one: CalendarChange, other: CalendarChange): number =>
  Number(one.event !== null) - Number(other.event !== null)
