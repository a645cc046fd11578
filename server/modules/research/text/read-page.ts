import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { clip, htmlToText, MAX_TEXT_CHARS } from './plain-text.ts'

/** Parsing a larger page would block other work. */
const MAX_PAGE_CHARS = 600_000
const MAX_ELEMENTS = 20_000
/** The sum over all elements: Readability asks for the parents of each, up to the top. */
const MAX_ANCESTORS = 300_000
/** Parts of a page that others than its author write. */
const FOREIGN_PARTS =
  '#comments, .comments, .comment-list, [id^="comment-"], [class^="comment-"], #disqus_thread, .sponsored, .newsletter, .related-articles'
/** Safe for a recursive parser. */
const MAX_DEPTH = 200

export type Article = { title: string; text: string }

/** Returns title and text of the article of a web page, or null if it has none. Does not throw on bad HTML. */
export function readArticle(html: string): Article | null {
  if (html.length > MAX_PAGE_CHARS || isTooComplex(html)) return null
  try {
    const { document } = parseHTML(html)
    for (const part of document.querySelectorAll(FOREIGN_PARTS)) part.remove()
    if (isTooLarge(document)) return null
    const article = new Readability(document).parse()
    const text = htmlToText(article?.content ?? '')
    const title = htmlToText(article?.title ?? '')
    return text === ''
      ? null
      : { title: title === '' ? clip(text, 80) : title, text: clip(text, MAX_TEXT_CHARS) }
  } catch {
    // No article.
    return null
  }
}

function isTooComplex(html: string): boolean {
  let depth = 0
  let elements = 0
  // A parser makes a part of each `<`, also of one that begins no tag.
  for (const [tag] of html.matchAll(/<(?:\/?[a-z][^<>]{0,2000}>)?/gi)) {
    elements += 1
    if (elements > 2 * MAX_ELEMENTS) return true
    if (tag === '<') continue
    if (tag.startsWith('</')) depth = Math.max(0, depth - 1)
    else if (!tag.endsWith('/>') && !VOID.test(tag)) depth += 1
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** Readability has a limit of elements too, but counts none of this parser. */
function isTooLarge(document: Document): boolean {
  const elements = document.querySelectorAll('*')
  if (elements.length > MAX_ELEMENTS) return true
  let ancestors = 0
  for (const element of elements) {
    for (let at = element.parentElement; at !== null; at = at.parentElement) ancestors += 1
    if (ancestors > MAX_ANCESTORS) return true
  }
  return false
}

const VOID =
  /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|tr|th|option)\b/i
