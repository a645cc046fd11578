import { DAY_MS } from '#server/lib/durations.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import type { ExpectedNumber } from '#server/modules/research/question/question-intent.ts'
import {
  asksForNews,
  compareMove,
  isAsking,
} from '#server/modules/research/question/special-questions.ts'
import { nameTerms, type Plan } from '#server/modules/research/question/plan.ts'
import { createCoverage, type Coverage } from '#server/modules/research/ranking/coverage.ts'
import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import { extractTerms } from '#server/lib/text/words.ts'
import type { AnswerParts, AnswerSentence, Rule } from './answer-parts.ts'
import { type ExpectedName, readExpectedName } from './expected-name.ts'
import { createRule, FIRST, isNamedIn, isTrial } from './answer-rule.ts'
import { listPairs } from './neighbors.ts'
import { AMOUNT, isCountOf, SHARE } from './expected-number.ts'
import { asksState } from './expected-values.ts'
import { findDefinitions, readNotion, readThing } from './definitions.ts'

export const MAX_SENTENCES = 3
const READ_DOCUMENTS = 12
/** A further sentence of the same text needs at least this share of the first one's question words. */
const MIN_SHARE_OF_FIRST = 0.5
/** Matches a text that says that something was not done. */
const DENIED = /\b(?:against|not|never|denie[ds]|refused|rejected)\b/i
/** Matches a text that says how something was done. */
const MEANS = /\b(?:used|using|through|via|with an?|by (?:\w+ )?\w+ing)\b/i

/**
 * Picks the sentences that answer, best first. For a question that only asks for an overview, picks the leads of
 * stories.
 */
export function pickQuotes(parts: AnswerParts): AnswerSentence[] {
  const { intent, ranked, cite } = parts
  const words = getQuestionWords(parts)
  if (words.length === 0) {
    // News about a subject do not say whether it is safe, or how many people use it.
    return intent.measures.length === 0 &&
      intent.expectedNumber === null &&
      !intent.isWhen &&
      !asksState(parts.plan.english) &&
      asksOverview(parts.plan)
      ? pickLeads(parts)
      : []
  }
  const notion = readNotion(parts.plan)
  const definitions = notion === null ? [] : findDefinitions(parts, notion)
  if (definitions.length > 0) return pickDistinct(definitions, cite)
  const expectedKind = readExpectedName(parts.plan.english)
  const expectedName = intent.isComparison ? null : expectedKind
  // An answer has a name in place of the word of its kind.
  const others = words.filter((word) => word !== expectedKind?.kind)
  const sought = { words: others.length > 0 ? others : words, expectedName }
  const read = ranked.slice(0, READ_DOCUMENTS)
  const needs = readNeeds(
    parts,
    sought,
    read.map(({ document }) => document),
  )
  const rule = createRule(parts, sought)
  const candidates = read.flatMap(({ document, relevance }, nth) =>
    listAnswers(document, needs, rule)
      .map(({ text, quotes }, place) => {
        const lead = place === 0 ? 0.25 : 0
        const { own, isRelated, extra } = rateSentence(text, document, needs)
        const cost =
          rateAge(document, parts.plan) +
          rateRelease(document, needs) +
          (needs.expectedName !== null && quotes.length > 1 ? NAMED_PAIR_COST : 0)
        const worth = own + relevance + extra + lead - nth * 0.02 - cost
        return { text, quotes, document, words: new Set(extractTerms(text)), own, isRelated, worth }
      })
      .filter(({ own, isRelated }) => own > 0 || (isRelated && intent.expectedNumber !== null)),
  )
  const best = candidates.toSorted((a, b) => b.worth - a.worth)
  const chosen: typeof best = []
  for (const candidate of best) {
    const [first] = chosen
    if (chosen.length >= MAX_SENTENCES) break
    if (first !== undefined && !goesWith(first, candidate, needs.coverage)) continue
    if (!chosen.some(({ words }) => isRepeated(words, candidate.words))) chosen.push(candidate)
  }
  return chosen
    .flatMap(({ quotes, document }) =>
      quotes.map((text) => ({ text, cite: cite(document), is_quote: true })),
    )
    .slice(0, MAX_SENTENCES)
}

