import type { SourceKind } from '#contract/research-digest.ts'
import type { Found } from '#server/modules/research/pipeline/evidence.ts'
import type { Plan } from '#server/modules/research/pipeline/plan.ts'

/** One thing to ask: an address of the web, or a call to the product's own Solana node. */
export type SourceRequest =
  | {
      url: string
      accept: string
      headers?: Readonly<Record<string, string>>
      /** Of the decoded answer; 2 MB unless told. */
      maxBytes?: number
    }
  | { rpc: { method: string; params: readonly unknown[] } }

/** A place that answers questions. It builds addresses and reads answers, and neither fetches nor knows the time. */
export type Source = {
  id: string
  name: string
  kind: SourceKind
  /** How often it may be asked. */
  rate: { perMinute: number; burst: number }
  /** For this long an answer is given again without asking. */
  freshMs: number
  /** Why it takes no part at all: a key that is not set. */
  missing?: string
  /** What to ask for a question; nothing when the source has nothing to do with it. */
  requests(plan: Plan): SourceRequest[]
  /** Throws `UnreadableAnswer` for a text that the source would not send. */
  parse(text: string, request: SourceRequest, plan: Plan): Found
}

/** The answer is not what the source sends: a block page, half a document, another shape. The message is for people. */
export class UnreadableAnswer extends Error {
  override name = 'UnreadableAnswer'
}

export const JSON_TYPE = 'application/json'
export const FEED_TYPES =
  'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8'
