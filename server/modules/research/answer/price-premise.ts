import { HOUR_MS } from '#server/lib/durations.ts'
import type { Answer, Figure, Series } from '#contract/research/digest.ts'
import type { QuestionIntent } from '#server/modules/research/question/question-intent.ts'
import { listNames, type Plan } from '#server/modules/research/question/plan.ts'
import { formatChange, formatFigure } from '#server/modules/research/digest/figure-table.ts'

type PremiseParts = {
  plan: Plan
  intent: QuestionIntent
  figures: readonly Figure[]
  series: readonly Series[]
}
type AnswerSentence = Answer['sentences'][number]

/** Market sources report 24 hours, which answers a question about yesterday but not about a week. */
const MAX_DAY_MS = 49 * HOUR_MS
const ONE_DAY_MS = 25 * HOUR_MS
/** A price series must cover this share of the question's time. */
const MIN_COVERED = 0.85

export const formatFigureSentence = ({ label, display, cite }: Figure): AnswerSentence => ({
  text: `${label}: ${display}`,
  cite,
  is_quote: false,
})

type PriceChange = { percent: number; sentence: AnswerSentence }

/** Returns how the price of the first subject changed in the question's time, or null if no price series covers it. */
export function findPriceChange({ plan, series, figures }: PremiseParts): PriceChange | null {
  const { window, subjects } = plan
  const [subject] = subjects
  if (!window.isGiven || subject === undefined) return null
  const names = new Set(listNames(subject))
  // The figure that the sources report for a day; prices read at other hours would contradict it.
  const hasDayFigure = figures.some(
    ({ measure, subject: of }) => measure === 'change_24h' && names.has(of.toLowerCase()),
  )
  // In the first hour of a day, yesterday began less than 25 hours ago, but it is over.
  const isLastDay = window.toMs >= plan.nowMs && plan.nowMs - window.fromMs <= ONE_DAY_MS
  if (hasDayFigure && isLastDay) return null
  const line = series.find(
    (each) => each.measure === 'price' && names.has(each.subject.toLowerCase()),
  )
  const points = (line?.points ?? []).filter(
    ({ time }) => time * 1000 >= window.fromMs && time * 1000 <= window.toMs,
  )
  const [first, last] = [points[0], points.at(-1)]
  if (line === undefined || first === undefined || last === undefined) return null
  const coveredMs = (last.time - first.time) * 1000
  if (coveredMs < MIN_COVERED * (window.toMs - window.fromMs) || first.value <= 0) return null
  const percent = (last.value / first.value - 1) * 100
  const prices = [first, last].map(({ value }) => formatFigure(value, 'usd')).join(' to ')
  const text = `${line.subject} price, ${window.label}: ${prices} (${formatChange(percent)})`
  return { percent, sentence: { text, cite: line.cite, is_quote: false } }
}

/** Returns a note if prices contradict the premise of the question or do not cover its time. */
export function checkPremise(
  parts: PremiseParts,
): { note: string | null; isConfirmed: boolean; sentences: AnswerSentence[] } | null {
  const { intent, figures, plan } = parts
  const isFall = intent.direction === 'fall'
  const [moved, wanted] = isFall ? ['rose', 'fall'] : ['fell', 'rise']
  const change = findPriceChange(parts)
  if (change !== null) {
    const name = plan.subjects[0]?.name ?? ''
    const isConfirmed = isFall ? change.percent < 0 : change.percent > 0
    const { label } = plan.window
    const note = `${name} did not ${wanted} ${during(label)}: it ${moved} ${formatFigure(Math.abs(change.percent), 'percent')}.`
    return { note: isConfirmed ? null : note, isConfirmed, sentences: [change.sentence] }
  }
  const changes = figures.filter(({ measure }) => measure === 'change_24h')
  const [first] = changes
  if (first === undefined) return null
  const own = changes.filter(({ subject }) => subject === first.subject)
  const sentences = own.map(formatFigureSentence)
  const { window } = plan
  if (window.isGiven && window.toMs - window.fromMs > MAX_DAY_MS) {
    const note = `No source has the prices of ${window.label}, only of the last 24 hours.`
    return { note, isConfirmed: true, sentences }
  }
  const isContrary = own.every(({ value }) => (isFall ? value > 0 : value < 0))
  const isConfirmed = own.every(({ value }) => (isFall ? value < 0 : value > 0))
  if (isConfirmed) return { note: null, isConfirmed, sentences }
  const values = own.map(({ value }) => value).toSorted((a, b) => a - b)
  const ends = [values[0], values.at(-1)].map((value = 0) => formatFigure(value, 'percent'))
  const range = [...new Set(ends)].join(' to ')
  const name = plan.subjects[0]?.name ?? first.subject
  const note = isContrary
    ? `${name} did not ${wanted} in the last 24 hours: it ${moved} (${range}).`
    : `Sources do not agree that ${name} ${isFall ? 'fell' : 'rose'} in the last 24 hours (${range}).`
  return { note, isConfirmed, sentences }
}

/** Answers "Is SOL above $100?" by the figures of the first subject, or returns null for other questions. */
export function checkLimit({
  intent: { limit, measures },
  figures,
  plan,
}: PremiseParts): string | null {
  const [subject] = plan.subjects
  if (limit === null || subject === undefined) return null
  const names = new Set(listNames(subject))
  const values = figures.flatMap(({ measure, subject: of, value }) =>
    measure === measures[0] && names.has(of.toLowerCase()) ? [value] : [],
  )
  if (values.length === 0) return null
  const above = values.filter((value) => value > limit.value).length
  if (above > 0 && above < values.length) {
    return `Sources do not agree that ${subject.name} is ${limit.isAbove ? 'above' : 'below'} ${limit.given}.`
  }
  const isAbove = above > 0
  return `${isAbove === limit.isAbove ? 'Yes' : 'No'}, ${subject.name} is ${isAbove ? 'above' : 'below'} ${limit.given}.`
}

const during = (label: string): string =>
  /^(?:the |\p{Lu}\p{Ll}+$|\d{4}$)/u.test(label) ? `in ${label}` : label
