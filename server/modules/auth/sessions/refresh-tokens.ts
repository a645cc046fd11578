import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

export const hashRefreshToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/**
 * Derives the successor of a token instead of drawing it, so two tabs that refresh at once get the same one although
 * no token is stored. With several secrets, the first is current.
 */
export function createSuccession(secrets: readonly string[]): (parent: string) => string[] {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'refresh-token-succession', 32)),
  )
  return (parent) => keys.map((key) => createHmac('sha256', key).update(parent).digest('base64url'))
}
