import { readIntent } from '#server/modules/research/question/question-intent.ts'
import { splitQuestions } from '#server/modules/research/question/plan.ts'
import type { AnswerParts, AnswerSentence } from './answer-parts.ts'
import { pickQuotes } from './pick-quotes.ts'

/** The question refers to the previous one. */
const REFERS_BACK = /\b(?:it|its|they|their|them|that|this|these|those)\b/i

/** Answers each of several questions with its best sentence. Null for a single question. */
export function answerEach(
  parts: AnswerParts,
): { sentences: AnswerSentence[]; isPartial: boolean } | null {
  const questions = splitQuestions(parts.plan)
  if (questions.length === 1) return null
  const found: AnswerSentence[] = []
  let isPartial = false
  for (const plan of questions) {
    const cited = new Set(found.map(({ cite }) => cite))
    const isOnSame = found.length > 0 && REFERS_BACK.test(plan.english)
    const ranked = isOnSame
      ? parts.ranked.filter(({ document }) => cited.has(parts.cite(document)))
      : parts.ranked
    const quotes = pickQuotes({ ...parts, plan, ranked, intent: readIntent(plan) })
    if (quotes.length === 0) isPartial = true
    const fresh = quotes.find(({ text }) => !found.some((each) => each.text === text))
    if (fresh !== undefined) found.push(fresh)
  }
  return { sentences: found, isPartial }
}
