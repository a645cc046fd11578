import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { OauthClient, OauthService } from '#server/clients/mcp/oauth.ts'
import type { Database } from '#server/db/database.ts'
import type { SecretBox } from '#server/lib/secret-box.ts'

export type Owner = { userId: string; appId: string }

/** A grant of a service, with all data to refresh and revoke it. */
export const Grant = z.object({
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

export type Secret = { kind: 'key'; key: string } | { kind: 'grant'; grant: Grant }

/** The right to refresh a grant. */
export type Claim = { owner: Owner; lease: string }

/** Rows read at once, so that memory stays small with many users. */
const PAGE = 500

type Row = { kind: string; sealed: string }

export const createAppSecrets = ({ db, box }: { db: Database; box: SecretBox }) => {
  const toContext = ({ userId, appId }: Owner) => `${userId} ${appId}`
  const toSecret = (owner: Owner, { kind, sealed }: Row): Secret | null => {
    const text = box.open(sealed, toContext(owner))
    if (text === null) return null
    return kind === 'grant'
      ? { kind, grant: z.parse(Grant, JSON.parse(text)) }
      : { kind: 'key', key: text }
  }
  const serializeSecret = (secret: Secret) =>
    secret.kind === 'key' ? secret.key : JSON.stringify(secret.grant)

  async function* sealedByOwner(): AsyncGenerator<{ owner: Owner; sealed: string }> {
    let last: Owner = { userId: '00000000-0000-0000-0000-000000000000', appId: '' }
    for (;;) {
      const rows = await db.query<{ user_id: string; app_id: string; sealed: string }>(
        `select user_id, app_id, sealed from app_secret where (user_id, app_id) > ($1::uuid, $2)
         order by user_id, app_id limit ${PAGE}`,
        [last.userId, last.appId],
      )
      for (const { user_id: userId, app_id: appId, sealed } of rows) {
        last = { userId, appId }
        yield { owner: last, sealed }
      }
      if (rows.length < PAGE) return
    }
  }

  return {
    async read(owner: Owner): Promise<Secret | null> {
      const [row] = await db.query<Row>(
        'select kind, sealed from app_secret where user_id = $1 and app_id = $2',
        [owner.userId, owner.appId],
      )
      return row === undefined ? null : toSecret(owner, row)
    },

    /** Writes nothing for an account that was deleted meanwhile. */
    async write(owner: Owner, secret: Secret): Promise<void> {
      await db.query(
        `with owner as (select closed_at from account where id = $1 for share)
         insert into app_secret (user_id, app_id, kind, sealed)
         select $1::uuid, $2::text, $3::text, $4::text
         where not exists (select 1 from owner where closed_at is not null)
         on conflict (user_id, app_id) do update set kind = excluded.kind,
           sealed = excluded.sealed, renewing_until = null, renewal_lease = null, updated_at = now()`,
        [
          owner.userId,
          owner.appId,
          secret.kind,
          box.seal(serializeSecret(secret), toContext(owner)),
        ],
      )
    },

    /**
     * Grants one caller the right to refresh for a limited time; null for all others. A caller that takes longer
     * loses its lease and can no longer change the grant.
     */
    async claim(owner: Owner, seconds: number): Promise<(Claim & { secret: Secret }) | null> {
      const lease = randomUUID()
      const [row] = await db.query<Row>(
        `update app_secret
         set renewing_until = now() + $3::int * interval '1 second', renewal_lease = $4
         where user_id = $1 and app_id = $2 and kind = 'grant'
           and (renewing_until is null or renewing_until < now()) returning kind, sealed`,
        [owner.userId, owner.appId, seconds, lease],
      )
      const secret = row === undefined ? null : toSecret(owner, row)
      return secret === null ? null : { owner, lease, secret }
    },

    /** Stores the refreshed grant; false if the lease is lost, or the secret was deleted or replaced. */
    async storeRenewed({ owner, lease }: Claim, grant: Grant): Promise<boolean> {
      const rows = await db.query(
        `update app_secret
         set sealed = $3, renewing_until = null, renewal_lease = null, updated_at = now()
         where user_id = $1 and app_id = $2 and kind = 'grant' and renewal_lease = $4
         returning app_id`,
        [owner.userId, owner.appId, box.seal(JSON.stringify(grant), toContext(owner)), lease],
      )
      return rows.length === 1
    },

    /** Deletes a grant that its service rejects, unless the lease is lost. */
    async deleteIfClaimed({ owner, lease }: Claim): Promise<void> {
      await db.query(
        'delete from app_secret where user_id = $1 and app_id = $2 and renewal_lease = $3',
        [owner.userId, owner.appId, lease],
      )
    },

    async release({ owner, lease }: Claim): Promise<void> {
      await db.query(
        `update app_secret set renewing_until = null, renewal_lease = null
         where user_id = $1 and app_id = $2 and renewal_lease = $3`,
        [owner.userId, owner.appId, lease],
      )
    },

    /** Encrypts all secrets with the newest key. Keeps those that no key decrypts, and those that change meanwhile. */
    async reseal(): Promise<void> {
      for await (const { owner, sealed } of sealedByOwner()) {
        const context = toContext(owner)
        const text = box.isCurrent(sealed, context) ? null : box.open(sealed, context)
        if (text === null) continue
        await db.query(
          'update app_secret set sealed = $3 where user_id = $1 and app_id = $2 and sealed = $4',
          [owner.userId, owner.appId, box.seal(text, context), sealed],
        )
      }
    },

    /** Counts the secrets by the key that decrypts them: the newest, an older one, none. */
    async countByKey(): Promise<{ newest: number; older: number; unreadable: number }> {
      const counts = { newest: 0, older: 0, unreadable: 0 }
      for await (const { owner, sealed } of sealedByOwner()) {
        const context = toContext(owner)
        if (box.isCurrent(sealed, context)) counts.newest += 1
        else if (box.open(sealed, context) !== null) counts.older += 1
        else counts.unreadable += 1
      }
      return counts
    },

    async remove({ userId, appId }: Owner): Promise<void> {
      await db.query('delete from app_secret where user_id = $1 and app_id = $2', [userId, appId])
    },
  }
}
export type AppSecrets = ReturnType<typeof createAppSecrets>
