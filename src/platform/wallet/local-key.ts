import bs58 from 'bs58'
import * as z from 'zod/mini'
import type { TextStorage } from '#src/lib/storage.ts'

const STORAGE_KEY = 'local_wallet_key'

const StoredKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
})

export type LocalKey = {
  readonly address: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  sign(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/**
 * The key of this browser, made at the first call and kept in its storage, so that the account survives a reload. It
 * guards play money only. Throws where WebCrypto or Ed25519 is missing, as on insecure origins.
 */
export const openLocalKey = async (storage: TextStorage): Promise<LocalKey> => {
  const jwk = readKey(storage.get(STORAGE_KEY)) ?? (await makeKey())
  storage.set(STORAGE_KEY, JSON.stringify(jwk))
  const privateKey = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign'])
  const publicKey = fromBase64Url(jwk.x)
  return {
    address: bs58.encode(publicKey),
    publicKey,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes)),
  }
}

const readKey = (text: string | null) => {
  try {
    return text === null ? null : StoredKey.parse(JSON.parse(text))
  } catch {
    return null
  }
}

const makeKey = async () => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  return StoredKey.parse(await crypto.subtle.exportKey('jwk', pair.privateKey))
}

const fromBase64Url = (text: string) => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
