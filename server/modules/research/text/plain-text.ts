const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  bull: '•',
}
/** Elements whose content is nothing that a person reads. */
const UNREAD = /<(script|style|noscript|template|svg|iframe|head)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi
const BLOCK =
  /<\/?(?:p|div|br|li|ul|ol|h[1-6]|tr|td|table|blockquote|section|article|pre|hr)\b[^>]*>/gi
const TAG = /<\/?[a-z][^<>]*>|<!--[\s\S]*?(?:-->|$)|<![^>]*>/gi
const ENTITY = /&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi
/** Characters that hide text or turn its direction: control, zero width, bidi, tags, private use. */
const INVISIBLE =
  /[\p{Cc}\p{Co}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu
/** Footnote marks of a page would look like this product's own. */
const FOOTNOTE = /\s?[[【［〔]\s*\d{1,4}(?:\s*[,–-]\s*\d{1,4})*\s*[\]】］〕]/g

/** What a person reads of a piece of HTML or text, on one line: no tags, no hidden characters, no footnote marks. */
export function plainText(given: string): string {
  const blocks = given.replaceAll(UNREAD, ' ').replaceAll(BLOCK, ' ')
  const text = unescaped(blocks.replaceAll(TAG, ''))
  return text
    .normalize('NFC')
    .replaceAll(/[\t\n\r]/g, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(FOOTNOTE, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const unescaped = (text: string): string =>
  text.replaceAll(ENTITY, (whole, name: string) => {
    const known = NAMED[name.toLowerCase()]
    if (known !== undefined) return known
    if (!name.startsWith('#')) return whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
      ? String.fromCodePoint(code)
      : ''
  })
