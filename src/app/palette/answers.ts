import { formatNumber } from '#contract/numbers.ts'
import { POINTS_PER_SOL } from '#contract/money.ts'
import { evaluateFormula } from '#contract/arithmetic.ts'

const LAMPORTS_PER_SOL = 1e9
const MAX_LENGTH = 80
/** A double holds at least this many significant digits. */
const PRECISION = 12

type Unit = { name: string; perSol: number }

const UNITS: Readonly<Record<string, Unit>> = {
  sol: { name: 'SOL', perSol: 1 },
  point: { name: 'POINTS', perSol: POINTS_PER_SOL },
  points: { name: 'POINTS', perSol: POINTS_PER_SOL },
  lamport: { name: 'lamports', perSol: LAMPORTS_PER_SOL },
  lamports: { name: 'lamports', perSol: LAMPORTS_PER_SOL },
}

const findUnit = (word: string): Unit | undefined =>
  Object.hasOwn(UNITS, word) ? UNITS[word] : undefined

const format = (value: number): string =>
  formatNumber(Number(value.toPrecision(PRECISION)), { maximumFractionDigits: PRECISION })

const formatAmount = (value: number, { name }: Unit): string =>
  `${format(value)} ${name === 'POINTS' && value === 1 ? 'POINT' : name}`

/** Returns the value of `2 * (3 + 4)`, `1,000 × 2` or `15% of 200`; null for other text. */
const calculate = (text: string): number | null => {
  const plain = text
    .replaceAll(/(\d),(?=\d{3}(?:\D|$))/g, '$1')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('**', '^')
    .replaceAll(/(\d+(?:\.\d+)?)\s*%\s*of\b/g, '($1/100)*')
  if (!/^[\d\s.+\-*/%^()e]+$/i.test(plain) || !/\d/.test(plain)) return null
  const value = evaluateFormula(plain)
  return Number.isFinite(value) ? value : null
}

/** `result` is the text to copy. */
export type Answer = { title: string; result: string }

const CONVERSION =
  /^(.+?)\s*(sol|points?|lamports?)(?:\s*(?:in|to|as|=)\s*(sol|points?|lamports?)?)?\s*\??$/

const findConversion = (text: string): Answer | null => {
  const [, amount = '', from = '', to = ''] = CONVERSION.exec(text) ?? []
  const source = findUnit(from)
  const value = calculate(amount)
  const target = findUnit(to) ?? (source?.name === 'SOL' ? UNITS['points'] : UNITS['sol'])
  if (source === undefined || target === undefined || value === null || source === target)
    return null
  const result = formatAmount((value / source.perSol) * target.perSol, target)
  return { title: `${formatAmount(value, source)} = ${result}`, result }
}

/** Returns the result of a calculation, or of a conversion such as `0.5 sol` or `30 points in sol`; null for other text. */
export const findAnswer = (typed: string): Answer | null => {
  const text = typed.trim().toLowerCase()
  if (text === '' || text.length > MAX_LENGTH) return null
  const conversion = findConversion(text)
  if (conversion !== null) return conversion
  // A lone number needs no answer, and a date such as 2026-11-20 is not a calculation.
  if (!/[\d)]\s*[-+*/×÷%^]/.test(text) || /^\d{4}-\d{1,2}-\d{1,2}$/.test(text)) return null
  const value = calculate(text)
  return value === null
    ? null
    : { title: `${typed.trim()} = ${format(value)}`, result: format(value) }
}
