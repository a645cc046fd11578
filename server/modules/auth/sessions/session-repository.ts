import type { Queryable } from '#server/db/database.ts'
import type { Caller } from '#server/http/route.ts'
import type { AccessToken } from './access-tokens.ts'

/** A session ends after this time without a refresh. */
const IDLE_DAYS = 30
/** Within this time two tabs may present the same refresh token. */
const GRACE_SECONDS = 10

/** Stores the session with its first refresh token. Deletes a few expired sessions. */
export async function insertSession(
  q: Queryable,
  session: { id: string; userId: string; userAgent: string | null; tokenHash: string },
): Promise<void> {
  await q.query(
    `with swept as (
       delete from user_session where id in (
         select id from user_session where expires_at < now()
         order by expires_at limit 5 for update skip locked)),
     opened as (
       insert into user_session (id, user_id, user_agent, expires_at)
       values ($1, $2, $3, now() + interval '${IDLE_DAYS} days') returning id)
     insert into refresh_token (token_hash, session_id) select $4, id from opened`,
    [session.id, session.userId, session.userAgent, session.tokenHash],
  )
}

/**
 * Marks a refresh token as used and stores its child, for one caller only. Returns undefined if the token is unknown
 * or used, or its session has ended. One statement, so no used token lacks its child.
 */
export async function rotateToken(
  q: Queryable,
  { tokenHash, childHash }: { tokenHash: string; childHash: string },
): Promise<AccessToken | undefined> {
  const [row] = await q.query<AccessToken>(
    `with used as (
       update refresh_token t set used_at = now() from user_session s, app_user u
       where t.token_hash = $1 and t.used_at is null and s.id = t.session_id and u.id = s.user_id
         and s.revoked_at is null and s.expires_at > now() and u.disabled_at is null
       returning t.session_id, s.user_id),
     child as (
       insert into refresh_token (token_hash, session_id) select $2, session_id from used),
     touched as (
       update user_session s set last_used_at = now(), expires_at = now() + interval '${IDLE_DAYS} days'
       from used where s.id = used.session_id)
     select session_id as "sessionId", user_id as "userId" from used`,
    [tokenHash, childHash],
  )
  return row
}

/** `isInGrace`: used so recently that another tab may have done it. */
export type UsedToken = AccessToken & { isLive: boolean; isInGrace: boolean }

/** Returns a refresh token, used or not. Undefined if it never existed or its session was deleted. */
export async function findToken(q: Queryable, tokenHash: string): Promise<UsedToken | undefined> {
  const [row] = await q.query<UsedToken>(
    `select t.session_id as "sessionId", s.user_id as "userId",
       s.revoked_at is null and s.expires_at > now() and u.disabled_at is null as "isLive",
       t.used_at is not null and t.used_at > now() - interval '${GRACE_SECONDS} seconds' as "isInGrace"
     from refresh_token t join user_session s on s.id = t.session_id join app_user u on u.id = s.user_id
     where t.token_hash = $1`,
    [tokenHash],
  )
  return row
}

/** Returns the digests that belong to existing tokens. */
export async function findExistingTokens(
  q: Queryable,
  tokenHashes: readonly string[],
): Promise<string[]> {
  const rows = await q.query<{ token_hash: string }>(
    'select token_hash from refresh_token where token_hash = any($1)',
    [tokenHashes],
  )
  return rows.map((row) => row.token_hash)
}

/** Ends a session and its tokens. Returns false if it is not this user's or has ended. */
export async function revokeSession(
  q: Queryable,
  sessionId: string,
  userId: string,
): Promise<boolean> {
  const rows = await q.query(
    `update user_session set revoked_at = now()
     where id::text = $1 and user_id = $2 and revoked_at is null returning id`,
    [sessionId, userId],
  )
  return rows.length === 1
}

/** Returns true if the session started in the last two minutes. */
export async function isNewSession(q: Queryable, sessionId: string): Promise<boolean> {
  const rows = await q.query(
    `select id from user_session where id = $1 and created_at > now() - interval '2 minutes'`,
    [sessionId],
  )
  return rows.length === 1
}

/** Ends the user's sessions. Null: all of them. */
export async function revokeSessions(
  q: Queryable,
  { userId, except }: { userId: string; except: string | null },
): Promise<void> {
  await q.query(
    `update user_session set revoked_at = now()
     where user_id = $1 and revoked_at is null and ($2::uuid is null or id <> $2)`,
    [userId, except],
  )
}

/** Reads the users of sessions for every authenticated request. Leaves out ended sessions and disabled users. */
export async function findCallers(
  q: Queryable,
  sessionIds: readonly string[],
): Promise<Map<string, Caller>> {
  const callers = await q.query<Caller>(
    `select s.id as "sessionId", u.id, u.username, u.password_hash is not null as "hasPassword",
       array(select w.address from user_wallet w where w.user_id = u.id
             order by w.linked_at, w.address) as "walletAddresses"
     from user_session s join app_user u on u.id = s.user_id
     where s.id = any($1::uuid[]) and s.revoked_at is null and s.expires_at > now()
       and u.disabled_at is null`,
    [sessionIds],
  )
  return new Map(callers.map((caller) => [caller.sessionId, caller]))
}

export type SessionRow = {
  id: string
  created_at: Date
  last_used_at: Date
  user_agent: string | null
}

/** Returns the latest 100 open sessions, most recently used first. */
export const listSessions = (q: Queryable, userId: string): Promise<SessionRow[]> =>
  q.query<SessionRow>(
    `select id, created_at, last_used_at, user_agent from user_session
     where user_id = $1 and revoked_at is null and expires_at > now()
     order by last_used_at desc, id limit 100`,
    [userId],
  )
