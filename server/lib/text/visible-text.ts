/**
 * Invisible characters: controls except tab and line feed, zero-width and joining characters, directional overrides,
 * variation selectors, tags, fillers, private use. Source: Unicode Technical Report 36.
 */
const INVISIBLE_RANGES: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
  [0xe000, 0xf8ff],
  [0xf0000, 0x10ffff],
]
const EMOJI_JOINTS = [0x200d, 0xfe0f]

const createPattern = (ranges: readonly (readonly [number, number])[]) =>
  new RegExp(
    `[${ranges.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('')}]`,
    'gu',
  )
const INVISIBLE = createPattern(INVISIBLE_RANGES)

/** Returns the text without invisible characters, which can hide instructions. */
export const removeInvisible = (text: string): string => text.replaceAll(INVISIBLE, '')

/** Removes invisible characters but keeps the joiners of emoji. */
export const toPlainText = (text: string): string =>
  text.replaceAll(INVISIBLE, (each) =>
    EMOJI_JOINTS.includes(each.codePointAt(0) ?? 0) ? each : '',
  )

export const toPlainLine = (text: string): string =>
  toPlainText(text).replaceAll(/\s+/g, ' ').trim()

/** Returns the name of a token as one line of at most `max` UTF-16 units, null without a visible character. */
export const toShownName = (name: string | undefined, max: number): string | null =>
  name === undefined || removeInvisible(name).trim() === ''
    ? null
    : truncate(toPlainLine(name), max)

export const hasInvisible = (text: string): boolean => text.search(INVISIBLE) !== -1

/** Returns one visible line of at most `max` code points, cut with `…`. */
export const toOneLine = (text: string, max: number): string =>
  truncate(removeInvisible(text).replaceAll(/\s+/g, ' ').trim(), max)

/** Returns at most `max` UTF-16 units, without splitting a surrogate pair, cut with `…`. */
export const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text
  const kept = text.slice(0, max - 1)
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}…`
}

/** Returns at most `max` UTF-16 units, cut between words with `…`. */
export const truncateWords = (text: string, max: number): string => {
  if (text.length <= max) return text
  const kept = truncate(text, max).slice(0, -1)
  const end = kept.lastIndexOf(' ')
  return `${(end > 0 ? kept.slice(0, end) : kept).replace(/[\s,;:–-]+$/, '')}…`
}

const SECRETS = [
  /\b(sk|pk|rk|xox[abprs]|gh[pousr])[-_][A-Za-z0-9_-]{8,}/g,
  /\bBearer\s+[\w.~+/=-]{8,}/gi,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g,
  /\b[\w-]*(api[-_]?key|token|secret|password)["']?\s*[:=]\s*["']?[^\s"',}&]{6,}/gi,
]
const MASK = '•••'

/** Replaces the given secrets, and text that looks like a secret, in third-party text. */
export const replaceSecrets = (text: string, secrets: readonly string[] = []): string => {
  let masked = text
  for (const secret of secrets) if (secret !== '') masked = masked.replaceAll(secret, MASK)
  for (const pattern of SECRETS) masked = masked.replaceAll(pattern, MASK)
  return masked
}
