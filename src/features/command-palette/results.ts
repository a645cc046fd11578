import type { PaletteItem } from '#src/platform/palette/palette-source.ts'
import type { Range } from './fuzzy.ts'
import { matchFindable, wordsOf } from './fuzzy.ts'
import type { Usage } from './usage.ts'
import { usageWeight } from './usage.ts'

export type Collected = {
  id: string
  title: string
  items: readonly PaletteItem[]
  /** Made of the very text that was typed: above all that was merely found. */
  suggested: readonly PaletteItem[]
}

export type ResultRow = { item: PaletteItem; ranges: readonly Range[] }
export type ResultSection = { id: string; title: string; rows: readonly ResultRow[] }

const RECENT_ROWS = 4
/** Of one source, before anything is typed. */
const ROWS_AT_REST = 8
const MOST_ROWS = 60
/** Habit decides between neighbours; it does not lift a poor match over a good one. */
const HABIT_SHARE = 0.15
/** Above every score that a match can reach. */
const SUGGESTED = 2

type ResultsRequest = {
  collected: readonly Collected[]
  query: string
  usage: Usage
  nowMs: number
}

const atRest = ({ collected, usage, nowMs }: ResultsRequest): ResultSection[] => {
  const shown = collected.flatMap(({ items }) => items.filter(({ isMinor }) => isMinor !== true))
  const recent = shown
    .map((item) => ({ item, weight: usageWeight(usage, item.id, nowMs) }))
    .filter(({ weight }) => weight > 0.1)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, RECENT_ROWS)
    .map(({ item }) => item)
  const rowsOf = (items: readonly PaletteItem[]) => items.map((item) => ({ item, ranges: [] }))
  return [
    { id: 'recent', title: 'Recent', rows: rowsOf(recent) },
    ...collected.map(({ id, title, items }) => ({
      id,
      title,
      rows: rowsOf(
        items
          .filter((item) => item.isMinor !== true && !recent.includes(item))
          .slice(0, ROWS_AT_REST),
      ),
    })),
  ].filter(({ rows }) => rows.length > 0)
}

/** What the palette shows, in order: the best section first, in it the best row first. */
export const resultsFor = (request: ResultsRequest): ResultSection[] => {
  const { collected, query, usage, nowMs } = request
  if (wordsOf(query).length === 0) return atRest(request)
  const scored = collected.flatMap(({ id, title, items, suggested }, sourceIndex) => [
    ...suggested.map((item) => ({ id, title, sourceIndex, item, ranges: [], score: SUGGESTED })),
    ...items.flatMap((item) => {
      const match = matchFindable(query, item)
      if (match === null) return []
      const score = match.score + HABIT_SHARE * usageWeight(usage, item.id, nowMs)
      return [{ id, title, sourceIndex, item, ranges: match.ranges, score }]
    }),
  ])
  const best = scored
    .toSorted((one, other) => other.score - one.score || one.sourceIndex - other.sourceIndex)
    .slice(0, MOST_ROWS)
  const sections = new Map<string, { id: string; title: string; rows: ResultRow[] }>()
  for (const { id, title, item, ranges } of best) {
    const section = sections.get(id) ?? { id, title, rows: [] }
    section.rows.push({ item, ranges })
    sections.set(id, section)
  }
  return [...sections.values()]
}

export const countRows = (sections: readonly ResultSection[]): number =>
  sections.reduce((sum, { rows }) => sum + rows.length, 0)
