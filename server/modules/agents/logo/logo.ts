import { rewriteJpeg } from './logo-jpeg.ts'
import { rewritePng } from './logo-png.ts'
import { rewriteWebp } from './logo-webp.ts'

type Logo = { ok: true; logo: string } | { ok: false; reason: string }

const MAX_BYTES = 128 * 1024
const DATA_URL = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/
const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*\d]\ufe0f?\u20e3)/u
const INITIALS = /^[\p{L}\p{N}]{1,2}$/u
const MAX_EMOJI_CHARS = 32

const REWRITERS: Readonly<Record<string, (bytes: Buffer) => Buffer | null>> = {
  'image/png': rewritePng,
  'image/jpeg': rewriteJpeg,
  'image/webp': rewriteWebp,
}

/**
 * Returns a logo that is safe to show: none, one emoji, initials, or a picture rebuilt from its pixel data. URLs are
 * refused because loading one would reveal the viewer, and SVG because it is a document.
 */
export const cleanLogo = (given: string): Logo => {
  const text = given.trim()
  if (text === '' || isEmoji(text) || INITIALS.test(text)) return { ok: true, logo: text }
  const [, type = '', encoded = ''] = DATA_URL.exec(text) ?? []
  const rewrite = REWRITERS[type]
  if (rewrite === undefined) {
    return { ok: false, reason: 'The logo must be an emoji, or a PNG, JPEG or WebP picture' }
  }
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > MAX_BYTES) return { ok: false, reason: 'The logo must have at most 128 KB' }
  const rewritten = rewrite(bytes)
  return rewritten === null
    ? { ok: false, reason: 'The logo is damaged, too large (1,024 × 1,024) or of another kind' }
    : { ok: true, logo: `data:${type};base64,${rewritten.toString('base64')}` }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

const isEmoji = (text: string): boolean =>
  text.length <= MAX_EMOJI_CHARS && EMOJI.test(text) && [...segmenter.segment(text)].length === 1
