import type { Database } from '#server/db/database.ts'
import type { SecretBox } from './secret-box.ts'

type Owner = { userId: string; appId: string }

/** What users gave for apps to be let in. It is read to open a connection and for nothing else. */
export const createAppSecrets = ({ db, box }: { db: Database; box: SecretBox }) => {
  const contextOf = ({ userId, appId }: Owner) => `${userId} ${appId}`
  return {
    async read(owner: Owner): Promise<string | null> {
      const [row] = await db.query<{ sealed: string }>(
        'select sealed from app_secret where user_id = $1 and app_id = $2',
        [owner.userId, owner.appId],
      )
      return row === undefined ? null : box.open(row.sealed, contextOf(owner))
    },
    async write(owner: Owner, secret: string): Promise<void> {
      await db.query(
        `insert into app_secret (user_id, app_id, sealed) values ($1, $2, $3)
         on conflict (user_id, app_id) do update set sealed = excluded.sealed, updated_at = now()`,
        [owner.userId, owner.appId, box.seal(secret, contextOf(owner))],
      )
    },
    async remove({ userId, appId }: Owner): Promise<void> {
      await db.query('delete from app_secret where user_id = $1 and app_id = $2', [userId, appId])
    },
  }
}
export type AppSecrets = ReturnType<typeof createAppSecrets>
