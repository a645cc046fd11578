import { DAY_MS } from '#server/lib/durations.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import { asksPriceOfAct, type Counted } from '#server/modules/research/question/asked.ts'
import { asksWhy, CAUSE, compareMove } from '#server/modules/research/question/special-questions.ts'
import { readWho } from '#server/modules/research/question/who-asked.ts'
import { nameTerms, type Plan } from '#server/modules/research/question/plan.ts'
import { createCoverage, type Coverage } from '#server/modules/research/ranking/coverage.ts'
import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import { extractTerms } from '#server/modules/research/text/words.ts'
import type { AnswerParts, AnswerSentence } from './answer-parts.ts'
import { type NameAsked, readNameAsked } from './names-asked.ts'
import { listPairs, type Pair } from './neighbors.ts'
import { listRated, readRateAsked, readSubjectAsked } from './right-topic.ts'
import { AMOUNT, countsThings, isBeside, SHARE, tellsNumber } from './number-asked.ts'
import { findDefinitions, readNotion, readThing } from './definitions.ts'

export const MAX_SENTENCES = 3
/** A text that has fewer of the question's own words does not answer it. */
const MIN_ANSWER_COVERAGE = 0.5
/** A reason or a date of something else is worse than none. */
const MIN_REASON_COVERAGE = 0.55
/** A name of something else is worse than none. */
const MIN_NAME_COVERAGE = 0.6
const READ_DOCUMENTS = 12
/** A further sentence of the same text has at least this share of the first one's asked words. */
const MIN_SHARE_OF_FIRST = 0.5
const WHEN =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall of|winter|quarter|yesterday|today|tomorrow|noon|midnight|(?:this|next|last) (?:week|month|year)|now|already|dates?|20\d\d|epoch)\b/i
/** Words of a sentence about the future. */
const AHEAD = /\b(?:will|next|planned|plans?|expected|expects?|upcoming|scheduled)\b/i
/** Says what was not done. */
const DENIED = /\b(?:against|not|never|denie[ds]|refused|rejected)\b/i
/** Says by what means something was done. */
const MEANS = /\b(?:used|using|through|via|with an?|by (?:\w+ )?\w+ing)\b/i
const FIRST =
  /\b(?:first|most|largest|biggest|highest|leads?|leading|ahead|top|more than(?! half\b| an?\b| \S*\d)|larger|lower|lowest|smallest|least|cheapest)\b/i

