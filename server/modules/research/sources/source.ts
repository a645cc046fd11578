import type { SourceKind } from '#contract/research/digest.ts'
import {
  type Found,
  type FoundDocument,
  NOTHING,
} from '#server/modules/research/pipeline/evidence.ts'
import type { Plan } from '#server/modules/research/question/plan.ts'
import type { Article } from '#server/modules/research/text/read-page.ts'

export type PageRequest = {
  url: string
  accept: string
  headers?: Readonly<Record<string, string>>
  /** Limit of the decoded answer. Default: 2 MB. */
  maxBytes?: number
}

export type NodeRequest = { rpc: { method: string; params: readonly unknown[] } }

export type SourceRequest = PageRequest | NodeRequest

export type TextReaders = {
  /** Throws `UnreadableAnswer`, also for a text that takes too long or waits too long. */
  feed: (text: string) => Promise<FoundDocument[]>
  /** Returns null for a page without an article. Throws `UnreadableAnswer` when it takes or waits too long. */
  article: (html: string) => Promise<Article | null>
}

/** Builds requests and reads answers. A source does not fetch and does not know the time. */
export type Source = {
  id: string
  name: string
  kind: SourceKind
  rate: { perMinute: number; burst: number }
  /** How long an answer is used again without asking. */
  freshMs: number
  /** Why the source is off, for example a missing key. */
  missing?: string
  /** Returns an empty list for a question that does not concern the source. */
  requests(plan: Plan): SourceRequest[]
  /** Throws `UnreadableAnswer` for text in an unexpected format. */
  parse(
    text: string,
    request: SourceRequest,
    plan: Plan,
    readers: TextReaders,
  ): Found | Promise<Found>
}

/** Reads an answer that is a feed. */
export const parseFeed = async (text: string, { feed }: TextReaders): Promise<Found> => ({
  ...NOTHING,
  documents: await feed(text),
})

/** The message is for people. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
}

export const createJsonRequest = (url: string): PageRequest => ({ url, accept: 'application/json' })

/** Returns the address that the request asks, or '' for a call to the node. */
export const getAddress = (request: SourceRequest): string => ('url' in request ? request.url : '')

export const FEED_TYPES =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8'
