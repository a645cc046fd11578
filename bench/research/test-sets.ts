import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const DATA = path.resolve(import.meta.dirname, '../../../shared/data/research')

/** Public test sets, which are not part of the project. */
export const hasResearchData = (): boolean => existsSync(DATA)

const read = (file: string): string =>
  readFileSync(path.join(DATA, file), 'utf8').replaceAll('\r', '')

export type Retrieval = {
  texts: { id: number; title: string; text: string }[]
  /** The gain of each judged text: 2^(5 - code) - 1, and 0 for a text judged unfit. */
  questions: { text: string; gains: Map<number, number> }[]
}

export function cranfield(): Retrieval {
  const entries = (file: string) => read(file).split(/^\.I /m).slice(1)
  const part = (entry: string, mark: string): string =>
    new RegExp(`^\\.${mark} *\\n([\\s\\S]*?)(?=^\\.[A-Z] *$|(?![\\s\\S]))`, 'm').exec(entry)?.[1] ??
    ''
  const gains = new Map<number, Map<number, number>>()
  for (const line of read('cranqrel').trim().split('\n')) {
    const [question = 0, text = 0, code = 0] = line.trim().split(/\s+/).map(Number)
    const judged = gains.get(question) ?? new Map<number, number>()
    judged.set(
      text,
      Math.max(judged.get(text) ?? 0, code >= 1 && code <= 4 ? 2 ** (5 - code) - 1 : 0),
    )
    gains.set(question, judged)
  }
  return {
    texts: entries('cran.all.1400').map((entry) => ({
      id: Number.parseInt(entry, 10),
      title: part(entry, 'T'),
      text: part(entry, 'W'),
    })),
    questions: entries('cran.qry').flatMap((entry, place) => {
      const judged = gains.get(place + 1)
      return judged === undefined ? [] : [{ text: part(entry, 'W'), gains: judged }]
    }),
  }
}

export type Headline = { title: string; story: string; timeMs: number }

/** Headlines of a news aggregator with the story that each belongs to. */
export function headlines(): Headline[] {
  const [head = [], ...rows] = csvRows(read('uci-news-half.csv'))
  const column = (name: string): number => head.indexOf(name)
  const [title, story, time] = [column('TITLE'), column('STORY'), column('TIMESTAMP')]
  return rows
    .filter(({ length }) => length === head.length)
    .map((row) => ({
      title: row[title] ?? '',
      story: row[story] ?? '',
      timeMs: Number(row[time]),
    }))
}

function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, bare, end = ''] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? bare ?? '')
    if (end === '\n') rows.push([])
    if (end === '') break
  }
  return rows
}

export function ndcgAt10(ranking: readonly number[], gains: ReadonlyMap<number, number>): number {
  const sum = (values: readonly number[]): number =>
    values.slice(0, 10).reduce((total, gain, place) => total + gain / Math.log2(place + 2), 0)
  const ideal = sum([...gains.values()].toSorted((a, b) => b - a))
  return ideal === 0 ? 0 : sum(ranking.map((id) => gains.get(id) ?? 0)) / ideal
}

/** B³ (Bagga and Baldwin, 1998): for each item, how much of its group is its story's, and of its story in its group. */
export function bCubed(
  stories: readonly string[],
  groups: readonly number[],
): { precision: number; recall: number; f1: number } {
  const sizes = new Map<string, number>()
  const count = (key: string): void => void sizes.set(key, (sizes.get(key) ?? 0) + 1)
  for (const [place, story] of stories.entries()) {
    count(`story ${story}`)
    count(`group ${groups[place]}`)
    count(`both ${story} ${groups[place]}`)
  }
  const mean = (share: (story: string, group: number) => number): number =>
    stories.reduce((sum, story, place) => sum + share(story, groups[place] ?? -1), 0) /
    stories.length
  const size = (key: string): number => sizes.get(key) ?? 0
  const precision = mean((story, group) => size(`both ${story} ${group}`) / size(`group ${group}`))
  const recall = mean((story, group) => size(`both ${story} ${group}`) / size(`story ${story}`))
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}
