import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sha256 } from '#server/lib/sha256.ts'
import { createBatchedLookup } from '#server/db/batched-lookup.ts'
import type { Database } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import type { Caller } from '#server/http/route.ts'
import { uuidv7 } from '#server/lib/ids.ts'
import type { AccessToken, AccessTokens } from './access-tokens.ts'
import {
  findExistingTokens,
  findCallers,
  findToken,
  insertSession,
  isNewSession,
  listSessions,
  revokeSession,
  rotateToken,
  type SessionRow,
} from './session-repository.ts'

type TokenPair = { accessToken: string; refreshToken: string }

export type Sessions = {
  /** Starts a session. The second argument is cut to 256 characters. */
  open(userId: string, userAgent: string | undefined): Promise<TokenPair>
  /** Replaces a refresh token. Throws `SESSION_REVOKED`, and ends the family if the token was used before. */
  refresh(refreshToken: string): Promise<TokenPair>
  /** Returns the header's caller. Throws `UNAUTHENTICATED`, `TOKEN_EXPIRED` or `SESSION_REVOKED`. */
  authenticate(authorization: string | undefined): Promise<Caller>
  /** Reads the caller again. Throws `SESSION_REVOKED` once the session has ended. */
  find(caller: Caller): Promise<Caller>
  /** Ends the family of any of its refresh tokens. Ignores unknown tokens. */
  close(refreshToken: string): Promise<void>
  /** Returns false if the session is not this user's or has ended. */
  end(sessionId: string, userId: string): Promise<boolean>
  list(userId: string): Promise<SessionRow[]>
  /** Returns true if the session started by a sign-in in the last two minutes. */
  isNew(sessionId: string): Promise<boolean>
}

const MAX_USER_AGENT = 256

export function createSessions({
  db,
  accessTokens,
  secrets,
}: {
  db: Database
  accessTokens: AccessTokens
  secrets: readonly string[]
}): Sessions {
  const deriveChildren = createSuccession(secrets)
  const findCaller = createBatchedLookup((sessionIds) => findCallers(db, sessionIds))

  /** Returns the child that the winner of a simultaneous refresh got, even if the secrets changed in between. */
  async function findChild(parent: string): Promise<string | undefined> {
    const children = deriveChildren(parent)
    const known = new Set(await findExistingTokens(db, children.map(sha256)))
    return children.find((child) => known.has(sha256(child)))
  }

  async function present({ userId, sessionId }: AccessToken): Promise<Caller> {
    const caller = await findCaller(sessionId)
    if (caller?.id !== userId) throw revoked()
    return caller
  }

  return {
    async open(userId, userAgent) {
      const id = uuidv7()
      const refreshToken = createRefreshToken()
      await insertSession(db, {
        id,
        userId,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        tokenHash: sha256(refreshToken),
      })
      return { accessToken: accessTokens.sign({ userId, sessionId: id }), refreshToken }
    },

    async refresh(refreshToken) {
      const [child] = deriveChildren(refreshToken)
      if (child === undefined) throw new Error('JWT_SECRET: at least one secret is needed')
      const tokenHash = sha256(refreshToken)
      const won = await rotateToken(db, { tokenHash, childHash: sha256(child) })
      if (won !== undefined) return pair(won, child)
      const used = await findToken(db, tokenHash)
      if (used === undefined || !used.isLive) throw revoked()
      const sibling = used.isInGrace ? await findChild(refreshToken) : undefined
      if (sibling !== undefined) return pair(used, sibling)
      // A token that was replaced long ago came back: a thief has it, or the owner after a thief.
      await revokeSession(db, used.sessionId, used.userId)
      throw revoked()
    },

    async authenticate(authorization) {
      return present(readBearer(accessTokens, authorization))
    },

    find: ({ id, sessionId }) => present({ userId: id, sessionId }),

    async close(refreshToken) {
      const token = await findToken(db, sha256(refreshToken))
      if (token !== undefined) await revokeSession(db, token.sessionId, token.userId)
    },

    end: (sessionId, userId) => revokeSession(db, sessionId, userId),
    list: (userId) => listSessions(db, userId),
    isNew: (sessionId) => isNewSession(db, sessionId),
  }

  function pair({ userId, sessionId }: AccessToken, refreshToken: string): TokenPair {
    return { accessToken: accessTokens.sign({ userId, sessionId }), refreshToken }
  }
}

function readBearer(accessTokens: AccessTokens, authorization: string | undefined): AccessToken {
  const token = /^Bearer +([\w.-]+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new AppError('UNAUTHENTICATED', 'Authentication required')
  const verified = accessTokens.verify(token)
  if (verified.ok) return verified.token
  throw verified.reason === 'expired'
    ? new AppError('TOKEN_EXPIRED', 'The access token has expired')
    : new AppError('UNAUTHENTICATED', 'The access token is not valid')
}

const revoked = () =>
  new AppError('SESSION_REVOKED', 'Your session has expired. Please login again.')

const createRefreshToken = (): string => randomBytes(32).toString('base64url')

/**
 * Derives the successor of a token instead of drawing it, so two tabs that refresh at once get the same one although
 * no token is stored. With several secrets, the first is current.
 */
function createSuccession(secrets: readonly string[]): (parent: string) => string[] {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'refresh-token-succession', 32)),
  )
  return (parent) => keys.map((key) => createHmac('sha256', key).update(parent).digest('base64url'))
}
