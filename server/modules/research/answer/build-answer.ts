import { quoteQuestionWords } from './quote-words.ts'
import type { Answer, Figure } from '#contract/research/digest.ts'
import { DAY_MS } from '#server/lib/durations.ts'
import { isSameTopic, MEASURE_WORDS } from '#server/modules/research/question/question-intent.ts'
import { baseForm } from '#server/modules/research/text/base-form.ts'
import { compareMove, isDecision } from '#server/modules/research/question/special-questions.ts'
import { isEnglishQuestion } from '#server/modules/research/question/plain-question.ts'
import { nameTerms } from '#server/modules/research/question/plan.ts'
import { joinWords } from '#server/modules/research/text/join-words.ts'
import { createCoverage } from '#server/modules/research/ranking/coverage.ts'
import { splitWords } from '#server/lib/text/words.ts'
import type { AnswerParts, AnswerSentence } from './answer-parts.ts'
import { isNamedIn } from './answer-rule.ts'
import { describeSides, readSides } from './describe-difference.ts'
import { compareSizes, compareSubjects, namesSeveral } from './compare-subjects.ts'
import { findClosest, MAX_SENTENCES, pickQuotes } from './pick-quotes.ts'
import { answerEach } from './answer-each.ts'
import { findDefinitions, readThing } from './definitions.ts'
import { checkLimit, checkPremise, formatFigureSentence, findPriceChange } from './price-premise.ts'

const MAX_FIGURES = 6

/** Measures that complement another one, as the change does the price. */
const BESIDE = ['change_24h', 'dex_volume_24h']

/** Names of measures for notes about missing figures. */
const MEASURE_NAMES: Readonly<Record<string, string>> = {
  price: 'the price',
  volume_24h: 'the volume',
  tvl: 'the total value locked',
  market_cap: 'the market cap',
  fees_24h: 'the fees',
  liquidity: 'the liquidity',
}

const NO_SURE_ANSWER = 'We found no sure answer to this.'
const CLOSEST = 'The closest:'
const NO_REASON = 'We found no sure reason.'
const NO_ADVICE = 'SolDesk doesn’t give investment advice.'

type Found = {
  quotes: readonly AnswerSentence[]
  /** Sentences with the figures that the question asks for. */
  figures: readonly AnswerSentence[]
  hasPriceChange: boolean
  /** True if only some of several questions have an answer. */
  isPartial: boolean
}

/** Answers the question in one to three cited sentences, or says that no source does. */
export function buildAnswer(parts: AnswerParts): Answer {
  const found = findSentences(parts)
  if (parts.intent.isAdvice) return withAdviceNote(parts, found.quotes)
  return (
    answerPremise(parts, found) ??
    answerComparison(parts, found) ??
    answerDifference(parts, found) ??
    answerFigures(parts, found) ??
    answerQuotes(parts, found) ??
    answerClosest(parts)
  )
}

function findSentences(parts: AnswerParts): Found {
  const { intent, plan } = parts
  const isPriceQuestion = intent.measures.includes('price') && intent.rest.length === 0
  const isOfBoth = intent.isComparison && intent.words.length === 0
  const each = isPriceQuestion ? null : answerEach(parts)
  const picked = isPriceQuestion ? [] : (each?.sentences ?? pickQuotes(parts))
  const isOfMove = intent.direction !== null
  const change = isOfMove || isPriceQuestion ? findPriceChange(parts) : null
  const latest = change !== null && isOfMove ? [] : selectFigures(parts).map(formatFigureSentence)
  return {
    quotes: isOfBoth ? picked.filter(namesSeveral(plan)) : picked,
    figures: change === null ? latest : [change.sentence, ...latest],
    hasPriceChange: change !== null,
    isPartial: each?.isPartial === true,
  }
}

const toAnswer = (
  parts: AnswerParts,
  kind: Answer['kind'],
  note: string | null,
  sentences: readonly AnswerSentence[],
): Answer => ({ kind, note, comparison: null, ...withCount(sentences, parts) })

/** Answers a question about a price change that figures contradict or confirm. */
function answerPremise(parts: AnswerParts, { quotes }: Found): Answer | null {
  const premise = parts.intent.direction === null ? null : checkPremise(parts)
  if (premise?.note == null) return null
  const kind = premise.isConfirmed ? 'figures' : 'premise'
  return toAnswer(parts, kind, premise.note, [...premise.sentences, ...quotes])
}

