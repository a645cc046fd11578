import type { Answer, Figure, Series } from '#contract/research/digest.ts'
import { baseForm, isSameWord } from '#server/modules/research/claims/vocabulary.ts'
import { checkPremise, figureSentence, findPriceChange } from './price-premise.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import type { Asked } from '#server/modules/research/question/asked.ts'
import { listNames, type Plan } from '#server/modules/research/question/plan.ts'
import { createCoverage, type Coverage } from '#server/modules/research/ranking/coverage.ts'
import type { Cluster } from '#server/modules/research/ranking/stories.ts'
import type { Ranked } from '#server/modules/research/ranking/rank.ts'
import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import { extractTerms, splitWords } from '#server/modules/research/text/words.ts'

export type AnswerParts = {
  plan: Plan
  asked: Asked
  ranked: readonly Ranked[]
  stories: readonly Cluster[]
  figures: readonly Figure[]
  series: readonly Series[]
  /** Returns the number under which the document is cited. */
  cite: (document: Document) => number
}

const MAX_SENTENCES = 3
const MAX_FIGURES = 6
/** A text that has fewer of the question's own words does not answer it. */
const MIN_ANSWER_COVERAGE = 0.5
const READ_DOCUMENTS = 12
/** A further sentence of the same text has at least this share of the first one's asked words. */
const MIN_SHARE_OF_FIRST = 0.5
/** "1,300 active validators": a number counts what follows it this closely. */
const COUNTED_WITHIN = 4
const NUMBER =
  /^(?:\p{N}[\p{N}.,]*|one|two|three|four|five|six|seven|eight|nine|ten|dozens?|hundreds?|thousands?|millions?|no|none)$/u

/** A sum of money or tokens, and no share or time. */
const AMOUNT =
  /[$€£]\s?\p{N}|\p{N}[\p{N}.,]*\s?(?:thousand|million|billion|trillion|\p{Lu}{2,10}\b)/u

const SPAN =
  /(?:\p{N}|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|several)\b)[\s-]*(?:milli)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|quarters?)\b/iu
const WHEN =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|summer|autumn|fall of|winter|quarter|yesterday|today|tomorrow|noon|midnight|(?:this|next|last) (?:week|month|year)|now|already|dates?|20\d\d|epoch)\b/i
const SHARE = /\p{N} ?%|\bper ?cent\b|\b(?:half|third|quarter|fifth|tenth)\b/iu
/** Says what was not done. */
const DENIED = /\b(?:against|not|never|denie[ds]|refused|rejected)\b/i
const FIRST =
  /\b(?:first|most|largest|biggest|highest|leads?|leading|ahead|top|more than|larger)\b/i

/** Answers the question in one to three cited sentences, or says that no source does. */
export function buildAnswer(parts: AnswerParts): Answer {
  const { asked, plan } = parts
  const isPriceQuestion = asked.measures.includes('price') && asked.rest.length === 0
  const quotes = isPriceQuestion ? [] : pickQuotes(parts)
  const change = asked.direction === null ? null : findPriceChange(parts)
  const own = change === null ? askedFigures(parts).map(figureSentence) : [change.sentence]
  const comparison = asked.isComparison ? compareSubjects(parts) : null
  const premise = asked.direction === null ? null : checkPremise(parts)
  if (premise?.note != null) {
    const { note, sentences } = premise
    const kind = premise.isSo ? 'figures' : 'premise'
    return { kind, note, comparison: null, ...withCount([...sentences, ...quotes], parts) }
  }
  if (comparison !== null) {
    const cells = comparison.rows.flatMap((row) => row.cells.flatMap((cell) => cell?.cite ?? []))
    const both = asked.words.length > 0 ? quotes : quotes.filter(namesSeveral(plan))
    return {
      kind: 'comparison',
      note: compareSizes(parts),
      comparison,
      ...withCount(both, parts, cells),
    }
  }
  const isFigureQuestion = asked.rest.length === 0 || (asked.isKeywords && quotes.length === 0)
  if (own.length > 0 && isFigureQuestion) {
    const sentences = [...own, ...quotes]
    const isWhyOpen = quotes.length === 0 && /\bwhy\b/i.test(parts.plan.query)
    const note = asked.isComparison
      ? 'No source has figures for both.'
      : asked.rest.length > 0
        ? noAnswerText(parts)
        : isWhyOpen
          ? 'No source says why.'
          : null
    return { kind: 'figures', note, comparison: null, ...withCount(sentences, parts) }
  }
  if (quotes.length > 0) {
    return { kind: 'quotes', note: null, comparison: null, ...withCount(quotes, parts) }
  }
  return {
    kind: 'none',
    note: noAnswerText(parts),
    comparison: null,
    sentences: [],
    source_count: 0,
  }
}

