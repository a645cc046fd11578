import { isAddress } from '#solana/base58.ts'

const MAX_LENGTH = 64
const ALLOWED = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@-]*$/u

/** A name in the form it is kept and shown in. */
export const normalizeUsername = (name: string): string =>
  name.toWellFormed().normalize('NFKC').trim()

/** What two names must not share. Never holds NUL, which Postgres cannot store. */
export const usernameKey = (name: string): string =>
  normalizeUsername(name).toLowerCase().replaceAll('\0', '\u{FFFD}')

/** True for the form of an account id. */
export const isIdLike = (text: string): boolean =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** True for a shortened address, such as `7xKX...gAsU`. */
export const isShortAddress = (text: string): boolean => /^[a-z\d]+\.{2,}[a-z\d]+$/i.test(text)

/**
 * Why a normalized name cannot be taken, or null when it can. A name that could be mistaken for an id or for a wallet is
 * free only to the account that has this wallet.
 */
export function refuseUsername(name: string, wallets: readonly string[] = []): string | null {
  if (name.length < 3 || name.length > MAX_LENGTH) return `Must have 3 to ${MAX_LENGTH} characters`
  if (!ALLOWED.test(name)) {
    return 'Letters, digits and . _ @ - only, beginning with a letter or digit'
  }
  const isMistakable = isIdLike(name) || isAddress(name) || isShortAddress(name)
  const isOwn = wallets.some((address) => walletUsernames(address).includes(name))
  return isMistakable && !isOwn ? 'Must not look like a wallet address or an account id' : null
}

/** Names for a wallet-born account, shortest first: `7xKX...gAsU`, then more of the address, then all of it. */
export const walletUsernames = (address: string): string[] => [
  ...[4, 6, 8, 12].map((ends) => `${address.slice(0, ends)}...${address.slice(-ends)}`),
  address,
]
