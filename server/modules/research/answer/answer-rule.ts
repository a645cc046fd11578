import { asksPriceOfAct } from '#server/modules/research/question/asked.ts'
import { nameTerms } from '#server/modules/research/question/plan.ts'
import { createActorCheck } from '#server/modules/research/question/who-asked.ts'
import { createCoverage } from '#server/modules/research/ranking/coverage.ts'
import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { extractTerms } from '#server/lib/text/words.ts'
import type { AnswerParts, Rule, Said } from './answer-parts.ts'
import type { NameAsked } from './names-asked.ts'
import { isBeside, SHARE, hasAskedNumber } from './number-asked.ts'
import { readRateAsked, readSubjectAsked } from './rate-and-subject.ts'
import { createTopicRule } from './topic-asked.ts'
import {
  explains,
  PRICED,
  removeKnownNumbers,
  hasAskedPlace,
  hasAskedState,
  hasAskedSteps,
  hasAskedTime,
} from './values-asked.ts'

type Words = {
  words: readonly string[]
  nameAsked: NameAsked | null
}

export const FIRST =
  /\b(?:first|most|largest|biggest|highest|leads?|leading|ahead|top|more than(?! half\b| an?\b| \S*\d)|larger|lower|lowest|smallest|least|cheapest|faster|higher|bigger|smaller)\b/i
const COMPARATIVE = /\b(?:larger|lower|higher|bigger|smaller|faster)\b/i

/**
 * Returns the rule by which a sentence answers the question. It must be about everything that is asked, and have a value of the
 * asked kind that the question does not have: a name, number, time, place, reason or way.
 */
export function createRule(parts: AnswerParts, words: Words): Rule {
  const rules = [
    createTopicRule(parts, words.words),
    createNumberRule(parts, words.words),
    createNameRule(parts, words),
    createCircumstanceRule(parts, words.words),
    createSameThingRule(parts),
  ]
  return (said) => isQuotable(said.text) && rules.every((meets) => meets(said))
}

/** Sources are in English. Without any word that they can have, a value may belong to anything. */
const isReadable = (words: readonly string[]): boolean =>
  words.some((word) => /^[a-z\d.]+$/.test(word))

function createNumberRule({ plan, asked }: AnswerParts, words: readonly string[]): Rule {
  const { counted } = asked
  const { english } = plan
  if (counted === null) return () => true
  const names = nameTerms(plan.subjects)
  const covers = createCoverage(words, [])
  // "98% voted for it" answers how many did, and "stakes 80% of it" how much SOL.
  const isShareOf = (text: string) =>
    (counted.kind === 'things' || counted.kind === 'sum') &&
    words.length > 1 &&
    SHARE.test(text) &&
    covers(text) === 1
  const countsThem = ({ text, title }: Said) =>
    counted.kind !== 'things' ||
    (!isTrial(`${title} ${text}`, english) &&
      (isNamedIn(text, names) || !isBeside(text, counted.stem)))
  return (said) =>
    isReadable(words) &&
    (hasAskedNumber(removeKnownNumbers(said.text, english), counted) || isShareOf(said.text)) &&
    countsThem(said)
}

function createNameRule({ plan, asked }: AnswerParts, { words, nameAsked }: Words): Rule {
  const { english } = plan
  const namesWho = asked.isComparison ? null : createActorCheck(english)
  const isMostAsked = asked.isSuperlative || (nameAsked !== null && COMPARATIVE.test(english))
  const hasKind = createCoverage(nameAsked === null ? [] : [nameAsked.kind], [])
  const isOfKind = ({ text, before, title }: Said) =>
    words.length > 1 || isMostAsked || hasKind(`${title} ${before} ${text}`) > 0
  return (said) => {
    const { text, before, title } = said
    if (isMostAsked && !FIRST.test(text)) return false
    if (namesWho !== null && !namesWho(`${before} ${text}`.trim(), title)) return false
    if ((namesWho !== null || nameAsked !== null) && !isReadable(words)) return false
    return nameAsked === null || (nameAsked.isNamed(text) && isOfKind(said))
  }
}

const WHERE = /\bwhere\b/i

/** When, where, why and how. */
function createCircumstanceRule(
  { plan: { english }, asked: { isWhen, reason } }: AnswerParts,
  words: readonly string[],
): Rule {
  const isWhere = WHERE.test(english)
  const isUnread = (isWhen || isWhere) && !isReadable(words)
  return ({ text }) =>
    !isUnread &&
    (!isWhen || hasAskedTime(text, english)) &&
    (!isWhere || hasAskedPlace(text, english)) &&
    (reason?.test(text) !== true || explains(text, words)) &&
    hasAskedState(text, english) &&
    hasAskedSteps(text, english)
}

/** A sentence on the rate of another kind, or on another project, shares words with the question. */
function createSameThingRule({ plan, asked }: AnswerParts): Rule {
  const isRightRate = readRateAsked(plan.english)
  const isOfSubject = readSubjectAsked(plan)
  const isPriceAsked = asksPriceOfAct(plan.english)
  return ({ text, title }) =>
    (asked.isWhen || isRightRate(text, title)) &&
    (!isPriceAsked || PRICED.test(text)) &&
    isOfSubject(text)
}

const TRIAL =
  /\b(?:test ?net(?:work)?|test (?:network|cluster)|dev ?net|local ?net|laptops?|trials?|sandbox|simulat\w+)\b/i

/** Returns true for figures of a test or of a toy, which the question does not ask for. */
export const isTrial = (text: string, query: string): boolean =>
  TRIAL.test(text) && !TRIAL.test(query) && !/\bmain ?net\b/i.test(text)

/** Returns true without a name to look for. */
export const isNamedIn = (text: string, names: ReadonlySet<string>): boolean =>
  names.size === 0 || extractTerms(text).some((word) => names.has(word))
