import type { FigureUnit, SourceKind } from '#contract/research/digest.ts'

/** A text as received. It may contain HTML. */
export type FoundDocument = {
  url: string
  title: string
  text: string
  /** A date in any form; null if unknown. */
  publishedAt: string | null
}

/** A number as received. The source's answer contains `raw` literally. */
export type FoundFigure = {
  subject: string
  measure: string
  label: string
  unit: FigureUnit
  raw: string
  value: number
  /** Time of the value; the time of the fetch by default. */
  asOfMs?: number
  /** A web page where people can check the figure. */
  url: string
  page: string
}

export type FoundSeries = {
  subject: string
  measure: string
  label: string
  unit: FigureUnit
  /** Oldest first; `time` in Unix seconds. */
  points: { time: number; value: number }[]
  url: string
  page: string
}

export type Found = {
  documents: FoundDocument[]
  figures: FoundFigure[]
  series: FoundSeries[]
}

export const NOTHING: Found = { documents: [], figures: [], series: [] }

/** Everything that one source returned. */
export type SourceYield = Found & {
  sourceId: string
  sourceName: string
  kind: SourceKind
  isDemo: boolean
  retrievedAtMs: number
}

/** A text in plain form, with one canonical address. */
export type Document = {
  /** Derived from the canonical URL. */
  id: string
  sourceId: string
  sourceName: string
  kind: SourceKind
  isDemo: boolean
  url: string
  canonicalUrl: string
  title: string
  text: string
  /** Unix milliseconds; null if unknown. */
  publishedAtMs: number | null
  retrievedAtMs: number
}
