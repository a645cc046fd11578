import { createHash } from 'node:crypto'

/** Returns the digest of a text in base64url: 43 characters. */
export const sha256 = (text: string): string =>
  createHash('sha256').update(text).digest('base64url')
