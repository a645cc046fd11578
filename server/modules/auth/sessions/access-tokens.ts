import { createSigner, createVerifier } from 'fast-jwt'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { sha256 } from '#server/lib/sha256.ts'

/** Lifetime of a token, unless its session ends first. */
const ACCESS_TOKEN_SECONDS = 600
const LEEWAY_SECONDS = 30

const ISSUER = 'soldesk'
const AUDIENCE = 'soldesk-api'

const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.int() })
type Claims = z.infer<typeof Claims>

const MAX_REMEMBERED = 10_000

export type AccessToken = { userId: string; sessionId: string }
type Verification = { ok: true; token: AccessToken } | { ok: false; reason: 'invalid' | 'expired' }

/** `verify` does not check whether the session is still open. */
export type AccessTokens = {
  sign(token: AccessToken): string
  verify(text: string): Verification
}

/**
 * Creates HS256 tokens that last ten minutes. The first secret signs, all verify. The header must equal ours byte for
 * byte, so a bearer can't choose algorithm, type or key.
 */
export function createAccessTokens({
  secrets,
  now,
}: {
  secrets: readonly string[]
  now: () => number
}): AccessTokens {
  const keys = secrets.map((secret) => {
    const kid = sha256(`kid:${secret}`).slice(0, 12)
    const sign = createSigner({
      algorithm: 'HS256',
      key: secret,
      header: { alg: 'HS256', typ: 'at+jwt', kid },
    })
    const verify = createVerifier({
      algorithms: ['HS256'],
      key: secret,
      allowedIss: ISSUER,
      allowedAud: AUDIENCE,
      requiredClaims: ['iss', 'aud', 'sub', 'sid', 'exp'],
      ignoreExpiration: true,
    })
    return { sign, verify, header: readHeader(sign({})) }
  })
  const [first] = keys
  if (first === undefined) throw new Error('JWT_SECRET: at least one secret is needed')
  const byHeader = new Map(keys.map((key) => [key.header, key.verify]))
  const readClaims = cacheClaims((text) => {
    const claims = Claims.safeParse(verifiedPayload(byHeader, text))
    return claims.success ? claims.data : null
  })

  return {
    sign({ userId, sessionId }) {
      const iat = Math.floor(now() / 1000)
      const exp = iat + ACCESS_TOKEN_SECONDS
      return first.sign({ iss: ISSUER, aud: AUDIENCE, sub: userId, sid: sessionId, iat, exp })
    },
    verify(text) {
      const claims = readClaims(text)
      if (claims === null) return { ok: false, reason: 'invalid' }
      const { sub, sid, exp } = claims
      if (exp + LEEWAY_SECONDS <= now() / 1000) return { ok: false, reason: 'expired' }
      return { ok: true, token: { userId: sub, sessionId: sid } }
    },
  }
}

/** Caches the claims of verified tokens, which arrive many times in their ten minutes. */
function cacheClaims(read: (text: string) => Claims | null): (text: string) => Claims | null {
  const known = new LRUCache<string, Claims>({ max: MAX_REMEMBERED })
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const claims = read(text)
    if (claims !== null) known.set(text, claims)
    return claims
  }
}

const readHeader = (token: string): string => token.slice(0, token.indexOf('.'))

function verifiedPayload(
  byHeader: ReadonlyMap<string, (token: string) => unknown>,
  text: string,
): unknown {
  const verify = byHeader.get(readHeader(text))
  if (verify === undefined) return null
  try {
    return verify(text)
  } catch {
    return null
  }
}
