import { asksPriceOfAct } from '#server/modules/research/question/question-intent.ts'
import { nameTerms } from '#server/modules/research/question/plan.ts'
import { createActorCheck } from '#server/modules/research/question/actor-check.ts'
import { createCoverage } from '#server/modules/research/ranking/coverage.ts'
import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { extractTerms } from '#server/lib/text/words.ts'
import type { AnswerParts, Rule, SentenceInContext } from './answer-parts.ts'
import type { ExpectedName } from './expected-name.ts'
import { isBeside, SHARE, hasExpectedNumber } from './expected-number.ts'
import { createRateCheck, createSubjectCheck } from './rate-and-subject.ts'
import { createTopicRule } from './topic-rule.ts'
import {
  explains,
  PRICED,
  removeKnownNumbers,
  hasExpectedPlace,
  hasExpectedState,
  hasExpectedSteps,
  hasExpectedTime,
} from './expected-values.ts'

type Words = {
  words: readonly string[]
  expectedName: ExpectedName | null
}

export const FIRST =
  /\b(?:first|most|largest|biggest|highest|leads?|leading|ahead|top|more than(?! half\b| an?\b| \S*\d)|larger|lower|lowest|smallest|least|cheapest|faster|higher|bigger|smaller)\b/i
const COMPARATIVE = /\b(?:larger|lower|higher|bigger|smaller|faster)\b/i

/**
 * Returns the rule that a sentence must meet to answer the question. It must be about everything in the question, and
 * have a new value of the expected kind: a name, number, time, place, reason or way.
 */
export function createRule(parts: AnswerParts, words: Words): Rule {
  const rules = [
    createTopicRule(parts, words.words),
    createNumberRule(parts, words.words),
    createNameRule(parts, words),
    createCircumstanceRule(parts, words.words),
    createSameThingRule(parts),
  ]
  return (sentence) => isQuotable(sentence.text) && rules.every((meets) => meets(sentence))
}

/** Sources are in English. If they can have no word of the question, a value may belong to anything. */
const isReadable = (words: readonly string[]): boolean =>
  words.some((word) => /^[a-z\d.]+$/.test(word))

function createNumberRule({ plan, intent }: AnswerParts, words: readonly string[]): Rule {
  const { expectedNumber } = intent
  const { english } = plan
  if (expectedNumber === null) return () => true
  const names = nameTerms(plan.subjects)
  const covers = createCoverage(words, [])
  // "98% voted for it" answers how many did, and "stakes 80% of it" how much SOL.
  const isShareOf = (text: string) =>
    (expectedNumber.kind === 'things' || expectedNumber.kind === 'sum') &&
    words.length > 1 &&
    SHARE.test(text) &&
    covers(text) === 1
  const countsThem = ({ text, title }: SentenceInContext) =>
    expectedNumber.kind !== 'things' ||
    (!isTrial(`${title} ${text}`, english) &&
      (isNamedIn(text, names) || !isBeside(text, expectedNumber.stem)))
  return (sentence) =>
    isReadable(words) &&
    (hasExpectedNumber(removeKnownNumbers(sentence.text, english), expectedNumber) ||
      isShareOf(sentence.text)) &&
    countsThem(sentence)
}

function createNameRule({ plan, intent }: AnswerParts, { words, expectedName }: Words): Rule {
  const { english } = plan
  const namesActor = intent.isComparison ? null : createActorCheck(english)
  const isSuperlative = intent.isSuperlative || (expectedName !== null && COMPARATIVE.test(english))
  const hasKind = createCoverage(expectedName === null ? [] : [expectedName.kind], [])
  const isOfKind = ({ text, before, title }: SentenceInContext) =>
    words.length > 1 || isSuperlative || hasKind(`${title} ${before} ${text}`) > 0
  return (sentence) => {
    const { text, before, title } = sentence
    if (isSuperlative && !FIRST.test(text)) return false
    if (namesActor !== null && !namesActor(`${before} ${text}`.trim(), title)) return false
    if ((namesActor !== null || expectedName !== null) && !isReadable(words)) return false
    return expectedName === null || (expectedName.isNamed(text) && isOfKind(sentence))
  }
}

const WHERE = /\bwhere\b/i

function createCircumstanceRule(
  { plan: { english }, intent: { isWhen, reason } }: AnswerParts,
  words: readonly string[],
): Rule {
  const isWhere = WHERE.test(english)
  const isUnread = (isWhen || isWhere) && !isReadable(words)
  return ({ text }) =>
    !isUnread &&
    (!isWhen || hasExpectedTime(text, english)) &&
    (!isWhere || hasExpectedPlace(text, english)) &&
    (reason?.test(text) !== true || explains(text, words)) &&
    hasExpectedState(text, english) &&
    hasExpectedSteps(text, english)
}

/** Refuses a sentence about another kind of rate or another project, which may share words with the question. */
function createSameThingRule({ plan, intent }: AnswerParts): Rule {
  const isRightRate = createRateCheck(plan.english)
  const isOfSubject = createSubjectCheck(plan)
  const isPriceQuestion = asksPriceOfAct(plan.english)
  return ({ text, title }) =>
    (intent.isWhen || isRightRate(text, title)) &&
    (!isPriceQuestion || PRICED.test(text)) &&
    isOfSubject(text)
}

const TRIAL =
  /\b(?:test ?net(?:work)?|test (?:network|cluster)|dev ?net|local ?net|laptops?|trials?|sandbox|simulat\w+)\b/i

/** Returns true for figures of a test that the question does not ask for. */
export const isTrial = (text: string, query: string): boolean =>
  TRIAL.test(text) && !TRIAL.test(query) && !/\bmain ?net\b/i.test(text)

/** Returns true if the text has one of the names, or there are none. */
export const isNamedIn = (text: string, names: ReadonlySet<string>): boolean =>
  names.size === 0 || extractTerms(text).some((word) => names.has(word))
