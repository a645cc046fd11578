import type { ToolChoice } from '#contract/apps/apps.ts'
import type { Queryable } from '#server/db/database.ts'

export const countUserServers = async (q: Queryable, userId: string): Promise<number> => {
  const [row] = await q.query<{ count: bigint }>(
    'select count(*) as count from store_app where owner_id = $1',
    [userId],
  )
  return Number(row?.count ?? 0)
}

/** Returns false if the user has no such app. */
export const deleteUserServer = async (
  tx: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> => {
  const owned = await tx.query('select id from store_app where id = $1 and owner_id = $2', [
    id,
    userId,
  ])
  if (owned.length === 0) return false
  for (const table of PARTS) await tx.query(`delete from ${table} where app_id = $1`, [id])
  await tx.query('delete from store_app where id = $1 and owner_id = $2', [id, userId])
  return true
}

const PARTS = [
  'installed_app',
  'app_secret',
  'app_server',
  'app_sign_in',
  'app_oauth_client',
] as const

/** Returns false if the user has not installed the app. */
export const saveToolChoices = async (
  q: Queryable,
  {
    userId,
    appId,
    choices,
  }: { userId: string; appId: string; choices: Record<string, ToolChoice> },
): Promise<boolean> => {
  const rows = await q.query(
    `update installed_app set tool_choices = $3::jsonb
     where user_id = $1 and app_id = $2 and installed_at is not null returning app_id`,
    [userId, appId, JSON.stringify(choices)],
  )
  return rows.length === 1
}
