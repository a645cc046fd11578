import { baseForm } from '#server/modules/research/text/base-form.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import { isStopWord, splitWords } from '#server/lib/text/words.ts'

/** A sentence, and the one before it which names what it is about. */
export type Pair = { before: string; text: string }

const PRONOUN = /^(?:it|its|they|their|this|that|these|those|both|neither)\b/i
const STEP = /^the (?:first|second|third|last|next|other)\b/i

/** `A cache rule was the cause` does not say of what. */
const OPEN_NOUN = /\bthe (?:cause|reason|result)\b(?! (?:of|for|why)\b)/i

const OBJECT = /\s(?:it|them)\b/i

/**
 * Returns pairs of neighboring sentences where the second continues the subject of the first. `isLoose`: a pronoun may
 * also be its object, as in "Two wallets want to show it".
 */
export function listPairs(text: string, isLoose: boolean): Pair[] {
  const sentences = splitSentences(text)
  return sentences.slice(1).flatMap((sentence, place) => {
    const before = sentences[place] ?? ''
    const isBack = refersBack(sentence, before) || (isLoose && OBJECT.test(sentence))
    return isBack ? [{ before, text: sentence }] : []
  })
}

/**
 * Returns true for a sentence that begins with a pronoun, a next step or a noun of the sentence before, or names its
 * cause.
 */
function refersBack(sentence: string, before: string): boolean {
  if (PRONOUN.test(sentence) || OPEN_NOUN.test(sentence)) return true
  // A first step follows a plan, and no figure.
  if (STEP.test(sentence)) return !/\p{N}/u.test(before)
  const [article, ...words] = splitWords(sentence)
  const [noun] = words
  if (article !== 'the' || noun === undefined || isStopWord(noun)) return false
  return splitWords(before).some((word) => baseForm(word) === baseForm(noun))
}
