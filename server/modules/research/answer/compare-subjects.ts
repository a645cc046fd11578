import type { Answer, Figure } from '#contract/research/digest.ts'
import { listNames, nameTerms, type Plan } from '#server/modules/research/question/plan.ts'
import { extractTerms } from '#server/lib/text/words.ts'
import type { AnswerParts, AnswerSentence } from './answer-parts.ts'

const COMPARED = ['price', 'change_24h', 'market_cap', 'volume_24h', 'tvl', 'fees_24h']
const NAMES: Readonly<Record<string, string>> = {
  price: 'Price',
  change_24h: 'Price change, 24 h',
  market_cap: 'Market cap',
  volume_24h: 'Volume, 24 h',
  tvl: 'Total value locked',
  fees_24h: 'Fees, 24 h',
}

/** The markets report the volume of a token, and not that of the exchange that issued it. */
const isOfToken = (measure: string, { subjects }: Plan): boolean =>
  measure === 'volume_24h' && subjects.some(({ kind }) => kind === 'project')

const nameMeasure = (measure: string, plan: Plan): string =>
  isOfToken(measure, plan) ? 'Volume of the token, 24 h' : (NAMES[measure] ?? measure)

/** Returns true for a sentence that names more than one of the subjects. */
export const namesSeveral =
  ({ subjects }: Plan) =>
  ({ text }: AnswerSentence): boolean => {
    const words = new Set(extractTerms(text))
    const named = subjects.filter((subject) =>
      [...nameTerms([subject])].some((word) => words.has(word)),
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
export function compareSizes({ plan, figures, intent: { measures } }: AnswerParts): string | null {
  const comparison = SIZES.find(({ words }) => words.test(plan.english))
  const [first, second] = plan.subjects
  if (comparison === undefined || first === undefined || second === undefined) return null
  const wanted = COMPARED.filter(
    (each) => measures.includes(each) && !isOfToken(each, plan),
  ).toSorted(byTvl)
  const compared = comparison.needsMeasure || wanted.length > 0 ? wanted : ['tvl', 'market_cap']
  const sizes = compared.flatMap((measure) => {
    const [a, b] = [first, second].map((subject) => findFigure(figures, subject, measure))
    if (a === undefined || b === undefined || a.value === b.value) return []
    const isFirst = a.value > b.value === (comparison.more === 'more')
    const [winner, other] = isFirst ? [first, second] : [second, first]
    const [most, rest] = isFirst ? [a.display, b.display] : [b.display, a.display]
    return [{ winner, other, most, rest, name: (NAMES[measure] ?? measure).toLowerCase() }]
  })
  const [size, further] = sizes
  if (size === undefined) return null
  const { more } = comparison
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

export function compareSubjects({ plan, intent, figures }: AnswerParts): Answer['comparison'] {
  if (intent.quality !== null) return null
  const wanted = new Set(intent.measures)
  const rows = COMPARED.filter((measure) => wanted.size === 0 || wanted.has(measure)).flatMap(
    (measure) => {
      const cells = plan.subjects.map((subject) => {
        const found = findFigure(figures, subject, measure)
        return found === undefined ? null : { display: found.display, cite: found.cite }
      })
      return cells.some((cell) => cell !== null)
        ? [{ label: nameMeasure(measure, plan), cells }]
        : []
    },
  )
  const isTwoSided = rows.some(({ cells }) => cells.filter((cell) => cell !== null).length > 1)
  return isTwoSided ? { subjects: plan.subjects.map(({ name }) => name), rows } : null
}
