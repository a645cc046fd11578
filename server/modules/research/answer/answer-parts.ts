import type { Answer, Figure, Series } from '#contract/research/digest.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import type { QuestionIntent } from '#server/modules/research/question/question-intent.ts'
import type { Plan } from '#server/modules/research/question/plan.ts'
import type { Ranked } from '#server/modules/research/ranking/rank.ts'
import type { Cluster } from '#server/modules/research/ranking/stories.ts'

export type AnswerParts = {
  plan: Plan
  intent: QuestionIntent
  ranked: readonly Ranked[]
  /** All texts of the sources. `ranked` has those about the question. */
  texts: readonly Document[]
  /** Texts with only their summary read. */
  unread: readonly Document[]
  stories: readonly Cluster[]
  figures: readonly Figure[]
  series: readonly Series[]
  /** Names of the sources of figures that failed. */
  silent: readonly string[]
  /** Returns the number under which the document is cited. */
  cite: (document: Document) => number
}

/** A sentence with its title, and the previous sentence or ''. */
export type SentenceInContext = { text: string; before: string; title: string }

/** Returns false for a sentence that does not answer. */
export type Rule = (sentence: SentenceInContext) => boolean

export type AnswerSentence = Answer['sentences'][number]
