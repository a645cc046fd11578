import { DAY_MS } from '#server/lib/durations.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import type { Counted } from '#server/modules/research/question/asked.ts'
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
import { type NameAsked, readNameAsked } from './names-asked.ts'
import { createRule, FIRST, isNamedIn, isTrial } from './answer-rule.ts'
import { listPairs } from './neighbors.ts'
import { AMOUNT, isCountOf, SHARE } from './number-asked.ts'
import { asksState } from './values-asked.ts'
import { findDefinitions, readNotion, readThing } from './definitions.ts'

export const MAX_SENTENCES = 3
const READ_DOCUMENTS = 12
/** A further sentence of the same text has at least this share of the first one's asked words. */
const MIN_SHARE_OF_FIRST = 0.5
/** Says what was not done. */
const DENIED = /\b(?:against|not|never|denie[ds]|refused|rejected)\b/i
/** Says by what means something was done. */
const MEANS = /\b(?:used|using|through|via|with an?|by (?:\w+ )?\w+ing)\b/i

/**
 * Picks the sentences that answer, best first. For a question that only asks for an overview, picks the leads of
 * stories.
 */
export function pickQuotes(parts: AnswerParts): AnswerSentence[] {
  const { asked, ranked, cite } = parts
  const words = askedWords(parts)
  if (words.length === 0) {
    // News of a subject do not say whether it is safe, or how many people use it.
    return asked.measures.length === 0 &&
      asked.counted === null &&
      !asked.isWhen &&
      !asksState(parts.plan.english) &&
      asksOverview(parts.plan)
      ? pickLeads(parts)
      : []
  }
  const notion = readNotion(parts.plan)
  const definitions = notion === null ? [] : findDefinitions(parts, notion)
  if (definitions.length > 0) return pickDistinct(definitions, cite)
  const kindAsked = readNameAsked(parts.plan.english)
  const nameAsked = asked.isComparison ? null : kindAsked
  // An answer has a name in place of the word of its kind.
  const others = words.filter((word) => word !== kindAsked?.kind)
  const sought = { words: others.length > 0 ? others : words, nameAsked }
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
          (needs.nameAsked !== null && quotes.length > 1 ? NAMED_PAIR_COST : 0)
        const worth = own + relevance + extra + lead - nth * 0.02 - cost
        return { text, quotes, document, words: new Set(extractTerms(text)), own, isRelated, worth }
      })
      .filter(({ own, isRelated }) => own > 0 || (isRelated && asked.counted !== null)),
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

