import * as z from 'zod/mini'
import { OauthClient, OauthService } from '#server/clients/oauth.ts'
import type { Database } from '#server/db/database.ts'
import type { SecretBox } from './secret-box.ts'

export type Owner = { userId: string; appId: string }

/** What a service gave for a sign-in, with all that is needed to renew and to end it. */
export const Grant = z.object({
  /** The address that the tokens are for; at any other they are never shown. */
  serverUrl: z.string(),
  resource: z.string(),
  service: OauthService,
  client: OauthClient,
  tokens: z.object({
    accessToken: z.string(),
    refreshToken: z.nullable(z.string()),
    expiresAt: z.nullable(z.number()),
  }),
})
export type Grant = z.infer<typeof Grant>

/** What a user gave for an app: a key that they typed, or a sign-in at its service. */
export type Secret = { kind: 'key'; key: string } | { kind: 'grant'; grant: Grant }

type Row = { kind: string; sealed: string }

/** What users gave for apps to be let in. It is read to open a connection and for nothing else. */
export const createAppSecrets = ({ db, box }: { db: Database; box: SecretBox }) => {
  const contextOf = ({ userId, appId }: Owner) => `${userId} ${appId}`
  const secretOf = (owner: Owner, { kind, sealed }: Row): Secret | null => {
    const text = box.open(sealed, contextOf(owner))
    if (text === null) return null
    return kind === 'grant'
      ? { kind, grant: z.parse(Grant, JSON.parse(text)) }
      : { kind: 'key', key: text }
  }
  const textOf = (secret: Secret) =>
    secret.kind === 'key' ? secret.key : JSON.stringify(secret.grant)

  return {
    async read(owner: Owner): Promise<Secret | null> {
      const [row] = await db.query<Row>(
        'select kind, sealed from app_secret where user_id = $1 and app_id = $2',
        [owner.userId, owner.appId],
      )
      return row === undefined ? null : secretOf(owner, row)
    },

    async write(owner: Owner, secret: Secret): Promise<void> {
      await db.query(
        `insert into app_secret (user_id, app_id, kind, sealed) values ($1, $2, $3, $4)
         on conflict (user_id, app_id) do update set kind = excluded.kind,
           sealed = excluded.sealed, renewing_until = null, updated_at = now()`,
        [owner.userId, owner.appId, secret.kind, box.seal(textOf(secret), contextOf(owner))],
      )
    },

    /** Gives the right to renew to one who asks, for so long; null to everybody else. */
    async claim(owner: Owner, seconds: number): Promise<Secret | null> {
      const [row] = await db.query<Row>(
        `update app_secret set renewing_until = now() + $3::int * interval '1 second'
         where user_id = $1 and app_id = $2 and kind = 'grant'
           and (renewing_until is null or renewing_until < now()) returning kind, sealed`,
        [owner.userId, owner.appId, seconds],
      )
      return row === undefined ? null : secretOf(owner, row)
    },

    /** Puts the renewed one in place; false when what was renewed is there no more, or another one is. */
    async renewed(owner: Owner, grant: Grant): Promise<boolean> {
      const rows = await db.query(
        `update app_secret set sealed = $3, renewing_until = null, updated_at = now()
         where user_id = $1 and app_id = $2 and kind = 'grant' and renewing_until is not null
         returning app_id`,
        [owner.userId, owner.appId, box.seal(JSON.stringify(grant), contextOf(owner))],
      )
      return rows.length === 1
    },

    /** The service takes it no more; what was put in its place meanwhile stays. */
    async dropClaimed({ userId, appId }: Owner): Promise<void> {
      await db.query(
        'delete from app_secret where user_id = $1 and app_id = $2 and renewing_until is not null',
        [userId, appId],
      )
    },

    async release({ userId, appId }: Owner): Promise<void> {
      await db.query(
        'update app_secret set renewing_until = null where user_id = $1 and app_id = $2',
        [userId, appId],
      )
    },

    async remove({ userId, appId }: Owner): Promise<void> {
      await db.query('delete from app_secret where user_id = $1 and app_id = $2', [userId, appId])
    },
  }
}
export type AppSecrets = ReturnType<typeof createAppSecrets>