type AnswerSentence = Answer['sentences'][number]

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

/**
 * Picks the sentences with most of the question's own words. Without such words, picks leads, or none if the
 * question asks for a number or a time.
 */
function pickQuotes(parts: AnswerParts): AnswerSentence[] {
  const { plan, asked, ranked, cite } = parts
  const words = askedWords(parts)
  if (words.length === 0) {
    // News of a subject do not say whether it is safe, or how many people use it.
    return asked.measures.length === 0 && asked.counted === null && !asked.isWhen
      ? pickLeads(parts)
      : []
  }
  const good = ranked
    .filter(({ coverage }) => coverage >= MIN_ANSWER_COVERAGE)
    .slice(0, READ_DOCUMENTS)
  const texts = good.map(({ document }) => document)
  const coverage = createCoverage(words, texts)
  const hasKey = createCoverage(asked.key === null ? [] : [asked.key], texts)
  const isMeaning = /\bwhat(?:['’]s| is| are)\b/i.test(plan.english)
  const isOpen = asked.counted === null && asked.direction === null && asked.words.length > 0
  const names = new Set(plan.subjects.flatMap(listNames).flatMap(extractTerms))
  const candidates = good.flatMap(({ document, relevance }, nth) =>
    splitSentences(document.text)
      .filter((text) => isQuotable(text) && tellsNumber(text, asked.counted))
      .filter((text) => !asked.isWhen || WHEN.test(text))
      .filter((text) => asked.direction === null || isNamedIn(text, names))
      .filter((text) => hasKey(`${document.title} ${text}`) > 0)
      .filter((text) => asked.counted === null || isNamedIn(`${document.title} ${text}`, names))
      .map((text, place) => {
        const words = extractTerms(text)
        const own = coverage(text)
        const isNamed = isNamedIn(text, names)
        const lead = place === 0 ? 0.25 : 0
        const isTold =
          isNamed && asked.words.length > 0 && coverage(`${document.title} ${text}`) > 0
        const isFirst = asked.isSuperlative && FIRST.test(text)
        const isAmount = asked.counted === 'any' && AMOUNT.test(text)
        const isMeant = isMeaning && / is an? /.test(text)
        const isDenied = asked.counted !== null && DENIED.test(text)
        const extra =
          (isNamed ? 0.15 : 0) +
          (isFirst ? 0.3 : 0) +
          (isAmount ? 0.4 : 0) -
          (isDenied ? 0.4 : 0) +
          (isMeant ? 0.4 : 0)
        const worth = own + relevance + extra + lead - nth * 0.02
        return { text, document, words: new Set(words), own, isTold, worth }
      })
      .filter(({ own, isTold }) => own > 0 || isOpen || isTold),
  )
  const best = candidates.toSorted((a, b) => b.worth - a.worth)
  const chosen: typeof best = []
  for (const candidate of best) {
    const [first] = chosen
    if (chosen.length >= MAX_SENTENCES) break
    if (first !== undefined && !goesWith(first, candidate, coverage)) continue
    if (!chosen.some(({ words }) => isRepeated(words, candidate.words))) chosen.push(candidate)
  }
  return chosen.map(({ text, document }) => ({ text, cite: cite(document), is_quote: true }))
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

/** Returns false for a sentence without the number that the question asks for. */
function tellsNumber(text: string, counted: string | null): boolean {
  if (counted === null) return true
  if (counted === 'any') return /\p{N}/u.test(text)
  if (counted === 'sum') return AMOUNT.test(text)
  if (counted === 'time') return SPAN.test(text)
  if (counted === 'share') return SHARE.test(text)
  const words = splitWords(text)
  return words.some((word, place) => {
    if (!NUMBER.test(word)) return false
    const next = words.slice(place + 1, place + 1 + COUNTED_WITHIN)
    return next.some((each) => isSameWord(baseForm(each), counted))
  })
}

/** Returns the leads of the first stories. For a question about a meaning, a definition comes first. */
function pickLeads({ plan, stories, cite }: AnswerParts): AnswerSentence[] {
  const names = plan.subjects.map(({ name }) => name.toLowerCase())
  // Release notes say little to most people.
  const leads = stories
    .flatMap(({ sentences: [first] }) => first ?? [])
    .toSorted((a, b) => Number(isRelease(a.document)) - Number(isRelease(b.document)))
  const all = stories.flatMap(({ sentences }) => sentences)
  const isMeaning = /\bwhat(?:['’]s| is| are)\b/i.test(plan.query)
  const meaning = isMeaning
    ? all.filter(({ text }) => names.some((name) => text.toLowerCase().startsWith(`${name} is `)))
    : []
  // "What is JitoSOL?" asks for a part of a subject.
  const asked = new Set(extractTerms(plan.english))
  const isPart = plan.subjects.some((subject) =>
    (subject.aliases ?? []).some((name) => extractTerms(name).every((word) => asked.has(word))),
  )
  const named = isPart
    ? all.filter(({ text }) => extractTerms(text).some((word) => asked.has(word)))
    : []
  const chosen: { text: string; cite: number; words: Set<string> }[] = []
  for (const { text, document } of [...meaning, ...named, ...leads]) {
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

const baseMeasure = ({ measure }: Figure): string => measure.split(':')[0] ?? measure

/** Returns the asked figures, one for each measure of each subject. */
function askedFigures({ asked, figures, plan }: AnswerParts): Figure[] {
  const isMint = plan.subjects.some(({ kind }) => kind === 'mint') && asked.words.length === 0
  const measures = isMint
    ? ['price', 'mint_authority', 'freeze_authority', 'supply']
    : asked.measures
  const seen = new Set<string>()
  return figures
    .filter(
      (figure) =>
        measures.includes(baseMeasure(figure)) && !seen.has(figure.id) && seen.add(figure.id),
    )
    .toSorted((a, b) => measures.indexOf(baseMeasure(a)) - measures.indexOf(baseMeasure(b)))
    .slice(0, MAX_FIGURES)
}

const COMPARED = ['price', 'change_24h', 'market_cap', 'volume_24h', 'tvl', 'fees_24h']
const NAMES: Readonly<Record<string, string>> = {
  price: 'Price',
  change_24h: 'Price change, 24 h',
  market_cap: 'Market cap',
  volume_24h: 'Volume, 24 h',
  tvl: 'Total value locked',
  fees_24h: 'Fees, 24 h',
}

/** True for a sentence that names more than one of the subjects. */
const namesSeveral =
  ({ subjects }: Plan) =>
  ({ text }: AnswerSentence): boolean => {
    const words = new Set(extractTerms(text))
    const named = subjects.filter((subject) =>
      listNames(subject)
        .flatMap(extractTerms)
        .some((word) => words.has(word)),
    )
    return named.length > 1
  }

const SIZES = [
  { words: /\b(?:bigger|larger|biggest|largest)\b/i, needsMeasure: false, more: 'more' },
  { words: /\bsmaller\b/i, needsMeasure: false, more: 'less' },
  { words: /\b(?:higher|highest|more|most)\b/i, needsMeasure: true, more: 'more' },
  { words: /\b(?:lower|less|lowest|least)\b/i, needsMeasure: true, more: 'less' },
]

const byTvl = (a: string, b: string): number => Number(b === 'tvl') - Number(a === 'tvl')

/** Says which of two subjects is bigger, and by which measure. Returns null if the question does not ask. */
function compareSizes({ plan, figures, asked: { measures } }: AnswerParts): string | null {
  const asked = SIZES.find(({ words }) => words.test(plan.english))
  const [first, second] = plan.subjects
  if (asked === undefined || first === undefined || second === undefined) return null
  const wanted = COMPARED.filter((each) => measures.includes(each)).toSorted(byTvl)
  const compared = asked.needsMeasure || wanted.length > 0 ? wanted : ['tvl', 'market_cap']
  const sizes = compared.flatMap((measure) => {
    const [a, b] = [first, second].map((subject) => findFigure(figures, subject, measure))
    if (a === undefined || b === undefined || a.value === b.value) return []
    const isFirst = a.value > b.value === (asked.more === 'more')
    const [winner, other] = isFirst ? [first, second] : [second, first]
    const [most, rest] = isFirst ? [a.display, b.display] : [b.display, a.display]
    return [{ winner, other, most, rest, name: (NAMES[measure] ?? measure).toLowerCase() }]
  })
  const [size, further] = sizes
  if (size === undefined) return null
  const { more } = asked
  if (further !== undefined && further.winner !== size.winner) {
    const [one, two] = [size, further].map(
      ({ name, most, rest }) => `${name} (${most} against ${rest})`,
    )
    return `It depends on the measure: ${size.winner.name} has ${more} ${one}, ${further.winner.name} ${more} ${two}.`
  }
  return `${size.winner.name} has ${more}: ${size.most} against ${size.rest} of ${size.other.name}, by ${size.name}.`
}

function findFigure(
  figures: readonly Figure[],
  subject: Plan['subjects'][number],
  measure: string,
): Figure | undefined {
  const names = new Set(listNames(subject))
  return figures.find(
    (figure) => figure.measure === measure && names.has(figure.subject.toLowerCase()),
  )
}

function compareSubjects({ plan, asked, figures }: AnswerParts): Answer['comparison'] {
  const wanted = new Set(asked.measures)
  const rows = COMPARED.filter((measure) => wanted.size === 0 || wanted.has(measure)).flatMap(
    (measure) => {
      const cells = plan.subjects.map((subject) => {
        const found = findFigure(figures, subject, measure)
        return found === undefined ? null : { display: found.display, cite: found.cite }
      })
      return cells.some((cell) => cell !== null)
        ? [{ label: NAMES[measure] ?? measure, cells }]
        : []
    },
  )
  const isTwoSided = rows.some(({ cells }) => cells.filter((cell) => cell !== null).length > 1)
  return isTwoSided ? { subjects: plan.subjects.map(({ name }) => name), rows } : null
}

function noAnswerText({ plan, asked, ranked }: AnswerParts): string {
  const words = asked.rest
  const name = plan.subjects.map((subject) => subject.name).join(' and ')
  const topic = words.length > 0 ? `“${words.slice(0, 4).join(' ')}”` : name
  if (words.length === 0 && name !== '' && ranked.length > 0) {
    return asked.isWhen
      ? `No source gives a date for ${name}.`
      : `No source answers this for ${name}.`
  }
  if (topic === '') return 'No source says anything about this.'
  return words.length > 0 && name !== ''
    ? `No source says anything about ${topic} for ${name}.`
    : `No source says anything about ${topic}.`
}
