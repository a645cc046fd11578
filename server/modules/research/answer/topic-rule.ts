import { baseForm } from '#server/modules/research/text/base-form.ts'
import { asksPriceOfAct, isSameTopic } from '#server/modules/research/question/question-intent.ts'
import { nameTerms } from '#server/modules/research/question/plan.ts'
import { compareMove, isStatement } from '#server/modules/research/question/special-questions.ts'
import { createStrictCoverage } from '#server/modules/research/ranking/coverage.ts'
import { isSameWord } from '#server/modules/research/text/word-families.ts'
import { findNames } from '#server/modules/research/text/find-names.ts'
import { extractTerms, isStopWord, splitWords } from '#server/lib/text/words.ts'
import type { AnswerParts, Rule, SentenceInContext } from './answer-parts.ts'
import { dropPaidWords } from './rate-and-subject.ts'

/** Share of the question's words, weighted by rarity, that a sentence with its context must have. */
const MIN_SHARE = 0.55
/** For an event or a reason, nearly all words must be there. */
const MIN_EVENT_SHARE = 0.85

const YES_NO =
  /^\W*(?:(?:and|but|so|or) )?(?:did|do|does|is|are|was|were|can|could|will|would|has|have|had)\b/i
const EVENT_QUESTION =
  /^\W*(?:(?:and|but|so|or) )?(?:(?:did|do|does|can|could|will|would|has|have|had)\b|(?:is|are|was|were)\b.* \S+(?:ed|ing)\b)|\bwhat (?:else )?(?:did|do|does|can|will|would)\b(?!.*\bdo\b)/i
const PAST_EVENT_QUESTION =
  /^\W*(?:(?:and|but|so|or) )?(?:did|was|were|has|have|had)\b|\bwhat (?:else )?did\b/i

/** Picks one of several: `the second trial`, `release 9.9`, `in spring`. */
const PICK = /^(?:second|third|fourth|fifth|spring|summer|autumn|winter|\d+\.\d[\d.]*)$/

/** Words of a question that a sentence must repeat: "Who voted against it?", "What will it cost next year?". */
const ECHOED = [
  /\b(?:against|not|never|without|except|no|none|\w+n['’]t)\b/i,
  /\bnext (?:week|month|quarter|year)\b/i,
  /\bbefore\b/i,
]
const THAN = /\bthan\b/i

const toContext = ({ title, before, text }: SentenceInContext): string =>
  `${title} ${before} ${text}`

/** Returns a rule that a sentence must be about everything in the question. */
export function createTopicRule(parts: AnswerParts, words: readonly string[]): Rule {
  const { plan, texts, intent } = parts
  const requirement = createStrictCoverage(listNeeded(parts, words), texts)
  const isYesNo =
    (YES_NO.test(plan.english) || isStatement(plan.english)) && intent.expectedNumber === null
  const minShare =
    isYesNo || intent.reason !== null || asksPriceOfAct(plan.english) ? MIN_EVENT_SHARE : MIN_SHARE
  const subjects = plan.subjects.filter(({ name }) => name !== 'Solana')
  const names = nameTerms(subjects)
  // A single related word is not enough: a fund starts, a network is launched.
  const isVague = intent.isWhen && subjects.length === 0 && words.length === 1
  const echoed = ECHOED.filter((each) => each.test(plan.english))
  const hasEvent = createEventRule(parts, words)
  const compared = THAN.test(plan.english)
    ? findNames(plan.english).map((name) => name.replace(/['’]s$/, ''))
    : []
  const picks = words.filter((each) => isVague || PICK.test(each))
  return (sentence) => {
    const context = toContext(sentence)
    const { share, hasRarest } = requirement(context)
    const isNamed = extractTerms(intent.isComparison ? sentence.text : context).some((term) =>
      names.has(term),
    )
    return (
      share >= minShare &&
      hasRarest &&
      echoed.every((each) => each.test(sentence.text)) &&
      (subjects.length === 0 || isNamed) &&
      compared.every((name) => sentence.text.toLowerCase().includes(name)) &&
      picks.every((pick) => splitWords(context).some((each) => baseForm(each) === pick)) &&
      hasEvent(sentence)
    )
  }
}

/** Returns the question's words, including those for measures, such as `fee`, unless it only asks how they changed. */
function listNeeded({ plan, intent }: AnswerParts, words: readonly string[]): string[] {
  const isOfMove = isChange(intent.move) || intent.direction !== null
  const rest = isOfMove || words === intent.measureWords ? [] : intent.rest.map(baseForm)
  const own = rest.filter((word) => words.includes(word) || !intent.words.includes(word))
  return dropPaidWords(plan.english, [...new Set([...words, ...own])])
}

const isChange = (move: AnswerParts['intent']['move']): boolean =>
  move === 'rise' || move === 'fall'

/** Returns a rule that a text must have the event of the question, not only its participants. */
function createEventRule({ plan, intent }: AnswerParts, words: readonly string[]): Rule {
  const { english } = plan
  const { expectedNumber, direction, move } = intent
  if (expectedNumber !== null) {
    const done = readEventWords(english).filter((each) => !nameTerms(plan.subjects).has(each))
    return (sentence) =>
      done.every((each) => hasWord(splitWords(toContext(sentence)), [each], isSameTopic))
  }
  const isOfNumber = words.some((word) => /^\d/.test(word))
  const isOfMove = isChange(move) || direction !== null
  if (isOfNumber || isOfMove || words.length === 0 || !EVENT_QUESTION.test(english))
    return () => true
  const verbs = listContentWords(english)
  const isPastQuestion = PAST_EVENT_QUESTION.test(english)
  return ({ text }) =>
    (move !== null && compareMove(text, move, () => false) !== null) ||
    hasWord(listCertain(text, isPastQuestion), verbs, isSameWord)
}

const STOP_VERB = /^(?:use|make|made|keep|kept|give|get|got|show|take|say|see|want)/
const CONDITION = /^(?:if|when|whenever|unless|whether)$/
const MODAL = /^(?:can|could|may|might|will|would|should|plans?|wants?)$/

const listContentWords = (english: string): string[] =>
  splitWords(english)
    .filter((word) => !isStopWord(word) || STOP_VERB.test(word))
    .map(baseForm)

/** Matches the event in "How many users did Phantom lose in May?". */
const COUNTED_EVENT =
  /\bhow (?:much|many|long|often)\b.*?\b(?:do|does|did|will|would|should|has|have|had|can|could)\b(.+?)(?:\b(?:from|in|at|for|on|by|with|per|this|last|to|during|of|an?)\b|[?!,]|\.(?!\w)|$)/i
/** Verbs that a sentence with a sum may omit. */
const PAID = /\b(?:costs?|charges?|pays?|yields?|holds?|owns?|gets?|got)\b/gi

const readEventWords = (english: string): string[] =>
  listContentWords((COUNTED_EVENT.exec(english)?.[1] ?? '').replaceAll(PAID, ''))

/** Returns the words of a text before a condition, or before a modal verb if the question asks for the past. */
function listCertain(text: string, isPastQuestion: boolean): string[] {
  const found = splitWords(text)
  const end = found.findIndex(
    (word) => CONDITION.test(word) || (isPastQuestion && MODAL.test(word)),
  )
  return end < 0 ? found : found.slice(0, end)
}

const hasWord = (
  found: readonly string[],
  words: readonly string[],
  isSame: (found: string, word: string) => boolean,
): boolean => found.some((each) => words.some((word) => isSame(baseForm(each), word)))
