import { baseForm } from '#server/modules/research/text/base-form.ts'
import { isSameWord } from '#server/modules/research/text/word-families.ts'
import { findOperator, isFunctionWord } from './vocabulary.ts'

const MIN_COMMON = 3
const MIN_SHARE = 0.75
const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu

/** True if two sentences have nearly the same words, and only one of them negates. */
export function isContradiction(a: string, b: string): boolean {
  const [first, second] = [readWords(a), readWords(b)]
  if (first.isNegated === second.isNegated) return false
  const [small = [], large = []] = [first.bases, second.bases].toSorted(
    (x, y) => x.length - y.length,
  )
  const common = small.filter((word) => large.some((other) => isSameWord(word, other)))
  return common.length >= MIN_COMMON && common.length / large.length >= MIN_SHARE
}

function readWords(text: string): { bases: string[]; isNegated: boolean } {
  const words = (text.normalize('NFKC').toLowerCase().match(WORD) ?? []).map((word) =>
    word.replaceAll('’', "'"),
  )
  const operators = words.map(findOperator)
  return {
    isNegated: operators.filter((name) => name === 'not').length % 2 === 1,
    bases: words
      .map((word) => word.replace(/'s?$/, ''))
      .filter(
        (word, nth) => !isFunctionWord(word) && (operators[nth] === undefined || word.length > 4),
      )
      .map(baseForm),
  }
}
