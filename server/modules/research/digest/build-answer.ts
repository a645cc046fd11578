import type { Answer, Figure } from '#contract/research/digest.ts'
import { baseForm, isSameWord } from '#server/modules/research/claims/vocabulary.ts'
import type { Document } from '#server/modules/research/pipeline/evidence.ts'
import type { Asked } from '#server/modules/research/question/asked.ts'
import { listNames, type Plan } from '#server/modules/research/question/plan.ts'
import { createCoverage, type Coverage } from '#server/modules/research/ranking/coverage.ts'
import type { Cluster } from '#server/modules/research/ranking/stories.ts'
import type { Ranked } from '#server/modules/research/ranking/rank.ts'
import { isQuotable } from '#server/modules/research/text/quotable.ts'
import { splitSentences } from '#server/modules/research/text/sentences.ts'
import { extractTerms, splitWords } from '#server/modules/research/text/words.ts'

type AnswerParts = {
  plan: Plan
  asked: Asked
  ranked: readonly Ranked[]
  stories: readonly Cluster[]
  figures: readonly Figure[]
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
const COUNTED_WITHIN = 3
const NUMBER =
  /^(?:\p{N}[\p{N}.,]*|one|two|three|four|five|six|seven|eight|nine|ten|dozens?|hundreds?|thousands?|millions?|no|none)$/u

/** A sum of money or tokens, and no share or time. */
const AMOUNT =
  /[$€£]\s?\p{N}|\p{N}[\p{N}.,]*\s?(?:thousand|million|billion|trillion|\p{Lu}{2,10}\b)/u

export function buildAnswer(parts: AnswerParts): Answer {
  const { asked } = parts
  const isPriceQuestion = asked.measures.includes('price') && asked.rest.length === 0
  const quotes = isPriceQuestion ? [] : pickQuotes(parts)
  const own = askedFigures(parts)
  const comparison = asked.isComparison ? compareSubjects(parts) : null
  const premise = asked.direction === null ? null : checkPremise(parts)
  if (premise !== null)
    return { ...premise, ...withCount([...premise.sentences, ...quotes], parts) }
  if (comparison !== null) {
    const cells = comparison.rows.flatMap((row) => row.cells.flatMap((cell) => cell?.cite ?? []))
    return { kind: 'comparison', note: null, comparison, ...withCount(quotes, parts, cells) }
  }
  const isFigureQuestion = asked.rest.length === 0 || (asked.isKeywords && quotes.length === 0)
  if (own.length > 0 && isFigureQuestion) {
    const sentences = [...own.map(figureSentence), ...quotes]
    const isWhyOpen = quotes.length === 0 && /\bwhy\b/i.test(parts.plan.query)
    const note =
      asked.rest.length > 0 ? noAnswerText(parts) : isWhyOpen ? 'No source says why.' : null
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

function pickQuotes(parts: AnswerParts): AnswerSentence[] {
  const { plan, asked, ranked, cite } = parts
  if (asked.words.length === 0) {
    // News of a subject do not say whether it is safe, or how many people use it.
    return asked.measures.length === 0 && asked.counted === null ? pickLeads(parts) : []
  }
  const good = ranked
    .filter(({ coverage }) => coverage >= MIN_ANSWER_COVERAGE)
    .slice(0, READ_DOCUMENTS)
  const coverage = createCoverage(
    asked.words,
    good.map(({ document }) => document),
  )
  const names = new Set(plan.subjects.flatMap(listNames).flatMap(extractTerms))
  const candidates = good.flatMap(({ document, relevance }, nth) =>
    splitSentences(document.text)
      .filter((text) => isQuotable(text) && tellsNumber(text, asked.counted))
      .filter((text) => asked.counted === null || isNamedIn(`${document.title} ${text}`, names))
      .map((text, place) => {
        const words = extractTerms(text)
        const own = coverage(text)
        const isNamed = isNamedIn(text, names)
        const lead = place === 0 ? 0.25 : 0
        const worth = own + relevance + (isNamed ? 0.15 : 0) + lead - nth * 0.02
        return { text, document, words: new Set(words), own, worth }
      })
      .filter(({ own }) => asked.counted === null || own > 0),
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

/** True without a name to look for. */
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
  if (counted === 'any') return AMOUNT.test(text)
  const words = splitWords(text)
  return words.some((word, place) => {
    if (!NUMBER.test(word)) return false
    const next = words.slice(place + 1, place + 1 + COUNTED_WITHIN)
    return next.some((each) => isSameWord(baseForm(each), counted))
  })
}

function pickLeads({ plan, stories, cite }: AnswerParts): AnswerSentence[] {
  const names = plan.subjects.map(({ name }) => name.toLowerCase())
  const leads = stories.flatMap(({ sentences: [first] }) => first ?? [])
  const all = stories.flatMap(({ sentences }) => sentences)
  const isMeaning = /\bwhat(?:['’]s| is| are)\b/i.test(plan.query)
  const meaning = isMeaning
    ? all.filter(({ text }) => names.some((name) => text.toLowerCase().startsWith(`${name} is `)))
    : []
  const chosen: { text: string; cite: number; words: Set<string> }[] = []
  for (const { text, document } of [...meaning, ...leads]) {
    const words = new Set(extractTerms(text))
    if (chosen.length >= MAX_SENTENCES) break
    if (!chosen.some((other) => isRepeated(other.words, words))) {
      chosen.push({ text, cite: cite(document), words })
    }
  }
  return chosen.map(({ text, cite: n }) => ({ text, cite: n, is_quote: true }))
}

const SAME_SHARE = 0.55

function isRepeated(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const common = [...a].filter((word) => b.has(word)).length
  return common >= SAME_SHARE * Math.min(a.size, b.size)
}

const baseMeasure = ({ measure }: Figure): string => measure.split(':')[0] ?? measure

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

const figureSentence = ({ label, display, cite }: Figure): AnswerSentence => ({
  text: `${label}: ${display}`,
  cite,
  is_quote: false,
})

const COMPARED = ['price', 'change_24h', 'market_cap', 'volume_24h', 'tvl', 'fees_24h']
const NAMES: Readonly<Record<string, string>> = {
  price: 'Price',
  change_24h: 'Price change, 24 h',
  market_cap: 'Market cap',
  volume_24h: 'Volume, 24 h',
  tvl: 'Total value locked',
  fees_24h: 'Fees, 24 h',
}

function compareSubjects({ plan, asked, figures }: AnswerParts): Answer['comparison'] {
  const wanted = new Set(asked.measures)
  const rows = COMPARED.filter((measure) => wanted.size === 0 || wanted.has(measure)).flatMap(
    (measure) => {
      const cells = plan.subjects.map((subject) => {
        const names = new Set(listNames(subject))
        const found = figures.find(
          (figure) => figure.measure === measure && names.has(figure.subject.toLowerCase()),
        )
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

/** Returns a note when the figures contradict the premise of the question, else null. */
function checkPremise({ asked, figures, plan }: AnswerParts): Omit<Answer, 'source_count'> | null {
  const changes = figures.filter(({ measure }) => measure === 'change_24h')
  const [first] = changes
  if (first === undefined) return null
  const own = changes.filter(({ subject }) => subject === first.subject)
  const isFall = asked.direction === 'fall'
  const isContrary = own.every(({ value }) => (isFall ? value > 0 : value < 0))
  const isSo = own.every(({ value }) => (isFall ? value < 0 : value > 0))
  if (isSo) return null
  const values = own.toSorted((a, b) => a.value - b.value)
  const [least, most] = [values[0], values.at(-1)]
  const range =
    least && most && least.display !== most.display
      ? `${least.display} to ${most.display}`
      : first.display
  const name = plan.subjects[0]?.name ?? first.subject
  const note = isContrary
    ? `${name} did not ${isFall ? 'fall' : 'rise'} in the last 24 hours: it ${isFall ? 'rose' : 'fell'} (${range}).`
    : `Sources do not agree that ${name} ${isFall ? 'fell' : 'rose'} in the last 24 hours (${range}).`
  return { kind: 'premise', note, comparison: null, sentences: own.map(figureSentence) }
}

function noAnswerText({ plan, asked }: AnswerParts): string {
  const words = asked.rest
  const name = plan.subjects.map((subject) => subject.name).join(' and ')
  const topic = words.length > 0 ? `“${words.slice(0, 4).join(' ')}”` : name
  if (topic === '') return 'No source says anything about this.'
  return words.length > 0 && name !== ''
    ? `No source says anything about ${topic} for ${name}.`
    : `No source says anything about ${topic}.`
}
