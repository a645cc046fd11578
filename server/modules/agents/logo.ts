import { imageSize } from 'image-size'

type Logo = { ok: true; logo: string } | { ok: false; reason: string }

const MAX_BYTES = 128 * 1024
/** In pixels. A small file may decode to gigabytes of pixels. */
const MAX_SIDE = 1024
const DATA_URL = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*\d]\ufe0f?\u20e3)/u
const INITIALS = /^[\p{L}\p{N}]{1,2}$/u
const MAX_EMOJI_CHARS = 32

/** First bytes of each format in hex. */
const SIGNATURES: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a0000000d49484452/,
  'image/jpeg': /^ffd8ff/,
  'image/webp': /^52494646.{8}57454250565038/,
}

/**
 * Accepts no logo, one emoji, initials, or a picture. Readers of a shared agent see it too; the browser makes pictures small.
 * URLs are refused because loading one would reveal the viewer, and SVG because it is a document.
 */
export const cleanLogo = (given: string): Logo => {
  const text = given.trim()
  if (text === '' || isEmoji(text) || INITIALS.test(text)) return { ok: true, logo: text }
  const [, type = '', encoded = ''] = DATA_URL.exec(text) ?? []
  const signature = SIGNATURES[type]
  if (signature === undefined) {
    return { ok: false, reason: 'The logo must be an emoji, or a PNG, JPEG or WebP picture' }
  }
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > MAX_BYTES) return { ok: false, reason: 'The logo must have at most 128 KB' }
  const side = signature.test(bytes.toString('hex', 0, 32)) ? readLongSide(bytes) : null
  if (side === null) return { ok: false, reason: 'The logo is damaged or of another kind' }
  return side <= MAX_SIDE
    ? { ok: true, logo: text }
    : { ok: false, reason: 'The logo must have at most 1,024 × 1,024 pixels' }
}

/** Returns the larger of width and height in pixels; null if the file does not contain them. */
const readLongSide = (bytes: Uint8Array): number | null => {
  try {
    const { width, height } = imageSize(bytes)
    return width > 0 && height > 0 ? Math.max(width, height) : null
  } catch {
    return null
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

const isEmoji = (text: string): boolean =>
  text.length <= MAX_EMOJI_CHARS && EMOJI.test(text) && [...segmenter.segment(text)].length === 1