/** Picks the sentences with most of the question's words. Without any, leads, unless a number or time is asked. */
export function pickQuotes(parts: AnswerParts): AnswerSentence[] {
  const { asked, ranked, cite } = parts
  const words = askedWords(parts)
  if (words.length === 0) {
    // News of a subject do not say whether it is safe, or how many people use it.
    return asked.measures.length === 0 && asked.counted === null && !asked.isWhen
      ? pickLeads(parts)
      : []
  }
  const notion = readNotion(parts.plan)
  const definitions = notion === null ? [] : findDefinitions(parts, notion)
  if (definitions.length > 0) return pickDistinct(definitions, cite)
  const nameAsked = asked.isComparison ? null : readNameAsked(parts.plan.english)
  // An answer has a name in place of the word of its kind.
  const sought = words.filter((word) => word !== nameAsked?.kind)
  const hasSought = createCoverage(sought, [])
  const good = ranked
    .filter(
      ({ coverage, document: { title, text } }) =>
        coverage >= MIN_ANSWER_COVERAGE ||
        (nameAsked !== null && hasSought(`${title} ${text}`) >= MIN_NAME_COVERAGE),
    )
    .slice(0, READ_DOCUMENTS)
  const needs = readNeeds(
    parts,
    { words: sought.length > 0 ? sought : words, nameAsked },
    good.map(({ document }) => document),
  )
  const candidates = good.flatMap(({ document, relevance }, nth) =>
    [
      ...listSentences(document, needs).map((text) => ({ text, quotes: [text] })),
      ...listPairs(document.text, needs.nameAsked !== null).flatMap((pair) =>
        joinPair(pair, needs),
      ),
    ]
      .filter(({ text }) => canAnswer(text, document, needs))
      .map(({ text, quotes }, place) => {
        const lead = place === 0 ? 0.25 : 0
        const { own, isTold, extra } = rateSentence(text, document, needs)
        const cost =
          rateAge(document, parts.plan) +
          rateRelease(document, needs) +
          (needs.nameAsked !== null && quotes.length > 1 ? NAMED_PAIR_COST : 0)
        const worth = own + relevance + extra + lead - nth * 0.02 - cost
        return { text, quotes, document, words: new Set(extractTerms(text)), own, isTold, worth }
      })
      .filter(
        ({ own, isTold }) => own > 0 || ((needs.isOpen || isTold) && needs.namesWho === null),
      ),
  )
  // Another fee is not the lowest one.
  const compared =
    nameAsked !== null && asked.isSuperlative
      ? candidates.filter(({ text }) => FIRST.test(text))
      : []
  const best = (compared.length > 0 ? compared : candidates).toSorted((a, b) => b.worth - a.worth)
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

/** Returns both sentences as one text only if both answer: by the number, the name, or all asked words. */
function joinPair({ before, text }: Pair, needs: Needs): { text: string; quotes: string[] }[] {
  const { asked, coverage, nameAsked } = needs
  const { counted } = asked
  const both = `${before} ${text}`
  const isAnswer =
    counted !== null
      ? tellsNumber(text, counted) &&
        !tellsNumber(before, counted) &&
        coverage(both) > coverage(text)
      : nameAsked !== null
        ? nameAsked.isNamed(text) && !nameAsked.isNamed(before)
        : coverage(both) === 1 && coverage(before) < 1 && coverage(text) < 1
  return isAnswer && isQuotable(before) && isQuotable(text)
    ? [{ text: both, quotes: [before, text] }]
    : []
}

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

/** Says what something costs. */
const PRICED =
  /\b(?:pric(?:e|es|ed)|costs?|worth|fees?|commissions?|trad(?:es|ed) at|charges?|starts? at|\d\S* (?:a|per) (?:day|week|month|year|user|seat|swap|transfer))\b/i

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
    hasKey: createCoverage(asked.key === null ? [] : [asked.key], texts),
    isMeaning: /\bwhat(?:['’]s| is| are)\b/i.test(query),
    isWhy: asksWhy(query),
    isHow: /\bhow (?:did|does|was|were)\b/i.test(query),
    namesWho: readWho(query),
    nameAsked,
    isRightRate: readRateAsked(query),
    /** Of what the rate is: the fund of "What yield does the fund pay?" */
    coversRated: createCoverage(listRated(query, words), texts),
    isPriceAsked:
      asksPriceOfAct(query) || (asked.measures[0] === 'price' && asked.counted?.kind === 'sum'),
    isOfSubject: readSubjectAsked(plan),
    isPast: /\bwhen (?:did|was|were)\b/i.test(query),
    /** A text may answer without the asked words. */
    isOpen: asked.counted === null && asked.direction === null && asked.words.length > 0,
  }
}

type Needs = ReturnType<typeof readNeeds>

/** Returns false for a sentence without the number, time, name or key word that the question needs. */
function canAnswer(text: string, { title }: Document, needs: Needs): boolean {
  const { asked, coverage, names, hasKey, isPast, isWhy, namesWho, query } = needs
  const { counted } = asked
  const whole = `${title} ${text}`
  if (!isQuotable(text) || namesWho?.(text) === false) return false
  if (needs.isPriceAsked && !PRICED.test(text)) return false
  if (needs.coversRated(whole) === 0) return false
  if (!needs.isRightRate(text, title) || !needs.isOfSubject(text)) return false
  if (needs.nameAsked?.isNamed(text) === false) return false
  if (needs.nameAsked !== null && coverage(whole) < MIN_NAME_COVERAGE) return false
  if (counted !== null && !tellsNumber(text, counted) && !isShareOf(text, needs)) return false
  if (asked.isWhen && (!WHEN.test(text) || (isPast && AHEAD.test(text)))) return false
  const isOnFigure = asked.key !== null && /^\d/.test(asked.key)
  if ((asked.isWhen || isWhy) && !isOnFigure && coverage(whole) < MIN_REASON_COVERAGE) return false
  if (asked.direction !== null && !isNamedIn(text, names)) return false
  if (hasKey(whole) === 0) return false
  if (counted !== null && !isNamedIn(whole, names)) return false
  if (counted?.kind !== 'things') return true
  return !isTrial(whole, query) && (isNamedIn(text, names) || !isBeside(text, counted.stem))
}

/** "98% voted for it" answers how many did, and "stakes 80% of it" how much SOL. */
const isShareOf = (text: string, { asked, coverage }: Needs): boolean =>
  (asked.counted?.kind === 'things' || asked.counted?.kind === 'sum') &&
  asked.words.length > 1 &&
  SHARE.test(text) &&
  coverage(text) === 1

/** Returns the sentence's share of asked words, whether it only names the subject, and the worth of its form. */
function rateSentence(text: string, { title }: Document, needs: Needs) {
  const { asked, coverage, isMeaning, isWhy, isHow } = needs
  const isNamed = isNamedIn(text, needs.names)
  const isMove = asked.move !== null && compareMove(text, asked.move, () => false) !== null
  const isCount = asked.move !== null && asked.words.some((word) => countsThings(text, word))
  const extra =
    (isNamed ? 0.15 : 0) +
    (isTrial(`${title} ${text}`, needs.query) ? -0.3 : 0) +
    (asked.isSuperlative && FIRST.test(text) ? 0.3 : 0) +
    rateNumber(text, asked.counted) +
    (isHow && MEANS.test(text) ? 0.3 : 0) +
    (isWhy && CAUSE.test(text) ? 0.4 : 0) +
    (isMove ? 0.5 : isCount ? 0.4 : 0) -
    (asked.counted !== null && DENIED.test(text) ? 0.4 : 0) +
    (isMeaning && / is an? /.test(text) ? 0.4 : 0)
  const isTold = isNamed && asked.words.length > 0 && coverage(`${title} ${text}`) > 0
  return { own: coverage(text), isTold, extra }
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

/** A title counts if it has more of the asked words than any sentence of its text, or says why. */
function listSentences({ title, text }: Document, { coverage, isWhy }: Needs): string[] {
  const sentences = splitSentences(text)
  const most = Math.max(0, ...sentences.map(coverage))
  const own = coverage(title)
  const isUseful = own > most || (isWhy && own === most && own > 0 && CAUSE.test(title))
  return isUseful && !ASKS.test(title) ? [...sentences, title] : sentences
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

/** Returns true without a name to look for. */
const isNamedIn = (text: string, names: ReadonlySet<string>): boolean =>
  names.size === 0 || extractTerms(text).some((word) => names.has(word))

type Candidate = { text: string; document: Document; own: number }

/** A sentence of another text must have all the asked words of the first: it may be about something else. */
function goesWith(first: Candidate, next: Candidate, coverage: Coverage): boolean {
  if (first.own === 0) return false
  if (next.document === first.document) return next.own >= MIN_SHARE_OF_FIRST * first.own
  return next.own >= first.own && coverage(`${first.text} ${next.text}`) === next.own
}

const TRIAL =
  /\b(?:test ?net(?:work)?|test (?:network|cluster)|dev ?net|local ?net|laptops?|sandbox|simulat\w+)\b/i

/** Returns true for figures of a test or of a toy, which the question does not ask for. */
const isTrial = (text: string, query: string): boolean =>
  TRIAL.test(text) && !TRIAL.test(query) && !/\bmain ?net\b/i.test(text)

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
