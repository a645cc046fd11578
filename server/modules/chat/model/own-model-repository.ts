import type { Queryable } from '#server/db/database.ts'

export type OwnModelRow = {
  userId: string
  baseUrl: string
  model: string
  /** The encrypted key; null without one. */
  sealed: string | null
}

const COLUMNS = 'user_id as "userId", base_url as "baseUrl", model, sealed'

export async function findOwnModel(q: Queryable, userId: string): Promise<OwnModelRow | undefined> {
  const [row] = await q.query<OwnModelRow>(`select ${COLUMNS} from chat_model where user_id = $1`, [
    userId,
  ])
  return row
}

export const upsertOwnModel = (
  q: Queryable,
  { userId, baseUrl, model, sealed }: OwnModelRow,
): Promise<unknown> =>
  q.query(
    `insert into chat_model (user_id, base_url, model, sealed) values ($1, $2, $3, $4)
     on conflict (user_id) do update set base_url = excluded.base_url, model = excluded.model,
       sealed = excluded.sealed, updated_at = now()`,
    [userId, baseUrl, model, sealed],
  )

export const deleteOwnModel = (q: Queryable, userId: string): Promise<unknown> =>
  q.query('delete from chat_model where user_id = $1', [userId])

/** Returns rows with a key after the user `after`, by user id. */
export const listSealedModels = (
  q: Queryable,
  after: string,
  limit: number,
): Promise<OwnModelRow[]> =>
  q.query<OwnModelRow>(
    `select ${COLUMNS} from chat_model where user_id > $1::uuid and sealed is not null
     order by user_id limit $2`,
    [after, limit],
  )

/** Replaces the encrypted key unless it has changed meanwhile. */
export const replaceSealedKey = (
  q: Queryable,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<unknown> =>
  q.query('update chat_model set sealed = $2 where user_id = $1 and sealed = $3', [
    userId,
    to,
    from,
  ])
