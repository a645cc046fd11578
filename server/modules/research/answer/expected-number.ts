import { baseForm } from '#server/modules/research/text/base-form.ts'
import type { ExpectedNumber } from '#server/modules/research/question/question-intent.ts'
import { isSameWord } from '#server/modules/research/text/word-families.ts'
import { splitWords } from '#server/lib/text/words.ts'

/** Maximum distance of a noun from its number, as in "1,300 active validators". */
const COUNTED_WITHIN = 4
const NUMBER =
  /^(?:\p{N}[\p{N}.,]*|one|two|three|four|five|six|seven|eight|nine|ten|dozens?|hundreds?|thousands?|millions?|no|none)$/u

/** A sum of money or tokens, not a share or time. */
export const AMOUNT =
  /[$€£]\s?\p{N}|\p{N}[\p{N}.,]*\s?(?:thousand|million|billion|trillion|\p{Lu}{2,10}\b)/u

const SPAN =
  /(?:\p{N}|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several)\b)[\s-]*(?:milli)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|quarters?)\b|\buntil\b|\bepochs?\b/iu
const OFTEN =
  /\b(?:every|each|daily|weekly|monthly|quarterly|yearly|annually|hourly|once|twice|times)\b|\bper (?:second|minute|hour|day|week|month|quarter|year|epoch)\b/i
export const SHARE =
  /\p{N} ?%|\bper ?cent\b|\b(?:half|halves|majority|thirds?|quarters?|fifths?|tenths?)\b|\b(?:one|two|three|four|five|six|seven|eight|nine|\p{N}+) (?:out )?of (?:the )?(?:three|four|five|six|seven|eight|nine|ten|\p{N}+)\b/iu

/** Returns true for a sentence with the expected kind of number. */
export function hasExpectedNumber(text: string, expected: ExpectedNumber): boolean {
  switch (expected.kind) {
    case 'any':
      return /\p{N}/u.test(text)
    case 'sum':
      return AMOUNT.test(text)
    case 'time':
      return SPAN.test(text)
    case 'often':
      return OFTEN.test(text)
    case 'part':
      return SHARE.test(text) || AMOUNT.test(text)
    case 'share':
      return SHARE.test(text)
    case 'things':
      return isCountOf(text, expected.stem)
  }
}

/** Numbers that are not counts. */
const SHARE_OR_SUM = /[$€£]\s?\p{N}[\p{N}.,]*|\p{N}[\p{N}.,]*\s?%/gu

export function isCountOf(text: string, stem: string): boolean {
  const words = splitWords(text.replaceAll(SHARE_OR_SUM, ' '))
  return words.some((word, place) => {
    if (!NUMBER.test(word)) return false
    const next = words.slice(place + 1, place + 1 + COUNTED_WITHIN)
    return next.some((each) => isSameWord(baseForm(each), stem))
  })
}

/** Returns true if the number only accompanies another one, as in "600 transactions with four validators". */
export function isBeside(text: string, stem: string): boolean {
  const words = splitWords(text)
  const nouns = words.flatMap((word, place) => (isSameWord(baseForm(word), stem) ? [place] : []))
  return nouns.every((place) =>
    words.some(
      (word, at) =>
        at < place &&
        at >= place - COUNTED_WITHIN - 1 &&
        /^(?:with|using|by|for|on|among)$/.test(word) &&
        NUMBER.test(words[at + 1] ?? '') &&
        words.slice(0, at).some((each) => NUMBER.test(each)),
    ),
  )
}
