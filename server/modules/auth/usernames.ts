import { isAddress } from '#solana/base58.ts'
import { isUuid } from '#server/lib/ids.ts'
import { hasInvisible } from '#server/lib/text/visible-text.ts'

const MAX_LENGTH = 64
const ALLOWED = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@-]*$/u
/** Alphabets that no name may mix, because many of their letters look alike. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Returns the name as it is shown: in NFKC form, without outer space. */
export const normalizeUsername = (name: string): string =>
  name.toWellFormed().normalize('NFKC').trim()

/** Returns the unique key of a name. It never contains NUL, which PostgreSQL cannot store. */
export const toUsernameKey = (name: string): string =>
  normalizeUsername(name).toLowerCase().replaceAll('\0', '\u{FFFD}')

/** Returns true for a shortened address, such as `7xKX...gAsU`. */
export const isShortAddress = (text: string): boolean => /^[a-z\d]+\.{2,}[a-z\d]+$/i.test(text)

/** Returns why a name is not allowed, or null. No name may look like an id, or like a wallet of others. */
export function findUsernameProblem(name: string, wallets: readonly string[] = []): string | null {
  if (name.length < 3 || name.length > MAX_LENGTH) return `Must have 3 to ${MAX_LENGTH} characters`
  if (!ALLOWED.test(name) || hasInvisible(name)) {
    return 'Letters, digits and . _ @ - only, beginning with a letter or digit'
  }
  if (ALIKE.filter((alphabet) => alphabet.test(name)).length > 1) {
    return 'No mix of Latin, Cyrillic and Greek letters, many of which look alike'
  }
  const isMistakable = isUuid(name) || isAddress(name) || isShortAddress(name)
  const isOwn = wallets.some((address) => listWalletUsernames(address).includes(name))
  return isMistakable && !isOwn ? 'Must not look like a wallet address or an account id' : null
}

/** Returns names for a wallet account, shortest first: `7xKX...gAsU`, then more of the address, then all of it. */
export const listWalletUsernames = (address: string): string[] => [
  ...[4, 6, 8, 12].map((ends) => `${address.slice(0, ends)}...${address.slice(-ends)}`),
  address,
]
