import { parseFeed } from 'feedsmith'

import type { FoundDocument } from '#server/modules/research/pipeline/evidence.ts'

import { shortenHtml } from '#server/modules/research/text/plain-text.ts'
import { UnreadableAnswer } from './source.ts'

const MAX_ITEMS = 60
const MAX_TITLE_CHARS = 600
const MAX_HTML_CHARS = 60_000

/** Reads an RSS, Atom, RDF or JSON feed, or the whole entries of a truncated one. Throws `UnreadableAnswer` for anything else. */
export function readFeed(text: string): FoundDocument[] {
  const parsed = tryParse(text) ?? tryParse(repairFeed(text) ?? '')
  if (parsed === null) throw new UnreadableAnswer(explainFailure(text))
  return listEntries(parsed)
    .flatMap((entry) => toDocuments(entry))
    .slice(0, MAX_ITEMS)
}

type Parsed = ReturnType<typeof parseFeed>

type Entry = {
  url: string | undefined
  title: string | undefined
  texts: (string | undefined)[]
  date: unknown
}

function tryParse(text: string): Parsed | null {
  try {
    return parseFeed(text)
  } catch {
    // The caller tries to repair the feed.
    return null
  }
}

/** Cuts a truncated feed after its last whole entry and closes it. */
function repairFeed(text: string): string | null {
  const kinds = [
    { end: '</item>', root: /<rss\b/, close: '</channel></rss>' },
    { end: '</item>', root: /<rdf:RDF\b/, close: '</rdf:RDF>' },
    { end: '</entry>', root: /<feed\b/, close: '</feed>' },
  ]
  for (const { end, root, close } of kinds) {
    const place = text.lastIndexOf(end)
    if (place > 0 && root.test(text.slice(0, 2_000))) {
      return text.slice(0, place + end.length) + close
    }
  }
  return null
}

function listEntries(parsed: Parsed): Entry[] {
  switch (parsed.format) {
    case 'rss':
      return (parsed.feed.items ?? []).map((item) => ({
        url: item.link ?? (item.guid?.isPermaLink === true ? item.guid.value : undefined),
        title: item.title,
        texts: [item.content?.encoded, item.description],
        date: item.pubDate ?? item.dc?.dates?.[0],
      }))
    case 'atom':
      return (parsed.feed.entries ?? []).map((entry) => ({
        url: (
          entry.links?.find(({ rel }) => rel === undefined || rel === 'alternate') ??
          entry.links?.[0]
        )?.href,
        title: entry.title?.value,
        texts: [entry.content?.value, entry.summary?.value],
        date: entry.published ?? entry.updated,
      }))
    case 'rdf':
      return (parsed.feed.items ?? []).map((item) => ({
        url: item.link,
        title: item.title,
        texts: [item.content?.encoded, item.description],
        date: item.dc?.dates?.[0],
      }))
    case 'json':
      return (parsed.feed.items ?? []).map((item) => ({
        url: item.url ?? item.external_url,
        title: item.title,
        texts: [item.content_html, item.content_text, item.summary],
        date: item.date_published ?? item.date_modified,
      }))
  }
}

function toDocuments({ url, title, texts, date }: Entry): FoundDocument[] {
  const text = texts.find((each) => each !== undefined && each.trim() !== '') ?? ''
  const own = title?.trim() ?? ''
  if (url === undefined || (own === '' && text === '')) return []
  return [
    {
      url: url.trim(),
      title: (own === '' ? text : own).slice(0, MAX_TITLE_CHARS),
      text: shortenHtml(text.slice(0, MAX_HTML_CHARS)),
      publishedAt: typeof date === 'string' ? date : null,
    },
  ]
}

function explainFailure(text: string): string {
  const start = text.slice(0, 2_000)
  if (/<(?:!doctype html|html)\b/i.test(start)) return 'sent an unexpected response'
  if (text.trim() === '') return 'sent nothing'
  return /<(?:rss|feed|rdf:RDF)\b/i.test(start) ? 'sent a broken feed' : 'sent no feed'
}