function answerComparison(parts: AnswerParts, { quotes }: Found): Answer | null {
  const { intent } = parts
  const comparison = intent.isComparison ? compareSubjects(parts) : null
  const isOther = intent.measures.length === 0 && intent.words.length > 0 && quotes.length === 0
  if (comparison === null || isOther) return null
  const cites = comparison.rows.flatMap((row) => row.cells.flatMap((cell) => cell?.cite ?? []))
  const note = compareSizes(parts)
  return { kind: 'comparison', note, comparison, ...withCount(quotes, parts, cites) }
}

/** Answers a question about the difference between two things with a sentence on each, or not at all. */
function answerDifference(parts: AnswerParts, { quotes }: Found): Answer | null {
  const sides = readSides(parts.plan)
  if (sides === null || quotes.some(namesSeveral(parts.plan))) return null
  const found = describeSides(parts, sides)
  return found === null
    ? toAnswer(parts, 'none', `No source compares ${sides.join(' and ')}.`, [])
    : toAnswer(parts, 'quotes', null, found)
}

function answerFigures(
  parts: AnswerParts,
  { quotes, figures, hasPriceChange }: Found,
): Answer | null {
  const { intent } = parts
  const isFigureQuestion = intent.rest.length === 0 || (intent.isKeywords && quotes.length === 0)
  const isOfNow = !isOfOtherTime(parts) || hasPriceChange
  if (figures.length === 0 || !isFigureQuestion || (!isOfNow && quotes.length > 0)) return null
  // One sentence is a quote, because a report may contradict the chain.
  const shown =
    intent.words.length > 0 ? figures.slice(0, MAX_SENTENCES - quotes.slice(0, 1).length) : figures
  const isWhyOpen = intent.reason !== null && quotes.length === 0
  const kind = isWhyOpen || !isOfNow ? 'none' : 'figures'
  return toAnswer(parts, kind, noteOnFigures(parts, { isWhyOpen, isOfNow }), [...shown, ...quotes])
}

function answerQuotes(parts: AnswerParts, { quotes, isPartial }: Found): Answer | null {
  const { intent, plan } = parts
  if (quotes.length === 0) return null
  const move = checkMove(parts, quotes)
  const isReasonOpen =
    intent.reason !== null &&
    move.kind !== 'premise' &&
    !quotes.some(({ text }) => intent.reason?.test(text))
  if (isReasonOpen) return toAnswer(parts, 'none', NO_REASON, quotes)
  const isOneSided =
    intent.isComparison && !quotes.some(namesSeveral(plan)) && !saysAll(quotes[0], intent.words)
  const note =
    isOneSided && intent.quality !== null
      ? 'No source compares them.'
      : isPartial
        ? 'Sources may not answer every part of this.'
        : noteMissingMeaning(parts)
  return { ...toAnswer(parts, 'quotes', note, quotes), ...move }
}

/** Shows the sentence that comes closest to an answer, if there is one. */
function answerClosest(parts: AnswerParts): Answer {
  const closest = findClosest(parts)
  return closest === null
    ? toAnswer(parts, 'none', noAnswerText(parts), [])
    : toAnswer(parts, 'none', `${noAnswerText(parts)} ${CLOSEST}`, [closest])
}

/** Returns a note on what figures leave open; null if they answer the question. */
function noteOnFigures(
  parts: AnswerParts,
  { isWhyOpen, isOfNow }: { isWhyOpen: boolean; isOfNow: boolean },
): string | null {
  const { intent, plan } = parts
  if (intent.isComparison) return nameUncompared(parts)
  if (intent.rest.length > 0) return noAnswerText(parts)
  if (isWhyOpen) return NO_REASON
  if (!isOfNow) return `No source has the figures of ${plan.window.label}. The latest:`
  return checkLimit(parts) ?? nameOtherMeasures(parts)
}

/** "Raydium lists tokens faster" compares it with others. */
const saysAll = (quote: AnswerSentence | undefined, words: readonly string[]): boolean =>
  quote !== undefined && createCoverage(words, [])(quote.text) === 1

/** Returns true for a time that the current price and its change in a day do not cover. */
const isOfOtherTime = ({ plan: { window, nowMs } }: AnswerParts): boolean =>
  window.isGiven && nowMs - window.fromMs > DAY_MS

