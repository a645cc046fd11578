import type { Answer, Figure, Series } from '#contract/research/digest.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import type { Asked } from '#server/modules/research/question/asked.ts'
import type { Plan } from '#server/modules/research/question/plan.ts'
import type { Ranked } from '#server/modules/research/ranking/rank.ts'
import type { Cluster } from '#server/modules/research/ranking/stories.ts'

export type AnswerParts = {
  plan: Plan
  asked: Asked
  ranked: readonly Ranked[]
  /** All texts of the sources, of which `ranked` are on the question. */
  texts: readonly Document[]
  /** The texts of which only the summary was read. */
  unread: readonly Document[]
  stories: readonly Cluster[]
  figures: readonly Figure[]
  series: readonly Series[]
  /** Names of the sources of figures that failed. */
  silent: readonly string[]
  /** Returns the number under which the document is cited. */
  cite: (document: Document) => number
}

/** A sentence with its context: the title, and the sentence before it or ''. */
export type Said = { text: string; before: string; title: string }

/** Returns false for a sentence that does not answer. */
export type Rule = (said: Said) => boolean

export type AnswerSentence = Answer['sentences'][number]
