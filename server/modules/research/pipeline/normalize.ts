import { createHash } from 'node:crypto'

import { canonicalUrl, webUrl } from '#server/modules/research/text/canonical-url.ts'
import type { Document, FoundDocument, SourceYield } from './evidence.ts'
import { textOfHtml } from '#server/modules/research/text/plain-text.ts'

/** Nothing about Solana or its forerunners is older. */
const FIRST_MS = Date.UTC(2008, 0, 1)
/** Clocks of publishers run ahead by a time zone at most. */
const AHEAD_MS = 14 * 3_600_000
const MAX_TITLE_CHARS = 300
/** With its title, as much as is kept as evidence. */
export const MAX_TEXT_CHARS = 3_600

/** Texts of all sources in one form. What has no web address or nothing to read is left out. */
export const normalize = (yields: readonly SourceYield[]): Document[] =>
  yields.flatMap((from) => from.documents.flatMap((found) => documentOf(found, from)))

function documentOf(found: FoundDocument, from: SourceYield): Document[] {
  const url = webUrl(found.url)
  const canonical = canonicalUrl(found.url)
  const title = clip(textOfHtml(found.title), MAX_TITLE_CHARS)
  if (url === null || canonical === null || title === '') return []
  const { sourceId, sourceName, kind, isDemo, retrievedAtMs } = from
  return [
    {
      id: createHash('sha256').update(canonical).digest('base64url').slice(0, 16),
      sourceId,
      sourceName,
      kind,
      isDemo,
      url: url.href,
      canonicalUrl: canonical,
      title,
      text: clip(textOfHtml(found.text), MAX_TEXT_CHARS),
      publishedAtMs: dateOf(found.publishedAt, retrievedAtMs),
      retrievedAtMs,
    },
  ]
}

/** Null for a date that cannot be: unreadable, before Bitcoin, after tomorrow. */
function dateOf(given: string | null, nowMs: number): number | null {
  if (given === null || given.length > 80) return null
  const timeMs = Date.parse(given)
  if (!Number.isFinite(timeMs) || timeMs < FIRST_MS || timeMs > nowMs + AHEAD_MS) return null
  return Math.min(timeMs, nowMs)
}

/** At most so many characters, ending with a whole word. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  const head = text.slice(0, most)
  const space = head.lastIndexOf(' ')
  return (space > most / 2 ? head.slice(0, space) : head).replace(/[\ud800-\udbff]$/, '')
}
