import { evaluateFormula } from '#contract/arithmetic.ts'
import { formatCode, NotFound, type Finding } from './tool-result.ts'

/** Doubles are exact to 15 digits. */
const DIGITS = 15
const MAX_CHARS = 300

const WORDS: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(?:please\s+)?(?:what(?:’s|'s| is| are)|how much (?:is|are)|calculate|compute|work out)\b/i,
    ' ',
  ],
  [/[=?]+\s*$/, ' '],
  [/\bsquare root of\s+([\d.,]+)/gi, ' sqrt($1) '],
  [/\b(?:to the power of|raised to)\b/gi, '^'],
  [/\bsquared\b/gi, '^2'],
  [/\b(?:divided by|over)\b/gi, '/'],
  [/\b(?:times|multiplied by)\b/gi, '*'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/[×·]|(?<=\d)\s*x\s*(?=\d)/g, '*'],
  [/[÷:]/g, '/'],
  [/[−–]/g, '-'],
  [/\*\*/g, '^'],
  [/\bper ?cent\b/gi, '%'],
]

const NUMBER = String.raw`(\d+(?:\.\d+)?)`
const PERCENTS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^${NUMBER} is (?:what|how many) (?:%|percent) of ${NUMBER}$`), '$1/$2*100'],
  [new RegExp(`^(?:what|how many) % (?:is|of) ${NUMBER} (?:of|is) ${NUMBER}$`), '$1/$2*100'],
  [new RegExp(`^${NUMBER} ?([+-]) ?${NUMBER} ?%$`), '$1*(1$2$3/100)'],
  [new RegExp(`${NUMBER} ?% of`, 'g'), '$1/100*'],
  [new RegExp(`${NUMBER} ?%`, 'g'), '($1/100)'],
]

/** Works out arithmetic in figures or simple words. Throws `NotFound` with a sentence for anything else. */
export const calculate = (question: string): Finding => {
  const formula = toFormula(question)
  const result = evaluate(formula)
  const rounded = Number(result.toPrecision(DIGITS))
  const shown = rounded.toLocaleString('en-US', { maximumSignificantDigits: DIGITS })
  return {
    text: `${formatCode(question.trim().replaceAll('`', ''))}\n\n**${shown}**`,
    data: { formula, result: rounded },
  }
}

const UNREADABLE =
  'I can’t read that as a calculation. Try for example 12 % of 250, or (3 + 4) * 5.'

const toFormula = (question: string): string => {
  let text = question.slice(0, MAX_CHARS)
  for (const [pattern, replacement] of WORDS) text = text.replaceAll(asGlobal(pattern), replacement)
  // In a list of arguments, a comma separates.
  if (!/[a-z]\s*\(/i.test(text)) text = text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  text = text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
  for (const [pattern, replacement] of PERCENTS) text = text.replace(pattern, replacement)
  if (!/\d|pi|\be\b/.test(text) || !/^[\d\s.+\-*/^(),a-z]+$/.test(text))
    throw new NotFound(UNREADABLE)
  return text
}

const asGlobal = (pattern: RegExp): RegExp =>
  pattern.global ? pattern : new RegExp(pattern.source, `${pattern.flags}g`)

const evaluate = (formula: string): number => {
  const result = evaluateFormula(formula)
  if (Number.isNaN(result)) throw new NotFound(UNREADABLE)
  if (!Number.isFinite(result)) {
    throw new NotFound('That has no finite result: it divides by zero or is too large.')
  }
  return result
}
