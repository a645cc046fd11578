import type { CalendarEvent } from '#contract/calendar/events.ts'
import type { Queryable } from '#server/db/database.ts'

type ChangeRow = {
  /** Null for a user without a calendar, and without changes. */
  id: string | null
  event: CalendarEvent | null
  version: bigint
  forgotten: bigint
}

/** Returns the calendar with what changed after `since` and the events with these ids, of one moment. */
export async function findChanges(
  q: Queryable,
  userId: string,
  { since, ids }: { since: number; ids: readonly string[] },
): Promise<ChangeRow[]> {
  return q.query<ChangeRow>(
    `select calendar.version, calendar.forgotten, found.id, found.event
     from calendar left join calendar_event found on found.user_id = calendar.user_id
       and (found.id = any($3::text[]) or found.version >
         case when $2 between calendar.forgotten and calendar.version then $2 else 0 end)
     where calendar.user_id = $1`,
    [userId, since, ids],
  )
}

type KnownRow = { id: string; version: bigint; ageMs: number; isDeleted: boolean; length: number }

export async function findKnown(
  q: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<KnownRow[]> {
  return q.query<KnownRow>(
    `select id, version, extract(epoch from now() - changed_at)::float8 * 1000 as "ageMs",
       event is null as "isDeleted", coalesce(length(event::text), 0) as length
     from calendar_event where user_id = $1 and id = any($2::text[])`,
    [userId, ids],
  )
}

export async function measureCalendar(
  q: Queryable,
  userId: string,
): Promise<{ events: number; length: number }> {
  const [row] = await q.query<{ events: bigint; length: bigint }>(
    `select count(*) as events, coalesce(sum(length(event::text)), 0)::int8 as length
     from calendar_event where user_id = $1 and event is not null`,
    [userId],
  )
  return { events: Number(row?.events ?? 0), length: Number(row?.length ?? 0) }
}

export type NewEvent = { id: string; event: CalendarEvent | null; ageMs: number }

/** Saves events as the next version of the calendar. Requires a transaction. */
export async function saveEvents(
  tx: Queryable,
  userId: string,
  events: readonly NewEvent[],
): Promise<void> {
  await tx.query(
    `with next as (
       insert into calendar (user_id, version) values ($1, 1)
       on conflict (user_id) do update set version = calendar.version + 1 returning version
     )
     insert into calendar_event (user_id, id, version, changed_at, event)
     select $1, sent.id, next.version, now() - sent."ageMs" * interval '1 millisecond', sent.event
     from next, jsonb_to_recordset($2::jsonb) as sent (id text, "ageMs" float8, event jsonb)
     on conflict (user_id, id) do update set version = excluded.version,
       changed_at = excluded.changed_at, event = excluded.event`,
    [userId, JSON.stringify(events)],
  )
}

/** Forgets all deletions but the newest. Requires a transaction. */
export async function forgetDeletions(
  tx: Queryable,
  userId: string,
  { keep }: { keep: number },
): Promise<void> {
  await tx.query(
    `with last as (
       select version from calendar_event where user_id = $1 and event is null
       order by version desc offset $2 limit 1
     ), gone as (
       delete from calendar_event using last
       where user_id = $1 and event is null and calendar_event.version <= last.version
     )
     update calendar set forgotten = last.version from last where user_id = $1`,
    [userId, keep],
  )
}
