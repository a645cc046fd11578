import { search, type TitleParts } from '#src/lib/search.ts'
import type { PaletteItem } from '#src/platform/palette/palette-source.ts'
import { computeUsageWeight, type Usage } from './usage.ts'

export type Collected = {
  id: string
  title: string
  items: readonly PaletteItem[]
  /** Items made from the typed text. They come before all search results. */
  suggested: readonly PaletteItem[]
}

export type ResultRow = { item: PaletteItem; title: TitleParts }
export type ResultSection = { id: string; title: string; rows: readonly ResultRow[] }

const RECENT_ROWS = 4
/** Maximum rows of one source before anything is typed. */
const ROWS_AT_REST = 8
const MAX_ROWS = 60
/** Earlier use decides between similar matches. It does not lift a poor match over a good one. */
const HABIT_SHARE = 0.15
/** Higher than any score of a match. */
const SUGGESTED = 2

const BELOW_ALL = -1

type ResultsRequest = {
  collected: readonly Collected[]
  query: string
  usage: Usage
  nowMs: number
}

const listAtRest = ({ collected, usage, nowMs }: ResultsRequest): ResultSection[] => {
  const shown = collected.flatMap(({ items }) => items.filter(({ isMinor }) => isMinor !== true))
  const recent = shown
    .map((item) => ({ item, weight: computeUsageWeight(usage, item.id, nowMs) }))
    .filter(({ weight }) => weight > 0.1)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, RECENT_ROWS)
    .map(({ item }) => item)
  const listRows = (items: readonly PaletteItem[]) =>
    items.map((item) => ({ item, title: [item.title] }))
  return [
    { id: 'recent', title: 'Recent', rows: listRows(recent) },
    ...collected.map(({ id, title, items }) => ({
      id,
      title,
      rows: listRows(
        items
          .filter((item) => item.isMinor !== true && !recent.includes(item))
          .slice(0, ROWS_AT_REST),
      ),
    })),
  ].filter(({ rows }) => rows.length > 0)
}

/** Returns the actions of an item that match the text, as rows. */
export const listActionRows = (item: PaletteItem, query: string): ResultSection[] => {
  const rows = search(query, item.actions ?? [], ({ label }) => ({ title: label })).map(
    ({ item: { label, icon, run }, title }) => ({
      item: { id: `${item.id}:${label}`, title: label, icon, run },
      title,
    }),
  )
  return rows.length === 0 ? [] : [{ id: 'item-actions', title: item.title, rows }]
}

/** Returns the sections of the palette, best first, each with its best row first. */
export const findResults = (request: ResultsRequest): ResultSection[] => {
  const { collected, query, usage, nowMs } = request
  if (query.trim() === '') return listAtRest(request)
  const suggested = collected.flatMap((source) =>
    source.suggested.map((item) => ({
      source,
      row: { item, title: [item.title] },
      score: item.isLast === true ? BELOW_ALL : SUGGESTED,
    })),
  )
  const known = collected.flatMap((source) => source.items.map((item) => ({ source, item })))
  const getWeight = (source: Collected, title: string) =>
    Math.max(
      ...source.items
        .filter((item) => item.title === title)
        .map(({ id }) => computeUsageWeight(usage, id, nowMs)),
    )
  const found = search(query, known, ({ item }) => item).map(
    ({ item: { source, item }, title, score }) => ({
      source,
      row: { item, title },
      // Items with the same title, such as the reports of a token, keep their order, newest first.
      score: score + HABIT_SHARE * getWeight(source, item.title),
    }),
  )
  const rank = (source: Collected) => collected.indexOf(source)
  const best = [...suggested, ...found]
    .toSorted((one, other) => other.score - one.score || rank(one.source) - rank(other.source))
    .slice(0, MAX_ROWS)
  const sections = new Map<string, { id: string; title: string; rows: ResultRow[] }>()
  for (const {
    source: { id, title },
    row,
  } of best) {
    const section = sections.get(id) ?? { id, title, rows: [] }
    section.rows.push(row)
    sections.set(id, section)
  }
  return [...sections.values()]
}

export const countRows = (sections: readonly ResultSection[]): number =>
  sections.reduce((sum, { rows }) => sum + rows.length, 0)
