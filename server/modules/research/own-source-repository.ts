import type { Queryable } from '#server/db/database.ts'

export type OwnSourceRow = { id: string; name: string; url: string; createdAt: Date }

/** Maximum number of sources per user. */
export const MAX_OWN_SOURCES = 20

/** Returns the user's sources, oldest first. */
export const listOwnSourceRows = (q: Queryable, userId: string): Promise<OwnSourceRow[]> =>
  q.query<OwnSourceRow>(
    `select id, name, url, created_at as "createdAt" from research_source
     where user_id = $1 order by created_at, id limit $2`,
    [userId, MAX_OWN_SOURCES],
  )

/** Returns undefined if the user has as many as allowed. An address that is there is renamed. */
export async function insertOwnSource(
  q: Queryable,
  { id, userId, name, url }: { id: string; userId: string; name: string; url: string },
): Promise<OwnSourceRow | undefined> {
  const [row] = await q.query<OwnSourceRow>(
    `insert into research_source (id, user_id, name, url)
     select $1::uuid, $2::uuid, $3, $4
     where (select count(*) from research_source where user_id = $2) < $5
       or exists (select 1 from research_source where user_id = $2 and url = $4)
     on conflict (user_id, url) do update set name = excluded.name
     returning id, name, url, created_at as "createdAt"`,
    [id, userId, name, url, MAX_OWN_SOURCES],
  )
  return row
}

/** Returns false if the user has no such source. */
export async function deleteOwnSourceRow(
  q: Queryable,
  userId: string,
  id: string,
): Promise<boolean> {
  const rows = await q.query(
    `delete from research_source where id = $1 and user_id = $2 returning id`,
    [id, userId],
  )
  return rows.length === 1
}
