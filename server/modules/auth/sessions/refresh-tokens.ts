import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A refresh token: 256 random bits, base64url. Only its digest is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/**
 * The one token that follows another. It is computed, not drawn, so that two tabs that refresh at the same moment get
 * the same child although no token is stored in the clear. Under several secrets the first is the current one.
 */
export function createSuccession(secrets: readonly string[]): (parent: string) => string[] {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'refresh-token-succession', 32)),
  )
  return (parent) => keys.map((key) => createHmac('sha256', key).update(parent).digest('base64url'))
}
