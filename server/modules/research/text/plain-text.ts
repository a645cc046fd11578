import { decodeHTML } from 'entities'
import { visibleText } from '#server/lib/visible-text.ts'

/** Elements whose content no reader sees. */
const UNREAD = /<(script|style|noscript|template|svg|iframe|head)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi
const BLOCK =
  /<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|table|blockquote|section|article|pre|hr)\b[^>]*>/gi
const TAG = /<\/?[a-z][^<>]*>|<!--[\s\S]*?(?:-->|$)|<![^>]*>/gi
/** Footnote marks of a page would look like this product's own. */
const FOOTNOTE = /\s?[[【［〔]\s*\d{1,4}(?:\s*[,–-]\s*\d{1,4})*\s*[\]】］〕]/g

/** Returns what a person reads of HTML or text, on one line: no tags, hidden characters or footnote marks. */
export function textOfHtml(given: string): string {
  const blocks = given.replaceAll(UNREAD, ' ').replaceAll(BLOCK, ' ')
  const text = decodeHTML(blocks.replaceAll(TAG, '')).normalize('NFC')
  return visibleText(text.replaceAll(/[\t\n\r]/g, ' '))
    .replaceAll(FOOTNOTE, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
