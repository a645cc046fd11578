import { isSameWord } from './vocabulary.ts'
import { readSentence } from './read-sentence.ts'

const MIN_COMMON = 3
const MIN_SHARE = 0.75

/** True if two sentences have nearly the same words, and only one of them negates. */
export function isContradiction(a: string, b: string): boolean {
  const [first, second] = [readSentence(a), readSentence(b)]
  const isNegated = ({ clauses }: typeof first) =>
    clauses.flatMap(({ operators }) => operators).filter((name) => name === 'not').length % 2 === 1
  if (isNegated(first) === isNegated(second)) return false
  const words = [first, second].map(({ tokens }) => tokens.filter(({ kind }) => kind === 'word'))
  const [small = [], large = []] = words.toSorted((x, y) => x.length - y.length)
  const common = small.filter((word) => large.some((other) => isSameWord(word.base, other.base)))
  return common.length >= MIN_COMMON && common.length / large.length >= MIN_SHARE
}
