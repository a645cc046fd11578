import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

export type SecretBox = {
  /** Encrypts a text. `context` binds the result to its place: `open` needs the same one. */
  seal(text: string, context: string): string
  /** Returns null if no key decrypts it. */
  open(sealed: string, context: string): string | null
  /** Returns the text encrypted with the newest key. Returns null if it has that key already, or if no key decrypts it. */
  reseal(sealed: string, context: string): string | null
  /** Counts secrets by the key that decrypts them: the newest, an older one, or none. */
  countByKey(secrets: AsyncIterable<SealedText>): Promise<KeyCounts>
}

/** An encrypted text and the context that it was encrypted for. */
export type SealedText = { sealed: string; context: string }

type KeyCounts = { newest: number; older: number; unreadable: number }

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** Encrypts with a key derived from the first of `secrets` and decrypts with any, for rotation. */
export const createSecretBox = (secrets: readonly string[]): SecretBox => {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'keys that users give to apps', 32)),
  )
  const [first] = keys
  if (first === undefined) throw new Error('a secret is needed')
  const open = (sealed: string, context: string): string | null => {
    for (const key of keys) {
      const text = decrypt(key, sealed, context)
      if (text !== null) return text
    }
    return null
  }
  const isCurrent = (sealed: string, context: string) => decrypt(first, sealed, context) !== null
  return {
    seal: (text, context) => encrypt(first, text, context),
    open,
    reseal(sealed, context) {
      const text = isCurrent(sealed, context) ? null : open(sealed, context)
      return text === null ? null : encrypt(first, text, context)
    },
    async countByKey(secrets) {
      const counts = { newest: 0, older: 0, unreadable: 0 }
      for await (const { sealed, context } of secrets) {
        if (isCurrent(sealed, context)) counts.newest += 1
        else if (open(sealed, context) !== null) counts.older += 1
        else counts.unreadable += 1
      }
      return counts
    },
  }
}

function encrypt(key: Buffer, text: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
}

/** Returns null for text that was encrypted with another key or for another context, or was changed. */
function decrypt(key: Buffer, sealed: string, context: string): string | null {
  const [version, encoded = ''] = sealed.split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** Returns `••••1234` for a secret of at least 16 characters, and `••••` for a shorter one. */
export const maskSecret = (text: string): string =>
  text.length >= 16 ? `••••${text.slice(-4)}` : '••••'
