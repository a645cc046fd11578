const COMMON = new Set(
  'a an the of to in on for is are be my me i you please can could would with and or it this that do does'.split(
    ' ',
  ),
)

const COMMON_WEIGHT = 0.3
const PAIR_WEIGHT = 0.7
const PIECE_WEIGHT = 0.2

/** Returns the weighted features of a phrase: stems, pairs of adjacent words, and character n-grams, which tolerate typos. */
export function extractFeatures(text: string): Map<string, number> {
  const features = new Map<string, number>()
  const add = (feature: string, weight: number) =>
    features.set(feature, (features.get(feature) ?? 0) + weight)
  const words = splitWords(text)
  const stems = words.map(stem)
  stems.forEach((word, at) => {
    add(`w ${word}`, COMMON.has(words[at] ?? '') ? COMMON_WEIGHT : 1)
    if (at > 0) add(`p ${stems[at - 1] ?? ''} ${word}`, PAIR_WEIGHT)
  })
  for (const word of words) {
    const framed = `_${word}_`
    for (let size = 3; size <= 4; size += 1) {
      for (let at = 0; at + size <= framed.length; at += 1) {
        add(`c ${framed.slice(at, at + size)}`, PIECE_WEIGHT)
      }
    }
  }
  return features
}

const MAX_WORDS = 60

const splitWords = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}$%]+/gu) ?? []
  ).slice(0, MAX_WORDS)

/** Removes plural and verb endings, so that `holders` matches `holder`. */
export const stem = (word: string): string =>
  word.length <= 4
    ? word
    : word
        .replace(/ies$/, 'y')
        .replace(/sses$/, 'ss')
        .replace(/([^s])s$/, '$1')
        .replace(/(?:ing|ed)$/, '')