/** Returns null if there are figures of each subject. */
function nameUncompared(parts: AnswerParts): string | null {
  const covered = new Set(selectFigures(parts).map(({ subject }) => subject))
  return covered.size >= parts.plan.subjects.length ? null : 'No source has figures for both.'
}

/** Returns null if the question asks for no definition, or a source has one. */
function noteMissingMeaning(parts: AnswerParts): string | null {
  const thing = readThing(parts.plan)
  return thing === null || findDefinitions(parts, thing).length > 0
    ? null
    : `No source says what ${thing} is. This is the latest on it:`
}

/** Shows prices and news, and says that the decision is the user's. */
function withAdviceNote(parts: AnswerParts, quotes: readonly AnswerSentence[]): Answer {
  const { intent } = parts
  const measures = intent.words.length === 0 ? ['price', 'change_24h'] : []
  const own = selectFigures({ ...parts, intent: { ...intent, measures } }).slice(0, measures.length)
  const sentences = [...own.map(formatFigureSentence), ...quotes]
  const kind = own.length > 0 ? 'figures' : quotes.length > 0 ? 'quotes' : 'none'
  const note = kind === 'none' ? NO_ADVICE : `${NO_ADVICE} This is what sources say.`
  return toAnswer(parts, kind, note, sentences)
}

/** Returns the fields to change if the best quote does not confirm the change that the question assumes. */
function checkMove(parts: AnswerParts, quotes: readonly AnswerSentence[]): Partial<Answer> {
  const { move, words } = parts.intent
  const [first] = quotes
  if (move === null || first === undefined) return {}
  const isAsked = (word: string) =>
    words.some((each) => isSameTopic(baseForm(word.toLowerCase()), each))
  const comparison = compareMove(first.text, move, isAsked)
  if (comparison === 'same' || (comparison === null && isDecision(move))) return {}
  if (comparison === 'other') return { kind: 'premise', note: 'A source says the opposite.' }
  return {
    kind: 'none',
    note: `No source says exactly that. ${CLOSEST}`,
    ...withCount([first], parts),
  }
}

function withCount(
  found: readonly AnswerSentence[],
  { stories, figures, cite }: AnswerParts,
  others: readonly number[] = [],
): Pick<Answer, 'sentences' | 'source_count'> {
  const sentences = found.slice(0, MAX_SENTENCES)
  const cited = new Set([...others, ...sentences.map((each) => each.cite)])
  const sources = [
    ...figures.flatMap((figure) => (cited.has(figure.cite) ? figure.source_id : [])),
    ...stories
      .flatMap(({ documents }) => documents)
      .flatMap((document) => (cited.has(cite(document)) ? document.sourceId : [])),
  ]
  return { sentences, source_count: new Set(sources).size }
}

const baseMeasure = ({ measure }: Figure): string => measure.split(':')[0] ?? measure

function selectFigures({ intent, figures, plan }: AnswerParts): Figure[] {
  const isMint = plan.subjects.some(({ kind }) => kind === 'mint') && intent.words.length === 0
  const measures = isMint
    ? ['price', 'mint_authority', 'freeze_authority', 'supply']
    : intent.measures
  // Measures that only add to another one come last.
  const place = (figure: Figure) => {
    const measure = baseMeasure(figure)
    return measures.indexOf(measure) + (BESIDE.includes(measure) ? measures.length : 0)
  }
  const own = new Map(
    figures
      .filter((figure) => measures.includes(baseMeasure(figure)))
      .map((figure) => [figure.id, figure]),
  )
  const sorted = [...own.values()].toSorted((a, b) => place(a) - place(b))
  // One figure of each measure before a second one of any.
  const firsts = new Map(sorted.toReversed().map((figure) => [baseMeasure(figure), figure]))
  const isFirst = (figure: Figure) => firsts.get(baseMeasure(figure)) === figure
  return [...sorted.filter(isFirst), ...sorted.filter((figure) => !isFirst(figure))].slice(
    0,
    MAX_FIGURES,
  )
}

/** Names the measures without a figure, and those with figures only in the table; null if there are none. */
function nameOtherMeasures(parts: AnswerParts): string | null {
  const notes = [nameMissingMeasures(parts), nameFurtherMeasures(parts)]
  return notes.filter((each) => each !== null).join(' ') || null
}

