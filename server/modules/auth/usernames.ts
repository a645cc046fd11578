const MAX_LENGTH = 64
const ALLOWED = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@-]*$/u

/** A name in the form it is kept and shown in. */
export const normalizeUsername = (name: string): string =>
  name.toWellFormed().normalize('NFKC').trim()

/** What two names must not share. Never holds NUL, which Postgres cannot store. */
export const usernameKey = (name: string): string =>
  normalizeUsername(name).toLowerCase().replaceAll('\0', '\u{FFFD}')

/** Why a normalised name cannot be taken, or null when it can. */
export function refuseUsername(name: string): string | null {
  if (name.length < 3 || name.length > MAX_LENGTH) return `Must have 3 to ${MAX_LENGTH} characters`
  return ALLOWED.test(name)
    ? null
    : 'Letters, digits and . _ @ - only, beginning with a letter or digit'
}

/** Names for a wallet-born account, shortest first: `7xKX...gAsU`, then more of the address, then all of it. */
export const walletUsernames = (address: string): string[] => [
  ...[4, 6, 8, 12].map((ends) => `${address.slice(0, ends)}...${address.slice(-ends)}`),
  address,
]