/** Asks for news about a subject, or what it is. */
const OVERVIEW =
  /\b(?:what['’]?s|tell|about|explain|describe|overview|summar\w+|know|status|think|opinion)\b|\bwhat (?:is|are)\b(?!.* (?:for|by|with)\W*$)/i

const asksOverview = ({ english }: Plan): boolean =>
  asksForNews(english) || !isAsking(english) || OVERVIEW.test(english)

const RELEASE_QUESTION = /\b(?:release|version|update|upgrade|client|change)/i
const RELEASE_COST = 0.4
/** A single sentence with the name ranks above a pair. */
const NAMED_PAIR_COST = 0.4

/** Release notes are all alike, so news rank first unless the question asks for a release. */
const rateRelease = (document: Document, { query }: Needs): number =>
  isRelease(document) && !RELEASE_QUESTION.test(query) ? RELEASE_COST : 0

/** Age of a text from which it counts as old. */
const OLD_MS = 30 * DAY_MS
const AGE_COST = 0.5

/** Returns the penalty of an old text; 0 if the question names a time. */
function rateAge({ publishedAtMs }: Document, { nowMs, window }: Plan): number {
  const ageMs = publishedAtMs === null ? 0 : nowMs - publishedAtMs
  return window.isGiven ? 0 : AGE_COST * Math.min(1, Math.max(0, ageMs / OLD_MS))
}

/** Returns the requirements of the question, computed once for all sentences. */
function readNeeds(
  { plan, intent }: AnswerParts,
  { words, expectedName }: { words: readonly string[]; expectedName: ExpectedName | null },
  texts: readonly Document[],
) {
  const query = plan.english
  return {
    intent,
    query,
    names: nameTerms(plan.subjects),
    coverage: createCoverage(words, texts),
    isMeaning: /\bwhat(?:['’]s| is| are)\b/i.test(query),
    isWhat: /\bwhat (?:did|do|does)\b/i.test(query),
    isHow: /\bhow (?:did|does|was|were)\b/i.test(query),
    expectedName,
  }
}

type Needs = ReturnType<typeof readNeeds>

/**
 * Returns the sentence's share of the question's words (`own`), whether it names the subject and has a word of the
 * question with its title, and a bonus for its form (`extra`).
 */
function rateSentence(text: string, { title }: Document, needs: Needs) {
  const { intent, coverage, isMeaning, isHow } = needs
  const isNamed = isNamedIn(text, needs.names)
  const isMove = intent.move !== null && compareMove(text, intent.move, () => false) !== null
  const isCount = intent.move !== null && intent.words.some((word) => isCountOf(text, word))
  const extra =
    (isNamed ? 0.15 : 0) +
    (isTrial(`${title} ${text}`, needs.query) ? -0.3 : 0) +
    (intent.isSuperlative && FIRST.test(text) ? 0.3 : 0) +
    rateNumber(text, intent.expectedNumber) +
    (isHow && MEANS.test(text) ? 0.3 : 0) +
    (intent.reason?.test(text) === true ? 0.4 : 0) +
    (isMove ? 0.5 : isCount ? 0.4 : 0) -
    (intent.expectedNumber !== null && DENIED.test(text) ? 0.4 : 0) +
    (isMeaning && / is an? /.test(text) ? 0.4 : 0)
  const isRelated = isNamed && intent.words.length > 0 && coverage(`${title} ${text}`) > 0
  return { own: coverage(text), isRelated, extra }
}

/** Returns the bonus for a number of the expected kind. */
function rateNumber(text: string, expectedNumber: ExpectedNumber | null): number {
  if (expectedNumber?.kind === 'part') return SHARE.test(text) ? 0.4 : 0
  if (expectedNumber?.kind !== 'any' && expectedNumber?.kind !== 'sum') return 0
  const isOfThing =
    expectedNumber.kind === 'any' &&
    expectedNumber.stem !== null &&
    createCoverage([expectedNumber.stem], [])(text) > 0 &&
    SHARE.test(text)
  return isOfThing || AMOUNT.test(text) ? 0.4 : 0
}

type Found = { text: string; quotes: string[] }

/**
 * Returns the sentences that answer, alone or with the previous one. The title also answers if it has more of the
 * question's words, or is the only one to say what something does.
 */
function listAnswers({ title, text }: Document, needs: Needs, rule: Rule): Found[] {
  const { coverage } = needs
  const givesReason = (sentence: string) => needs.intent.reason?.test(sentence) === true
  const sentences = splitSentences(text)
  const alone = sentences.filter((each) => rule({ text: each, before: '', title }))
  const pairs = listPairs(text, needs.expectedName !== null).filter(
    (pair) =>
      rule({ ...pair, title }) &&
      isQuotable(pair.before) &&
      ((givesReason(pair.text) && !givesReason(pair.before)) ||
        (!alone.includes(pair.before) &&
          (!alone.includes(pair.text) ||
            coverage(`${pair.before} ${pair.text}`) > coverage(pair.text)))),
  )
  const found = [
    ...alone.map((each) => ({ text: each, quotes: [each] })),
    ...pairs.map(({ before, text: each }) => ({
      text: `${before} ${each}`,
      quotes: [before, each],
    })),
  ]
  const most = Math.max(0, ...sentences.map(coverage))
  const own = coverage(title)
  const isUseful = own > most || (own === most && (needs.isWhat || givesReason(title)))
  const isAnswer = isUseful && !ASKS.test(title) && rule({ text: title, before: '', title: '' })
  return isAnswer ? [...found, { text: title, quotes: [title] }] : found
}

const ASKS = /^(?:DEMO: )?(?:who|what|when|where|why|how|is|are|does|did|can|should)\b|[?:]$/i

/** Returns the sentence about the subjects with the most words of the question, if it has at least half of them. */
export function findClosest(parts: AnswerParts): AnswerSentence | null {
  const { plan, ranked, cite } = parts
  const texts = ranked.slice(0, READ_DOCUMENTS).map(({ document }) => document)
  const words = getQuestionWords(parts)
  const has = words.map((word) => createCoverage([word], texts))
  const names = nameTerms(plan.subjects)
  const candidates = texts.flatMap((document) =>
    splitSentences(document.text).flatMap((text) => {
      const whole = `${document.title} ${text}`
      const own = has.filter((covers) => covers(text) > 0).length
      const all = has.filter((covers) => covers(whole) > 0).length
      const isClose = own > 0 && all >= words.length / 2 && isNamedIn(whole, names)
      return isClose && isQuotable(text) ? [{ text, document, worth: own + all }] : []
    }),
  )
  const [best] = candidates.toSorted((a, b) => b.worth - a.worth)
  return best === undefined ? null : { text: best.text, cite: cite(best.document), is_quote: true }
}

/** Returns the words of the question, or those of its measures if no source has the figures. */
const getQuestionWords = ({ intent, figures }: AnswerParts): string[] =>
  intent.words.length > 0 || figures.some(({ measure }) => intent.measures.includes(measure))
    ? intent.words
    : intent.measureWords

type Candidate = { text: string; document: Document; own: number }

/** A sentence of another text may be about something else, so it must have all question words of the first. */
function goesWith(first: Candidate, next: Candidate, coverage: Coverage): boolean {
  if (first.own === 0) return false
  if (next.document === first.document) return next.own >= MIN_SHARE_OF_FIRST * first.own
  return next.own >= first.own && coverage(`${first.text} ${next.text}`) === next.own
}

/** Returns the leads of the first stories, or definitions if the question asks for one and there are any. */
function pickLeads(parts: AnswerParts): AnswerSentence[] {
  const { plan, stories, cite } = parts
  const thing = readThing(plan)
  const definitions = thing === null ? [] : findDefinitions(parts, thing)
  // Release notes are of little use to most people.
  const leads = stories
    .flatMap(({ sentences: [first] }) => first ?? [])
    .toSorted((a, b) => Number(isRelease(a.document)) - Number(isRelease(b.document)))
  const all = stories.flatMap(({ sentences }) => sentences)
  // "What is JitoSOL?" asks for a part of a subject.
  const questionTerms = new Set(extractTerms(plan.english))
  const isPart = plan.subjects.some((subject) =>
    (subject.aliases ?? []).some((name) =>
      extractTerms(name).every((word) => questionTerms.has(word)),
    ),
  )
  const named = isPart
    ? all.filter(({ text }) => extractTerms(text).some((word) => questionTerms.has(word)))
    : []
  return pickDistinct(definitions.length > 0 ? definitions : [...named, ...leads], cite)
}

/** Returns the first sentences that do not repeat each other. */
function pickDistinct(
  sentences: readonly { text: string; document: Document }[],
  cite: AnswerParts['cite'],
): AnswerSentence[] {
  const chosen: { text: string; cite: number; words: Set<string> }[] = []
  for (const { text, document } of sentences) {
    const words = new Set(extractTerms(text))
    if (chosen.length >= MAX_SENTENCES) break
    if (!chosen.some((other) => isRepeated(other.words, words))) {
      chosen.push({ text, cite: cite(document), words })
    }
  }
  return chosen.map(({ text, cite: n }) => ({ text, cite: n, is_quote: true }))
}

const isRelease = ({ kind }: Document): boolean => kind === 'development'

const SAME_SHARE = 0.55

function isRepeated(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = [...a].filter((word) => b.has(word)).length
  return common >= SAME_SHARE * Math.min(a.size, b.size)
}
