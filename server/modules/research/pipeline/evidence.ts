import type { FigureUnit, SourceKind } from '#contract/research-digest.ts'

/** A text as a source gave it, before anything has been made of it. Texts may hold HTML. */
export type FoundDocument = {
  url: string
  title: string
  text: string
  /** As the source wrote it. */
  publishedAt: string | null
}

/** A number as a source gave it. `raw` stands letter by letter in the answer. */
export type FoundFigure = {
  subject: string
  measure: string
  label: string
  unit: FigureUnit
  raw: string
  value: number
  /** When it was true; absent: when it was fetched. */
  asOfMs?: number
  /** The page for people on which the figure can be checked. */
  url: string
  /** What stands there: `SOL / USDC on raydium`. Figures of one page are one piece of evidence. */
  page: string
}

export type FoundSeries = {
  subject: string
  measure: string
  label: string
  unit: FigureUnit
  /** Oldest first; time in unix seconds. */
  points: { time: number; value: number }[]
  url: string
  page: string
}

/** What one answer of a source held. */
export type Found = {
  documents: FoundDocument[]
  figures: FoundFigure[]
  series: FoundSeries[]
}

export const NOTHING: Found = { documents: [], figures: [], series: [] }

/** What one source gave in all, and when. */
export type SourceYield = Found & {
  sourceId: string
  sourceName: string
  kind: SourceKind
  isDemo: boolean
  retrievedAtMs: number
}

/** A text that everything after works on: plain, dated, with one address. */
export type Document = {
  /** Stable for the same page: made of the canonical address. */
  id: string
  sourceId: string
  sourceName: string
  kind: SourceKind
  isDemo: boolean
  url: string
  canonicalUrl: string
  title: string
  text: string
  publishedAtMs: number | null
  retrievedAtMs: number
}
