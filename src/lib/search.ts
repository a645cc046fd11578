import { go } from 'fuzzysort'

const GOOD_SCORE = 0.5
/** Lower scores are matches by chance. */
const MIN_SCORE = 0.3
/** Weight of a match that is only in the keywords. */
const KEYWORD_SHARE = 0.8

/** A title split into matching and other parts, in order. */
export type TitleParts = readonly (string | { match: string })[]

export type Found<Item> = {
  item: Item
  /** 0 to 1; 1 for the title itself. */
  score: number
  title: TitleParts
}

type Searchable = { title: string; keywords?: readonly string[] }

/**
 * Returns the items that have every word of the query in their title or keywords, best first. Ignores accents and case, and
 * ranks keywords lower. Scattered letters match only if nothing better does. Equal matches, and all items for a blank query,
 * keep their order.
 */
export const search = <Item>(
  query: string,
  items: readonly Item[],
  getTexts: (item: Item) => Searchable,
): Found<Item>[] => {
  const plainTitle = (item: Item): TitleParts => [getTexts(item).title]
  if (query.trim() === '') return items.map((item) => ({ item, score: 0, title: plainTitle(item) }))
  const keys = [
    (item: Item) => getTexts(item).title,
    (item: Item) => getTexts(item).keywords?.join('\n'),
  ]
  const find = (threshold: number) => go(query, items, { keys, threshold, limit: 0 })
  const good = find(GOOD_SCORE)
  const positions = new Map(items.map((item, place) => [item, place]))
  const getPosition = (item: Item) => positions.get(item) ?? 0
  return (good.length > 0 ? good : find(MIN_SCORE))
    .map(({ obj, score, 0: own }) =>
      own === undefined || own.indexes.length === 0
        ? { item: obj, score: score * KEYWORD_SHARE, title: plainTitle(obj) }
        : {
            item: obj,
            score,
            title: own.highlight((match) => ({ match })).filter((part) => part !== ''),
          },
    )
    .toSorted(
      (one, other) => other.score - one.score || getPosition(one.item) - getPosition(other.item),
    )
}
