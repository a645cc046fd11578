import { isSameTopic, listRelatedStems } from '#server/modules/research/question/question-intent.ts'
import { baseForm } from '#server/modules/research/text/base-form.ts'
import { joinWords } from '#server/modules/research/text/join-words.ts'
import { isStopWord, splitWords } from '#server/lib/text/words.ts'

/** A word that no text has is as rare as one of this many texts. */
const UNSEEN = 0.5

/** Returns the share of the words that a text has, 0 to 1. Returns 1 if there are no words. */
export type Coverage = (text: string) => number

type Text = { readonly title: string; readonly text: string }

type Texts = readonly Text[]

/** Returns a function that measures coverage. Words that are rare in `texts` weigh more. */
export function createCoverage(words: readonly string[], texts: Texts): Coverage {
  const weights = weigh(words, texts)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return (text) => {
    if (total === 0) return 1
    const set = new Set(baseForms(text))
    return (
      words.reduce((sum, word, place) => sum + (has(set, word) ? (weights[place] ?? 0) : 0), 0) /
      total
    )
  }
}

/**
 * Returns a stricter measure of coverage. A related word counts for one asked word only, unless the other asked word is
 * next to it, as in `RPC endpoint`. A word in no text is the rarest.
 */
export function createStrictCoverage(
  words: readonly string[],
  texts: Texts,
): (text: string) => { share: number; hasRarest: boolean } {
  const weights = weigh(words, texts)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const most = Math.max(0, ...weights)
  return (text) => {
    if (total === 0) return { share: 1, hasRarest: true }
    const set = new Set(baseForms(text))
    const others = new Set([...set].filter((word) => !words.includes(word)))
    const isMet = words.map(
      (word, place) =>
        set.has(word) ||
        has(others, word) ||
        [words[place - 1], words[place + 1]].some(
          (beside) => beside !== undefined && set.has(beside) && isSameTopic(beside, word),
        ),
    )
    const sum = (each: readonly boolean[]) =>
      each.reduce((all, is, place) => all + (is ? (weights[place] ?? 0) : 0), 0)
    return {
      share: sum(isMet) / total,
      hasRarest: isMet.some((is, place) => is && weights[place] === most),
    }
  }
}

function weigh(words: readonly string[], texts: Texts): number[] {
  const sets = texts.map(listWords)
  return words.map((word) => {
    const count = sets.filter((set) => has(set, word)).length
    // No text in English answers a word of another script.
    if (count === 0 && !/^[\p{Script=Latin}\d]+$/u.test(word)) return 0
    return Math.log(1 + (texts.length + 1) / (count === 0 ? UNSEEN : count))
  })
}

/** The words of each text, which the same digest weighs several times. */
const known = new WeakMap<Text, ReadonlySet<string>>()

function listWords(text: Text): ReadonlySet<string> {
  const words = known.get(text) ?? new Set(baseForms(`${text.title} ${text.text}`))
  known.set(text, words)
  return words
}

const baseForms = (text: string): string[] =>
  splitWords(joinWords(text))
    .filter((word) => !isStopWord(word))
    .map(baseForm)

const has = (set: ReadonlySet<string>, word: string): boolean =>
  !listRelatedStems(word).isDisjointFrom(set)
