import { KNOWN_SUBJECTS } from '#server/modules/research/question/known-subjects.ts'
import { isStopWord, MONTHS } from '#server/lib/text/words.ts'

const DEMO = /^(?:\[?DEMO\]?:?\s*)+/
/** Words with a capital letter that name no answer. */
const NO_NAME = new Set([
  ...MONTHS,
  ...'monday tuesday wednesday thursday friday saturday sunday solana sol demo i etf dex nft defi dao api ceo'.split(
    ' ',
  ),
])
/** A word as it is written, with its inner dots, apostrophes and hyphens. */
export const WRITTEN_WORD = /[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*/gu
const KNOWN_NAMES = new Set(
  KNOWN_SUBJECTS.flatMap(({ name, ticker = '', aliases = [] }) =>
    [name, ticker, ...aliases].map((each) => each.toLowerCase()),
  ),
)

/** Returns the names of a sentence in lower case. The capital letter of its first word alone makes no name. */
export function findNames(sentence: string): string[] {
  const words = sentence.replace(DEMO, '').match(WRITTEN_WORD) ?? []
  return words.flatMap((word, place) => {
    const name = word.toLowerCase()
    const isFirst = place === 0
    const isCapital = isFirst
      ? KNOWN_NAMES.has(name) || /.\p{Lu}/u.test(word) || isCapitalized(words[1])
      : /\p{Lu}/u.test(word)
    return isCapital && !NO_NAME.has(name) && !isStopWord(name) ? [name] : []
  })
}

const isCapitalized = (word = ''): boolean =>
  /^\p{Lu}/u.test(word) && !NO_NAME.has(word.toLowerCase())
