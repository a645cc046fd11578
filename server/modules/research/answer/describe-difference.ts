import type { Plan } from '#server/modules/research/question/plan.ts'
import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import type { AnswerParts, AnswerSentence } from './answer-parts.ts'

/** The Portuguese `e` is `and` here, though it reads as `is` elsewhere. */
const NAME = String.raw`(?:(?:the|an?) )?(.{2,40}?)`
const DIFFERENCE = [
  String.raw`\bdifferences? between ${NAME} (?:and|is) ${NAME}`,
  String.raw`\bhow (?:does|do|is|are) ${NAME} (?:differ|different) from ${NAME}`,
].map((pattern) => new RegExp(String.raw`${pattern}[\s?.!]*$`, 'i'))

/** Matches what a thing is or does, not what happened to it. */
const DESCRIBES = 'is|are|means|gives|lets|allows|offers|provides|makes'

/** Returns the two things whose difference is asked for, as the question writes them; null for other questions. */
export function readSides({ english }: Pick<Plan, 'english'>): readonly [string, string] | null {
  for (const pattern of DIFFERENCE) {
    const [, one, other] = pattern.exec(english.trim()) ?? []
    if (one !== undefined && other !== undefined) return [one, other]
  }
  return null
}

/** Returns a sentence that defines each of two things; null if one of them has none. */
export function describeSides(
  { texts, cite }: AnswerParts,
  sides: readonly [string, string],
): AnswerSentence[] | null {
  const found = sides.flatMap((side) => {
    const describes = new RegExp(
      String.raw`^(?:the )?${RegExp.escape(side)}(?: \w+)? (?:${DESCRIBES}) `,
      'i',
    )
    for (const document of texts) {
      const text = splitSentences(document.text).find(
        (each) => describes.test(each) && isQuotable(each),
      )
      if (text !== undefined) return [{ text, cite: cite(document), is_quote: true }]
    }
    return []
  })
  return found.length === 2 ? found : null
}
