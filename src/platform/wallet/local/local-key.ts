import bs58 from 'bs58'
import { isRecord, parseSavedJson } from '#src/lib/storage/saved-record.ts'
import type { TextStorage } from '#src/lib/storage/storage.ts'

const STORAGE_KEY = 'local_wallet_key'

type StoredKey = { kty: 'OKP'; crv: 'Ed25519'; x: string; d: string }

export type LocalKey = {
  readonly address: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>
}

/**
 * Returns this browser's key, created on first use and stored. It guards play money only. Throws without WebCrypto or
 * Ed25519, as on insecure origins.
 */
export const openLocalKey = async (storage: TextStorage): Promise<LocalKey> => {
  const jwk = parseKey(parseSavedJson(storage.get(STORAGE_KEY))) ?? (await createKey())
  storage.set(STORAGE_KEY, JSON.stringify(jwk))
  const privateKey = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign'])
  const publicKey = fromBase64Url(jwk.x)
  return {
    address: bs58.encode(publicKey),
    publicKey,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes)),
  }
}

/** Returns the address of this browser's key, or null while there is none. */
export const readLocalAddress = (storage: TextStorage): string | null => {
  const jwk = parseKey(parseSavedJson(storage.get(STORAGE_KEY)))
  return jwk === null ? null : bs58.encode(fromBase64Url(jwk.x))
}

const createKey = async (): Promise<StoredKey> => {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const key = parseKey(await crypto.subtle.exportKey('jwk', pair.privateKey))
  if (key === null) throw new Error('The browser created a key of another kind')
  return key
}

/** Reads a private Ed25519 key in JSON Web Key form (RFC 8037); null for anything else. */
const parseKey = (value: unknown): StoredKey | null => {
  if (!isRecord(value)) return null
  const { kty, crv, x, d } = value
  if (kty !== 'OKP' || crv !== 'Ed25519') return null
  return typeof x === 'string' && typeof d === 'string' ? { kty, crv, x, d } : null
}

const fromBase64Url = (text: string) => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
