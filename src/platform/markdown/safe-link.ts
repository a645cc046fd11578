/** Invisible characters that reorder or hide text: bidirectional controls, joiners, tag characters. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

export const removeInvisible = (text: string): string => text.replaceAll(INVISIBLE, '')

/** Explorers and similar hosts, which the product's own screens link to as well. */
const FAMILIAR_HOSTS: readonly string[] = ['explorer.solana.com']

/** A longer query can leak the chat to the host's owner. */
const LONG_QUERY_CHARACTERS = 100

export type SafeLink = {
  readonly href: string
  /** The host in punycode, or the address of an email. */
  readonly host: string
  readonly isFamiliar: boolean
  readonly hasLongQuery: boolean
}

/** Returns the target of a link; null for anything but web pages and email. */
export const readLink = (target: string): SafeLink | null => {
  if (!URL.canParse(target)) return null
  const url = new URL(target)
  const { protocol, host, pathname, search, hash, username, password } = url
  if (protocol === 'mailto:') {
    return { href: `mailto:${pathname}`, host: pathname, isFamiliar: false, hasLongQuery: false }
  }
  if (protocol !== 'https:' && protocol !== 'http:') return null
  // A user name before the host can pass for the host.
  if (username !== '' || password !== '') return null
  return {
    href: url.href,
    host,
    isFamiliar: protocol === 'https:' && FAMILIAR_HOSTS.includes(host),
    hasLongQuery: search.length + hash.length > LONG_QUERY_CHARACTERS,
  }
}

const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  middot: '·',
  copy: '©',
  times: '×',
}

const MAX_CODE_POINT = 0x10_ff_ff

const decodeCharacter = (code: number, raw: string): string =>
  code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : raw

/** Decodes `&amp;` and `&#38;`. React escapes text, so this is safe. */
export const decodeReferences = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi,
    (raw, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (hex !== undefined) return decodeCharacter(Number.parseInt(hex, 16), raw)
      if (decimal !== undefined) return decodeCharacter(Number(decimal), raw)
      return NAMED_CHARACTERS[name ?? ''] ?? raw
    },
  )