/** Wants the news of a subject, or what it is. */
const OVERVIEW =
  /\b(?:what['’]?s|tell|about|explain|describe|overview|summar\w+|know|status|think|opinion)\b|\bwhat (?:is|are)\b(?!.* (?:for|by|with)\W*$)/i

const asksOverview = ({ english }: Plan): boolean =>
  asksForNews(english) || !isAsking(english) || OVERVIEW.test(english)

const RELEASE_ASKED = /\b(?:release|version|update|upgrade|client|change)/i
const RELEASE_COST = 0.4
/** A sentence that names the asked kind by itself comes first. */
const NAMED_PAIR_COST = 0.4

/** Release notes are all alike, so that news come first unless the question asks for a release. */
const rateRelease = (document: Document, { query }: Needs): number =>
  isRelease(document) && !RELEASE_ASKED.test(query) ? RELEASE_COST : 0

/** After this time a text counts as old. */
const OLD_MS = 30 * DAY_MS
const AGE_COST = 0.5

/** Returns what an old text loses, so that what changed since comes first; 0 if the question names a time. */
function rateAge({ publishedAtMs }: Document, { nowMs, window }: Plan): number {
  const ageMs = publishedAtMs === null ? 0 : nowMs - publishedAtMs
  return window.isGiven ? 0 : AGE_COST * Math.min(1, Math.max(0, ageMs / OLD_MS))
}

/** Returns what the question needs of a sentence, read once for all sentences of the texts. */
function readNeeds(
  { plan, asked }: AnswerParts,
  { words, nameAsked }: { words: readonly string[]; nameAsked: NameAsked | null },
  texts: readonly Document[],
) {
  const query = plan.english
  return {
    asked,
    query,
    names: nameTerms(plan.subjects),
    coverage: createCoverage(words, texts),
    isMeaning: /\bwhat(?:['’]s| is| are)\b/i.test(query),
    isWhat: /\bwhat (?:did|do|does)\b/i.test(query),
    isHow: /\bhow (?:did|does|was|were)\b/i.test(query),
    nameAsked,
  }
}

type Needs = ReturnType<typeof readNeeds>

/**
 * Returns the sentence's share of the asked words, whether it names the subject while its title has asked words, and
 * the worth of its form.
 */
function rateSentence(text: string, { title }: Document, needs: Needs) {
  const { asked, coverage, isMeaning, isHow } = needs
  const isNamed = isNamedIn(text, needs.names)
  const isMove = asked.move !== null && compareMove(text, asked.move, () => false) !== null
  const isCount = asked.move !== null && asked.words.some((word) => isCountOf(text, word))
  const extra =
    (isNamed ? 0.15 : 0) +
    (isTrial(`${title} ${text}`, needs.query) ? -0.3 : 0) +
    (asked.isSuperlative && FIRST.test(text) ? 0.3 : 0) +
    rateNumber(text, asked.counted) +
    (isHow && MEANS.test(text) ? 0.3 : 0) +
    (asked.reason?.test(text) === true ? 0.4 : 0) +
    (isMove ? 0.5 : isCount ? 0.4 : 0) -
    (asked.counted !== null && DENIED.test(text) ? 0.4 : 0) +
    (isMeaning && / is an? /.test(text) ? 0.4 : 0)
  const isRelated = isNamed && asked.words.length > 0 && coverage(`${title} ${text}`) > 0
  return { own: coverage(text), isRelated, extra }
}

/** Returns the worth of a number of the asked kind. */
function rateNumber(text: string, counted: Counted | null): number {
  if (counted?.kind === 'part') return SHARE.test(text) ? 0.4 : 0
  if (counted?.kind !== 'any' && counted?.kind !== 'sum') return 0
  const isOfThing =
    counted.kind === 'any' &&
    counted.stem !== null &&
    createCoverage([counted.stem], [])(text) > 0 &&
    SHARE.test(text)
  return isOfThing || AMOUNT.test(text) ? 0.4 : 0
}

type Found = { text: string; quotes: string[] }

/**
 * Returns the sentences that answer, alone or with the one before. The title counts if it has more of the asked words, or alone says
 * what something does.
 */
function listAnswers({ title, text }: Document, needs: Needs, rule: Rule): Found[] {
  const { coverage } = needs
  const givesReason = (said: string) => needs.asked.reason?.test(said) === true
  const sentences = splitSentences(text)
  const alone = sentences.filter((each) => rule({ text: each, before: '', title }))
  const pairs = listPairs(text, needs.nameAsked !== null).filter(
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

/** Returns the sentence on the subjects that has most of the asked words that any text has, if it has half of them. */
export function findClosest(parts: AnswerParts): AnswerSentence | null {
  const { plan, ranked, cite } = parts
  const texts = ranked.slice(0, READ_DOCUMENTS).map(({ document }) => document)
  const words = askedWords(parts)
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
const askedWords = ({ asked, figures }: AnswerParts): string[] =>
  asked.words.length > 0 || figures.some(({ measure }) => asked.measures.includes(measure))
    ? asked.words
    : asked.measureWords

type Candidate = { text: string; document: Document; own: number }

/** A sentence of another text must have all the asked words of the first: it may be about something else. */
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
  // Release notes say little to most people.
  const leads = stories
    .flatMap(({ sentences: [first] }) => first ?? [])
    .toSorted((a, b) => Number(isRelease(a.document)) - Number(isRelease(b.document)))
  const all = stories.flatMap(({ sentences }) => sentences)
  // "What is JitoSOL?" asks for a part of a subject.
  const asked = new Set(extractTerms(plan.english))
  const isPart = plan.subjects.some((subject) =>
    (subject.aliases ?? []).some((name) => extractTerms(name).every((word) => asked.has(word))),
  )
  const named = isPart
    ? all.filter(({ text }) => extractTerms(text).some((word) => asked.has(word)))
    : []
  return pickDistinct(definitions.length > 0 ? definitions : [...named, ...leads], cite)
}

/** Returns the first sentences that do not repeat one another. */
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
