import { COMMON_WORDS } from '#server/intents/translate/common-words.ts'

/** `name`: two words or more, in letters. */
export type KnownToken = { symbol: string; address: string; name?: string }

/** Returns the tokens that a user knows, latest first. */
export type ListTokens = (userId: string) => Promise<readonly KnownToken[]>

/** Adds the demo tokens to those of a user. `DEMO` is the first of them. */
export function createTokenList(
  demo: readonly { mint: string; name: string; symbol: string }[],
  list: ListTokens,
): ListTokens {
  const named = demo.map(({ mint, name, symbol }) => ({ symbol, name, address: mint }))
  const first = named.slice(0, 1).map((token) => ({ ...token, symbol: 'DEMO', name: 'demo token' }))
  return async (userId) => [...(await list(userId)), ...named, ...first]
}

/** A Chinese letter right beside a symbol is no part of it. */
const WORD = /\$?(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu
/** Shorter symbols, and those that are English words, count only as they are written. */
const MIN_LOOSE_LENGTH = 4

/**
 * Replaces the names and symbols of these tokens by their addresses, so that "analyze COMET" names a token. A symbol counts
 * if its case matches, if `$` is before it, or if it is long and not a common word.
 */
export function nameAddresses(text: string, tokens: readonly KnownToken[]): string {
  const named = tokens.reduce(
    (rest, { name, address }) =>
      name === undefined
        ? rest
        : rest.replaceAll(new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'giu'), address),
    text,
  )
  return named.replaceAll(WORD, (word) => {
    const written = word.replace('$', '')
    const isLoose = written.length >= MIN_LOOSE_LENGTH && !COMMON_WORDS.has(written.toLowerCase())
    const found = tokens.find(
      ({ symbol }) =>
        symbol === written ||
        ((isLoose || word !== written) && symbol.toLowerCase() === written.toLowerCase()),
    )
    return found?.address ?? word
  })
}

/**
 * Returns true if an argument contains the symbol of a token. In "remind me of BONK", the symbol stays: it is a
 * part of the text that the tool takes.
 */
export const quotesSymbol = (
  args: Readonly<Record<string, unknown>>,
  withAddresses: (text: string) => string,
): boolean =>
  Object.values(args).some((value) => typeof value === 'string' && withAddresses(value) !== value)
