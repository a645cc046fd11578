import { baseForm } from '#server/modules/research/text/base-form.ts'
import { asksPriceOfAct, isSameTopic } from '#server/modules/research/question/asked.ts'
import { nameTerms } from '#server/modules/research/question/plan.ts'
import { compareMove, isStatement } from '#server/modules/research/question/special-questions.ts'
import { createStrictCoverage } from '#server/modules/research/ranking/coverage.ts'
import { isSameWord } from '#server/modules/research/text/word-families.ts'
import { findNames } from '#server/modules/research/text/find-names.ts'
import { extractTerms, isStopWord, splitWords } from '#server/lib/text/words.ts'
import type { AnswerParts, Rule, Said } from './answer-parts.ts'
import { dropPaidWords } from './rate-and-subject.ts'

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

/** Picks one of several: `the second trial`, `release 9.9`, `in spring`. */
const PICK = /^(?:second|third|fourth|fifth|spring|summer|autumn|winter|\d+\.\d[\d.]*)$/

/** A sentence repeats these of a question: "Who voted against it?" and "What will it cost next year?". */
const ECHOED = [
  /\b(?:against|not|never|without|except|no|none|\w+n['’]t)\b/i,
  /\bnext (?:week|month|quarter|year)\b/i,
  /\bbefore\b/i,
]
const THAN = /\bthan\b/i

const toContext = ({ title, before, text }: Said): string => `${title} ${before} ${text}`

/** Returns the rule by which a sentence is about everything in the question. */
export function createTopicRule(parts: AnswerParts, words: readonly string[]): Rule {
  const { plan, texts, asked } = parts
  const requirement = createStrictCoverage(listNeeded(parts, words), texts)
  const isYesNo = (YES_NO.test(plan.english) || isStatement(plan.english)) && asked.counted === null
  const minShare =
    isYesNo || asked.reason !== null || asksPriceOfAct(plan.english) ? MIN_EVENT_SHARE : MIN_SHARE
  const subjects = plan.subjects.filter(({ name }) => name !== 'Solana')
  const names = nameTerms(subjects)
  // Alone, a word for something similar says little: a fund starts, and a network is launched.
  const isVague = asked.isWhen && subjects.length === 0 && words.length === 1
  const echoed = ECHOED.filter((each) => each.test(plan.english))
  const tellsEvent = createEventRule(parts, words)
  const compared = THAN.test(plan.english)
    ? findNames(plan.english).map((name) => name.replace(/['’]s$/, ''))
    : []
  const picks = words.filter((each) => isVague || PICK.test(each))
  return (said) => {
    const context = toContext(said)
    const { share, hasRarest } = requirement(context)
    const isNamed = extractTerms(asked.isComparison ? said.text : context).some((term) =>
      names.has(term),
    )
    return (
      share >= minShare &&
      hasRarest &&
      echoed.every((each) => each.test(said.text)) &&
      (subjects.length === 0 || isNamed) &&
      compared.every((name) => said.text.toLowerCase().includes(name)) &&
      picks.every((pick) => splitWords(context).some((each) => baseForm(each) === pick)) &&
      tellsEvent(said)
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
function createEventRule({ plan, asked }: AnswerParts, words: readonly string[]): Rule {
  const { english } = plan
  const { counted, direction, move } = asked
  if (counted !== null) {
    const done = readCountedEvent(english).filter((each) => !nameTerms(plan.subjects).has(each))
    return (said) => done.every((each) => hasWord(splitWords(toContext(said)), [each], isSameTopic))
  }
  const isOfNumber = words.some((word) => /^\d/.test(word))
  const isOfMove = isChange(move) || direction !== null
  if (isOfNumber || isOfMove || words.length === 0 || !EVENT_ASKED.test(english)) return () => true
  const verbs = listContentWords(english)
  const isPastAsked = PAST_EVENT_ASKED.test(english)
  return ({ text }) =>
    (move !== null && compareMove(text, move, () => false) !== null) ||
    hasWord(listCertain(text, isPastAsked), verbs, isSameWord)
}

const STOP_VERB = /^(?:use|make|made|keep|kept|give|get|got|show|take|say|see|want)/
const CONDITION = /^(?:if|when|whenever|unless|whether)$/
const MODAL = /^(?:can|could|may|might|will|would|should|plans?|wants?)$/

const listContentWords = (english: string): string[] =>
  splitWords(english)
    .filter((word) => !isStopWord(word) || STOP_VERB.test(word))
    .map(baseForm)

/** Who does what in "How many users did Phantom lose in May?". */
const COUNTED_EVENT =
  /\bhow (?:much|many|long|often)\b.*?\b(?:do|does|did|will|would|should|has|have|had|can|could)\b(.+?)(?:\b(?:from|in|at|for|on|by|with|per|this|last|to|during|of|an?)\b|[?!,]|\.(?!\w)|$)/i
/** A sentence with a sum need not say that it is paid. */
const PAID = /\b(?:costs?|charges?|pays?|yields?|holds?|owns?|gets?|got)\b/gi

const readCountedEvent = (english: string): string[] =>
  listContentWords((COUNTED_EVENT.exec(english)?.[1] ?? '').replaceAll(PAID, ''))

/** Returns the words of a text before a condition, or before a possibility where the past is asked for. */
function listCertain(text: string, isPastAsked: boolean): string[] {
  const said = splitWords(text)
  const end = said.findIndex((word) => CONDITION.test(word) || (isPastAsked && MODAL.test(word)))
  return end < 0 ? said : said.slice(0, end)
}

const hasWord = (
  said: readonly string[],
  words: readonly string[],
  isSame: (said: string, word: string) => boolean,
): boolean => said.some((each) => words.some((word) => isSame(baseForm(each), word)))
