import type { DesktopParts } from '#contract/desktop.ts'
import type { Queryable } from '#server/db/database.ts'

type DesktopRow = { version: bigint; parts: DesktopParts | null; updatedAt: Date }

/** Returns undefined if the user has never saved a desktop. */
export async function findDesktop(q: Queryable, userId: string): Promise<DesktopRow | undefined> {
  const [row] = await q.query<DesktopRow>(
    'select version, parts, updated_at as "updatedAt" from desktop_state where user_id = $1',
    [userId],
  )
  return row
}

/** Creates the first version and returns it. Undefined: there is one already, or no such user. */
export async function insertDesktop(
  q: Queryable,
  userId: string,
  parts: DesktopParts,
): Promise<bigint | undefined> {
  const [row] = await q.query<{ version: bigint }>(
    `insert into desktop_state (user_id, version, parts)
     select id, 1, $2::jsonb from app_user where id = $1
     on conflict (user_id) do nothing returning version`,
    [userId, JSON.stringify(parts)],
  )
  return row?.version
}

/** Replaces the given version and returns the new one; undefined if the desktop has another version by now. */
export async function updateDesktop(
  q: Queryable,
  userId: string,
  { version, parts }: { version: number; parts: DesktopParts },
): Promise<bigint | undefined> {
  const [row] = await q.query<{ version: bigint }>(
    `update desktop_state set parts = $3::jsonb, version = version + 1, updated_at = now()
     where user_id = $1 and version = $2 returning version`,
    [userId, version, JSON.stringify(parts)],
  )
  return row?.version
}

/** Empties the user's desktop and returns its new version. Undefined: nothing was saved. */
export async function clearDesktop(q: Queryable, userId: string): Promise<bigint | undefined> {
  const [row] = await q.query<{ version: bigint }>(
    `update desktop_state set parts = null, version = version + 1, updated_at = now()
     where user_id = $1 returning version`,
    [userId],
  )
  return row?.version
}
