import { HOUR_MS } from '#server/lib/durations.ts'
import { canonicalUrl, parseWebUrl } from '#server/modules/research/text/canonical-url.ts'
import { sha256 } from '#server/lib/sha256.ts'
import type {
  Document,
  FoundDocument,
  SourceYield,
} from '#server/modules/research/pipeline/evidence.ts'
import { clip, htmlToText, MAX_TEXT_CHARS } from '#server/modules/research/text/plain-text.ts'

const FIRST_MS = Date.UTC(2008, 0, 1)
/** Clocks of publishers can be ahead by a time zone. */
const AHEAD_MS = 14 * HOUR_MS
const MAX_TITLE_CHARS = 300

/** Converts the texts of all sources to one form, leaving out texts without a web address or a title. */
export const normalize = (yields: readonly SourceYield[]): Document[] =>
  yields.flatMap((from) => from.documents.flatMap((found) => toDocuments(found, from)))

function toDocuments(found: FoundDocument, from: SourceYield): Document[] {
  const url = parseWebUrl(found.url)
  const canonical = canonicalUrl(found.url)
  const title = clip(htmlToText(found.title), MAX_TITLE_CHARS)
  if (url === null || canonical === null || title === '') return []
  const { sourceId, sourceName, kind, isDemo, retrievedAtMs } = from
  return [
    {
      id: sha256(canonical).slice(0, 16),
      sourceId,
      sourceName,
      kind,
      isDemo,
      url: url.href,
      canonicalUrl: canonical,
      title,
      text: clip(htmlToText(found.text), MAX_TEXT_CHARS),
      publishedAtMs: parseDate(found.publishedAt, retrievedAtMs),
      retrievedAtMs,
    },
  ]
}

/** Returns Unix milliseconds, or null for an unreadable or impossible date. */
function parseDate(given: string | null, nowMs: number): number | null {
  if (given === null || given.length > 80) return null
  const timeMs = Date.parse(given)
  if (!Number.isFinite(timeMs) || timeMs < FIRST_MS || timeMs > nowMs + AHEAD_MS) return null
  return Math.min(timeMs, nowMs)
}
