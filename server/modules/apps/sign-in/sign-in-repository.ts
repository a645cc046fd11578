import type { Queryable } from '#server/db/database.ts'

export type PendingSignIn = { userId: string; appId: string; sealed: string }

type NewSignIn = PendingSignIn & {
  stateHash: string
  browserHash: string
  sessionId: string
  forSeconds: number
}

/** Starts a sign-in. Replaces the user's earlier one for the same app. */
export const insertSignIn = async (q: Queryable, begun: NewSignIn): Promise<void> => {
  const { stateHash, browserHash, userId, sessionId, appId, sealed, forSeconds } = begun
  await q.query('delete from app_sign_in where expires_at < now()')
  await q.query('delete from app_sign_in where user_id = $1 and app_id = $2', [userId, appId])
  await q.query(
    `insert into app_sign_in (state_hash, browser_hash, user_id, session_id, app_id, sealed, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + $7::int * interval '1 second')`,
    [stateHash, browserHash, userId, sessionId, appId, sealed, forSeconds],
  )
}

/** Deletes and returns a sign-in if it hasn't expired, the same browser returns and its session is still valid. */
export const takeSignIn = async (
  q: Queryable,
  { stateHash, browserHash }: { stateHash: string; browserHash: string },
): Promise<PendingSignIn | null> => {
  const [row] = await q.query<PendingSignIn & { isValid: boolean }>(
    `delete from app_sign_in p where p.state_hash = $1 and p.browser_hash = $2
     returning p.user_id as "userId", p.app_id as "appId", p.sealed,
       p.expires_at > now() and exists (
         select 1 from user_session s
         where s.id = p.session_id and s.revoked_at is null and s.expires_at > now()
       ) as "isValid"`,
    [stateHash, browserHash],
  )
  return row?.isValid === true ? row : null
}

type ClientKey = { appId: string; issuer: string; redirectUri: string }

/** Returns the encrypted client, or null if none is registered. */
export const findOauthClient = async (
  q: Queryable,
  { appId, issuer, redirectUri }: ClientKey,
): Promise<string | null> => {
  const [row] = await q.query<{ sealed: string }>(
    'select sealed from app_oauth_client where app_id = $1 and issuer = $2 and redirect_uri = $3',
    [appId, issuer, redirectUri],
  )
  return row?.sealed ?? null
}

export const saveOauthClient = async (
  q: Queryable,
  { appId, issuer, redirectUri }: ClientKey,
  sealed: string,
): Promise<void> => {
  await q.query(
    `insert into app_oauth_client (app_id, issuer, redirect_uri, sealed) values ($1, $2, $3, $4)
     on conflict (app_id, issuer, redirect_uri)
       do update set sealed = excluded.sealed, created_at = now()`,
    [appId, issuer, redirectUri, sealed],
  )
}

export const forgetOauthClient = async (
  q: Queryable,
  { appId, issuer }: { appId: string; issuer: string },
): Promise<void> => {
  await q.query('delete from app_oauth_client where app_id = $1 and issuer = $2', [appId, issuer])
}
