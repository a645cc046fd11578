import { baseForm } from '#server/modules/research/text/base-form.ts'
import { createCoverage } from '#server/modules/research/ranking/coverage.ts'
import { isStopWord, splitWords } from '#server/lib/text/words.ts'

const WHEN =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall of|winter|quarter|yesterday|today|tomorrow|noon|midnight|(?:this|next|last) (?:week|month|year)|now|already|dates?|20\d\d|epoch)\b/i
/** Words of a sentence about the future. */
const AHEAD = /\b(?:will|next|planned|plans?|expected|expects?|upcoming|scheduled)\b/i
const PAST_QUESTION = /\bwhen (?:did|was|were)\b/i

/** Returns true for a text with a date or time, which must not be in the future if the question asks for the past. */
export const hasExpectedTime = (text: string, query: string): boolean =>
  WHEN.test(text) && !(PAST_QUESTION.test(query) && AHEAD.test(text))

/** Questions about a state, and the words of sentences about it. */
const STATES: readonly { question: RegExp; answer: RegExp }[] = [
  {
    question: /over|done|finished|completed?|ended|final/,
    answer: /\b(?:over|done|finished|complete|completed|ended|concluded|still|ongoing|not yet)\b/i,
  },
  {
    question: /live|out|ready|active|available|open/,
    answer:
      /\b(?:live|out|ready|active|available|open|launched|released|opened|reopened|deployed|activated|shipped|not yet|still|plan(?:s|ned)?|design|draft|proposed)\b/i,
  },
].map(({ question, answer }) => ({
  question: new RegExp(
    String.raw`^\W*(?:is|are|was|were)\b.* (?:${question.source})(?= (?:yet|already|now|again|in|on|for|to)\b|\W*$)`,
    'i',
  ),
  answer,
}))

export const asksState = (query: string): boolean =>
  STATES.some(({ question }) => question.test(query))

/** Returns true for a text that says whether the state has been reached. */
export const hasExpectedState = (text: string, query: string): boolean =>
  STATES.every(({ question, answer }) => !question.test(query) || answer.test(text))

const PLACE =
  /\b(?:in|on|at|inside|within|from|into|across|over|through)\s+(?:(?:the|an?|its|their|this)\s+)?(\p{L}+)/giu

/** Returns true for a text with a place that is not in the question. */
export function hasExpectedPlace(text: string, query: string): boolean {
  const questionWords = new Set(splitWords(query).map(baseForm))
  return [...text.matchAll(PLACE)].some(
    ([, place = '']) =>
      !isStopWord(place) && !WHEN.test(place) && !questionWords.has(baseForm(place)),
  )
}

/** Matches the versions `Agave 9.9` and `version 9.9`, but not `Nearly 2.5 million` or `SOL 1.5`. */
const VERSION =
  /(?:\b(?:[Rr]elease|[Vv]ersion|v) ?|\p{Lu}\p{Ll}+ )\p{N}+\.\p{N}[\p{N}.]*(?![\p{N}%]| (?:million|billion|trillion|percent)\b)/gu
const NUMBER = /\p{N}+(?:[.,]\p{N}+)*/gu

/** Returns the text without versions and the numbers of the question. */
export function removeKnownNumbers(text: string, query: string): string {
  const known = new Set(query.match(NUMBER))
  return text
    .replaceAll(VERSION, ' ')
    .replaceAll(NUMBER, (number) => (known.has(number) ? ' ' : number))
}

const HOW_TO_QUESTION = /\bhow (?:do|can|to|could|should)\b/i
const STEPS = /\bby (?:\w+ )?(?!spring\b)\w+ing\b|\bto \p{L}+[^.]*, |\b(?:must|needs? to|then)\b/iu
/** Returns true for a text with steps, or if the question does not ask how to do something. */
export const hasExpectedSteps = (text: string, query: string): boolean =>
  !HOW_TO_QUESTION.test(query) || STEPS.test(text)

/** These words separate an effect from its reason. */
const REASON_AFTER = /\b(?:because|after|due to|since|owing to|thanks to|as)\b/i

/** Returns false for a text that has the question's words only in its reason for something else. */
export function explains(text: string, words: readonly string[]): boolean {
  const at = text.search(REASON_AFTER)
  if (at < 0) return true
  const covers = createCoverage(words, [])
  return covers(text.slice(0, at)) >= covers(text.slice(at))
}

/** Matches a text with a price. */
export const PRICED =
  /\b(?:pric(?:e|es|ed)|costs?|worth|fees?|commissions?|trad(?:es|ed) at|charges?|starts? at|\d\S* (?:a|per) (?:day|week|month|year|user|seat|swap|transfer))\b/i
