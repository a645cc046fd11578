import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'

import { clip, MAX_TEXT_CHARS } from '#server/modules/research/pipeline/normalize.ts'
import { textOfHtml } from './plain-text.ts'

/** Articles are smaller; what is larger is no article, and reading it would hold up everyone. */
const MAX_PAGE_CHARS = 600_000
const MAX_ELEMENTS = 8_000
/** Deeper than any article, and shallow enough for a recursive reader. */
const MAX_DEPTH = 200

/** The article of a web page as plain text; null for a page without one. Never throws for bad HTML. */
export function readPage(html: string): string | null {
  if (html.length > MAX_PAGE_CHARS || isHostile(html)) return null
  try {
    const { document } = parseHTML(html)
    const article = new Readability(document, {
      maxElemsToParse: MAX_ELEMENTS,
    }).parse()
    const text = textOfHtml(article?.content ?? '')
    return text === '' ? null : clip(text, MAX_TEXT_CHARS)
  } catch {
    // A page that the reader gives up on is a page without an article.
    return null
  }
}

/** True for nesting or a number of elements that no article has. */
function isHostile(html: string): boolean {
  let depth = 0
  let elements = 0
  for (const [tag] of html.matchAll(/<\/?[a-z][^<>]{0,2000}>/gi)) {
    elements += 1
    if (elements > 4 * MAX_ELEMENTS) return true
    if (tag.startsWith('</')) depth = Math.max(0, depth - 1)
    else if (!tag.endsWith('/>') && !VOID.test(tag)) depth += 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

const VOID =
  /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|tr|th|option)\b/i