function nameFurtherMeasures(parts: AnswerParts): string | null {
  const own = selectFigures(parts)
  const shown = new Set(own.slice(0, MAX_SENTENCES).map(baseMeasure))
  const further = new Set(own.map(baseMeasure).filter((measure) => !shown.has(measure)))
  const names = [...further].flatMap((measure) => MEASURE_NAMES[measure] ?? [])
  return names.length === 0 ? null : `The figures below also have ${names.join(' and ')}.`
}

function nameMissingMeasures(parts: AnswerParts): string | null {
  const missing = listMissingMeasures(parts)
  return missing.length === 0 ? null : `${startLackNote(parts)} ${missing.join(' or ')}.`
}

/** A source that failed may have the missing figure. */
const startLackNote = ({ silent }: AnswerParts): string =>
  silent.length === 0
    ? 'No source has'
    : `${silent.join(' and ')} didn’t respond, and no other source has`

/** Returns the names of the measures that neither figures nor texts about the subjects have. */
function listMissingMeasures(parts: AnswerParts): string[] {
  const found = new Set(parts.figures.map(baseMeasure))
  if (found.has('dex_volume_24h')) found.add('volume_24h')
  return parts.intent.measures.flatMap((measure) =>
    found.has(measure) || (MEASURE_WORDS[measure] ?? []).some((word) => isMentioned(parts, [word]))
      ? []
      : (MEASURE_NAMES[measure] ?? []),
  )
}

/** Returns true if a text on the subjects has one of the words, or there are none. */
function isMentioned({ plan, texts }: AnswerParts, words: readonly string[]): boolean {
  const names = nameTerms(plan.subjects)
  const cover = createCoverage(words.map(baseForm), [])
  return texts
    .map(({ title, text }) => `${title} ${text}`)
    .some((text) => isNamedIn(text, names) && cover(text) > 0)
}

/** More words than this are not quoted, because a source may well mention one of them. */
const MAX_QUOTED = 4

/** Returns true if every text that may be on the subjects was read in full, and the question was not translated. */
function isWhollyRead({ plan, unread }: AnswerParts): boolean {
  const names = nameTerms(plan.subjects)
  return (
    isEnglishQuestion(plan.query) &&
    !unread.some(({ title, text }) => isNamedIn(`${title} ${text}`, names))
  )
}

const listTextWords = ({ texts }: AnswerParts): string[] => [
  ...new Set(
    texts.flatMap(({ title, text }) => splitWords(joinWords(`${title} ${text}`))).map(baseForm),
  ),
]

/** Names the words that no source has in any form. */
function noAnswerText(parts: AnswerParts): string {
  const { plan, intent } = parts
  const found = listTextWords(parts)
  const missing = intent.rest.filter(
    (word) => !found.some((each) => isSameTopic(each, baseForm(word))),
  )
  const words = missing.length > 0 && isWhollyRead(parts) ? missing : []
  const name = plan.subjects.map((subject) => subject.name).join(' and ')
  const topic = words.length > 0 ? quoteQuestionWords(words, plan.query) : name
  if (intent.isForecast && name !== '') {
    return `Nobody knows future prices, and no source has a forecast for ${name}.`
  }
  if (words.length > MAX_QUOTED) {
    return 'No source answers all of this. Ask about one thing at a time.'
  }
  const missingMeasures = words.length === 0 ? listMissingMeasures(parts) : []
  if (missingMeasures.length > 0 && name !== '') {
    return `${startLackNote(parts)} ${missingMeasures.join(' or ')} of ${name}.`
  }
  const { quality } = intent
  if (name !== '' && words.length === 0 && quality !== null) {
    return isMentioned(parts, [quality.topic])
      ? NO_SURE_ANSWER
      : `No source says anything about the ${quality.name} of ${name}.`
  }
  const { expectedNumber } = intent
  if (
    name !== '' &&
    expectedNumber?.kind === 'things' &&
    found.some((word) => isSameTopic(word, expectedNumber.stem))
  ) {
    return `We found no such number for ${name}.`
  }
  if (intent.rest.length > 0 && words.length === 0) return NO_SURE_ANSWER
  if (words.length === 0 && name !== '' && isMentioned(parts, [])) {
    return intent.isWhen
      ? `We found no date for ${name}.`
      : `We found no answer to this for ${name}.`
  }
  if (topic === '') return 'No source says anything about this.'
  return words.length > 0 && name !== ''
    ? `No source says anything about ${topic} for ${name}.`
    : `No source says anything about ${topic}.`
}
