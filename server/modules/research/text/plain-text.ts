import { decodeHTML, escapeText } from 'entities'
import { removeInvisible } from '#server/lib/text/visible-text.ts'

/** With the title, this fits into one piece of evidence. */
export const MAX_TEXT_CHARS = 3_600

/**
 * Tags. Without a `>` these patterns match to the end, and `removeTags` keeps that text: a search that fails at each `<`
 * takes quadratic time.
 */
const UNREAD =
  /<(script|style|noscript|template|svg|iframe|head)\b[^>]*(?:>[\s\S]*?(?:<\/\1\s*>|$)|$)/gi
const BLOCK =
  /<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|table|blockquote|section|article|pre|hr)\b[^>]*(?:>|$)/gi
const TAG = /<\/?[a-z][^<>]*>|<!--[\s\S]*?(?:-->|$)|<![^>]*(?:>|$)/gi
const OPEN_COMMENT = /<!--.*/s
/** Footnote marks would look like this product's citations. */
const FOOTNOTE = /\s?[[【［〔]\s*\d{1,4}(?:\s*[,–-]\s*\d{1,4})*\s*[\]】］〕]/g

/** Converts HTML to one line of visible text, without footnote marks. */
export function htmlToText(given: string): string {
  const blocks = removeTags(removeTags(given, UNREAD, ' '), BLOCK, ' ')
  const text = decodeHTML(removeTags(blocks, TAG, '')).normalize('NFC')
  return removeInvisible(text.replaceAll(/[\t\n\r]/g, ' '))
    .replaceAll(FOOTNOTE, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const removeTags = (html: string, tags: RegExp, by: string): string =>
  html.replaceAll(tags, (tag) => (tag.includes('>') ? by : tag.replace(OPEN_COMMENT, '')))

/** Returns HTML with the same text up to the length that is kept, so that long HTML is read once. */
export const shortenHtml = (html: string): string =>
  html.length <= MAX_TEXT_CHARS ? html : escapeText(clip(htmlToText(html), MAX_TEXT_CHARS))

/** Returns at most `max` characters, cut between words where possible. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  const space = head.lastIndexOf(' ')
  return (space > max / 2 ? head.slice(0, space) : head).replace(/[\ud800-\udbff]$/, '')
}
