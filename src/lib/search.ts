import { go } from 'fuzzysort'

const GOOD_SCORE = 0.5
/** Below this score letters match by chance. */
const MIN_SCORE = 0.3
/** Weight of a match that is only in the keywords. */
const KEYWORD_SHARE = 0.8

/** A title cut where it matched, in order. */
export type TitleParts = readonly (string | { match: string })[]

export type Found<Item> = {
  item: Item
  /** 0 to 1; 1 for the title itself. */
  score: number
  title: TitleParts
}

type Searchable = { title: string; keywords?: readonly string[] }

/**
 * Returns the items that have every word of the query in their title or keywords, best first. Accents and case don't matter,
 * and keywords count for less. Letters far apart count only when nothing better matches. Equal matches, and all of a blank
 * query, keep the given order.
 */
export const search = <Item>(
  query: string,
  items: readonly Item[],
  textsOf: (item: Item) => Searchable,
): Found<Item>[] => {
  const whole = (item: Item): TitleParts => [textsOf(item).title]
  if (query.trim() === '') return items.map((item) => ({ item, score: 0, title: whole(item) }))
  const keys = [
    (item: Item) => textsOf(item).title,
    (item: Item) => textsOf(item).keywords?.join('\n'),
  ]
  const find = (threshold: number) => go(query, items, { keys, threshold, limit: 0 })
  const good = find(GOOD_SCORE)
  const places = new Map(items.map((item, place) => [item, place]))
  const placeOf = (item: Item) => places.get(item) ?? 0
  return (good.length > 0 ? good : find(MIN_SCORE))
    .map(({ obj, score, 0: own }) =>
      own === undefined || own.indexes.length === 0
        ? { item: obj, score: score * KEYWORD_SHARE, title: whole(obj) }
        : {
            item: obj,
            score,
            title: own.highlight((match) => ({ match })).filter((part) => part !== ''),
          },
    )
    .toSorted((one, other) => other.score - one.score || placeOf(one.item) - placeOf(other.item))
}
