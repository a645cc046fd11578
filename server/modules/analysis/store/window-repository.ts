import type { Queryable } from '#server/db/database.ts'

/** `segmentId`: the last segment of facts in the window, or null. */
export type WindowHead = { id: string; parts: number; segmentId: string | null }

/** Returns the latest whole window of this version of the engine. */
export async function findWindow(
  q: Queryable,
  mint: string,
  engineVersion: string,
): Promise<WindowHead | undefined> {
  const [head] = await q.query<WindowHead>(
    `select id, max(parts)::int as parts, max(segment_id::text) as "segmentId" from analysis_window
     where mint = $1 and engine_version = $2
     group by id having count(*) = max(parts) order by id desc limit 1`,
    [mint, engineVersion],
  )
  return head
}

export async function readWindowPart(
  q: Queryable,
  mint: string,
  { id, part }: { id: string; part: number },
): Promise<Buffer | null> {
  const [row] = await q.query<{ body: Buffer }>(
    'select body from analysis_window where mint = $1 and id = $2 and part = $3',
    [mint, id, part],
  )
  return row?.body ?? null
}

type WindowPart = WindowHead & { mint: string; engineVersion: string; part: number; body: Buffer }

/** Stores a part of a window and adds its size to the token's. */
export async function insertWindowPart(q: Queryable, added: WindowPart): Promise<void> {
  const { mint, id, part, parts, engineVersion, segmentId, body } = added
  await q.query(
    `with added as (
       insert into analysis_window (mint, id, part, parts, engine_version, segment_id, body)
       values ($1, $2, $3, $4, $5, $6, $7)
     )
     update analysis_token set bytes = bytes + length($7::bytea) where mint = $1 returning mint`,
    [mint, id, part, parts, engineVersion, segmentId, body],
  )
}

/** Deletes the windows of a token but one. */
export async function deleteOtherWindows(q: Queryable, mint: string, id: string): Promise<void> {
  await q.query(
    `with gone as (
       delete from analysis_window where mint = $1 and id <> $2 returning length(body) as bytes
     )
     update analysis_token set bytes = bytes - coalesce((select sum(bytes) from gone), 0)
     where mint = $1 returning mint`,
    [mint, id],
  )
}
