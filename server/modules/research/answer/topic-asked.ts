import { baseForm, isParticiple, isPast } from '#server/modules/research/text/base-form.ts'
import { findNames } from '#server/modules/research/text/find-names.ts'
import { nameTerms } from '#server/modules/research/question/plan.ts'
import { asksWhy, compareMove } from '#server/modules/research/question/special-questions.ts'
import { createRequirement } from '#server/modules/research/ranking/coverage.ts'
import { isSameWord } from '#server/modules/research/text/word-families.ts'
import { extractTerms, isStopWord, splitWords } from '#server/modules/research/text/words.ts'
import type { AnswerParts, Rule, Said } from './answer-parts.ts'
import { dropPaidWords } from './right-topic.ts'

/** Share of the asked words, weighted by rarity, that a sentence must have with its title and the sentence before it. */
const MIN_SHARE = 0.55
/** Of an event or a reason, nearly all words must be there. */
const MIN_EVENT_SHARE = 0.85

const YES_NO =
  /^\W*(?:(?:and|but|so|or) )?(?:did|do|does|is|are|was|were|can|could|will|would|has|have|had)\b/i
const EVENT_ASKED =
  /^\W*(?:(?:and|but|so|or) )?(?:(?:did|do|does|can|could|will|would|has|have|had)\b|(?:is|are|was|were)\b.* \S+(?:ed|ing)\b)|\bwhat (?:else )?(?:did|do|does|can|will|would)\b(?!.*\bdo\b)/i
const PAST_EVENT_ASKED =
  /^\W*(?:(?:and|but|so|or) )?(?:did|was|were|has|have|had)\b|\bwhat (?:else )?did\b/i

const toContext = ({ title, before, text }: Said): string => `${title} ${before} ${text}`

/** Returns the rule by which a sentence is about everything in the question. */
export function createTopicRule(parts: AnswerParts, words: readonly string[]): Rule {
  const { plan, texts, asked } = parts
  const requirement = createRequirement(listNeeded(parts, words), texts)
  const isYesNo = YES_NO.test(plan.english) && asked.counted === null
  const minShare = isYesNo || asksWhy(plan.english) ? MIN_EVENT_SHARE : MIN_SHARE
  const subjects = plan.subjects.filter(({ name }) => name !== 'Solana')
  const names = nameTerms(subjects)
  const [word] = words
  // Alone, a word for something similar says little: a fund starts, and a network is launched.
  const isVague = asked.isWhen && subjects.length === 0 && words.length === 1
  const tellsEvent = createEventRule(parts, words)
  return (said) => {
    const context = toContext(said)
    const { share, hasRarest } = requirement(context)
    const isNamed = extractTerms(asked.isComparison ? said.text : context).some((term) =>
      names.has(term),
    )
    return (
      share >= minShare &&
      hasRarest &&
      (subjects.length === 0 || isNamed) &&
      (!isVague || splitWords(context).some((each) => baseForm(each) === word)) &&
      tellsEvent(said.text)
    )
  }
}

/** Returns the asked words, and those that stand for figures, as `fee` does, unless only a move of them is asked for. */
function listNeeded({ plan, asked }: AnswerParts, words: readonly string[]): string[] {
  const isOfMove = isChange(asked.move) || asked.direction !== null
  const rest = isOfMove || words === asked.measureWords ? [] : asked.rest.map(baseForm)
  const own = rest.filter((word) => words.includes(word) || !asked.words.includes(word))
  return dropPaidWords(plan.english, [...new Set([...words, ...own])])
}

const isChange = (move: AnswerParts['asked']['move']): boolean => move === 'rise' || move === 'fall'

/** Returns a rule by which a text has the asked event, and not only its participants. */
function createEventRule(
  { plan: { english }, asked }: AnswerParts,
  words: readonly string[],
): (text: string) => boolean {
  const { counted, direction, move } = asked
  const isOfNumber = counted !== null || words.some((word) => /^\d/.test(word))
  const isOfMove = isChange(move) || direction !== null
  if (isOfNumber || isOfMove || words.length === 0 || !EVENT_ASKED.test(english)) return () => true
  const verbs = splitWords(english)
    .filter((word) => !isStopWord(word) || STOP_VERB.test(word))
    .map(baseForm)
  const isPastAsked = PAST_EVENT_ASKED.test(english)
  return (text) =>
    (move !== null && compareMove(text, move, () => false) !== null) ||
    hasEvent(text, verbs, isPastAsked)
}

const STOP_VERB = /^(?:use|make|made|keep|kept|give|get|got|show|take|say|see|want)/
const DETERMINER = /^(?:an?|the|its|their|his|her|our|no|this|that|of|for|on|after)$/
const CONDITION = /^(?:if|when|whenever|unless|whether)$/
const MODAL = /^(?:can|could|may|might|will|would|should|plans?|wants?)$/
/** Words before a verb without an ending. */
const BEFORE_VERB =
  /s$|^(?:to|and|or|who|which|that|not|never|can|could|may|might|will|would|should|did|\p{L}+(?:one|body)|people|they|we|you|i)$/u
const ENDING = /(?:s|ed|ing)$/

/** Returns true for a text in which one of the words is a verb, and no condition. */
function hasEvent(text: string, verbs: readonly string[], isPastAsked: boolean): boolean {
  const said = splitWords(text)
  const names = findNames(text)
  const end = said.findIndex((word) => CONDITION.test(word) || (isPastAsked && MODAL.test(word)))
  return said.some((word, place) => {
    const before = said[place - 1] ?? ''
    if (end >= 0 && place > end) return false
    if (!verbs.some((verb) => isSameWord(baseForm(word), verb))) return false
    if (DETERMINER.test(before)) return word.endsWith('ed')
    const isForm = ENDING.test(word) || isPast(word) || isParticiple(word)
    return isForm || BEFORE_VERB.test(before) || names.includes(before)
  })
}
