import type { Queryable } from '#server/db/database.ts'
import { NIL_UUID } from '#server/lib/ids.ts'

export type Owner = { userId: string; appId: string }

/** The right to renew a grant. `lease` is a random id. */
export type Claim = { owner: Owner; lease: string }

type SecretKind = 'key' | 'grant'

export type SealedSecret = { kind: SecretKind; sealed: string }

/** Rows read at once, so that memory stays small with many users. */
const PAGE = 500

export const findSecret = async (
  q: Queryable,
  { userId, appId }: Owner,
): Promise<SealedSecret | undefined> => {
  const [row] = await q.query<SealedSecret>(
    'select kind, sealed from app_secret where user_id = $1 and app_id = $2',
    [userId, appId],
  )
  return row
}

/** Writes nothing for an account that was deleted meanwhile. */
export const upsertSecret = async (
  q: Queryable,
  { userId, appId }: Owner,
  { kind, sealed }: SealedSecret,
): Promise<void> => {
  await q.query(
    `with owner as (select closed_at from account where id = $1 for share)
     insert into app_secret (user_id, app_id, kind, sealed)
     select $1::uuid, $2::text, $3::text, $4::text
     where not exists (select 1 from owner where closed_at is not null)
     on conflict (user_id, app_id) do update set kind = excluded.kind,
       sealed = excluded.sealed, renewing_until = null, renewal_lease = null, updated_at = now()`,
    [userId, appId, kind, sealed],
  )
}

/** Returns undefined without a grant, or while another caller has the lease. The lease expires after `seconds`. */
export const claimGrant = async (
  q: Queryable,
  { owner: { userId, appId }, lease }: Claim,
  seconds: number,
): Promise<SealedSecret | undefined> => {
  const [row] = await q.query<SealedSecret>(
    `update app_secret
     set renewing_until = now() + $3::int * interval '1 second', renewal_lease = $4
     where user_id = $1 and app_id = $2 and kind = 'grant'
       and (renewing_until is null or renewing_until < now()) returning kind, sealed`,
    [userId, appId, seconds, lease],
  )
  return row
}

/** Stores the renewed grant and ends the lease. Returns false if the lease is lost, or the secret was deleted or replaced. */
export const updateClaimedGrant = async (
  q: Queryable,
  { owner: { userId, appId }, lease }: Claim,
  sealed: string,
): Promise<boolean> => {
  const rows = await q.query(
    `update app_secret
     set sealed = $3, renewing_until = null, renewal_lease = null, updated_at = now()
     where user_id = $1 and app_id = $2 and kind = 'grant' and renewal_lease = $4
     returning app_id`,
    [userId, appId, sealed, lease],
  )
  return rows.length === 1
}

/** Deletes the grant. Has no effect if the lease is lost. */
export const deleteClaimedGrant = async (
  q: Queryable,
  { owner: { userId, appId }, lease }: Claim,
): Promise<void> => {
  await q.query(
    'delete from app_secret where user_id = $1 and app_id = $2 and renewal_lease = $3',
    [userId, appId, lease],
  )
}

/** Ends the lease. Has no effect if it is lost. */
export const releaseClaim = async (
  q: Queryable,
  { owner: { userId, appId }, lease }: Claim,
): Promise<void> => {
  await q.query(
    `update app_secret set renewing_until = null, renewal_lease = null
     where user_id = $1 and app_id = $2 and renewal_lease = $3`,
    [userId, appId, lease],
  )
}

/** Replaces the encrypted text, unless it has changed since it was read. */
export const replaceSealed = async (
  q: Queryable,
  { userId, appId }: Owner,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await q.query(
    'update app_secret set sealed = $3 where user_id = $1 and app_id = $2 and sealed = $4',
    [userId, appId, to, from],
  )
}

export const deleteSecret = async (q: Queryable, { userId, appId }: Owner): Promise<void> => {
  await q.query('delete from app_secret where user_id = $1 and app_id = $2', [userId, appId])
}

/** Yields all secrets by user and app. Reads them in pages, so that memory stays small. */
export async function* listSealedSecrets(
  q: Queryable,
): AsyncGenerator<{ owner: Owner; sealed: string }> {
  let last: Owner = { userId: NIL_UUID, appId: '' }
  for (;;) {
    const rows = await q.query<Owner & { sealed: string }>(
      `select user_id as "userId", app_id as "appId", sealed from app_secret
       where (user_id, app_id) > ($1::uuid, $2) order by user_id, app_id limit ${PAGE}`,
      [last.userId, last.appId],
    )
    for (const { userId, appId, sealed } of rows) {
      last = { userId, appId }
      yield { owner: last, sealed }
    }
    if (rows.length < PAGE) return
  }
}
