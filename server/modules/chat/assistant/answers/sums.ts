import { calculate } from '#server/mcp-servers/arithmetic.ts'

/** Words that people write around a calculation, in the six languages of the chat. */
const AROUND: readonly RegExp[] = [
  /[¿¡?!？！=]+/g,
  /^(?:please|pls|hey|bitte|por favor|svp)\b/,
  /^(?:what ?(?:s|is|are)?|wat is|how much (?:is|are)|calculate|compute|work out|solve)\b/,
  /^(?:was (?:sind|ist|macht|ergibt)|wie ?viel (?:sind|ist|macht|ergibt)|rechne|berechne)\b/,
  /^(?:cuanto (?:es|son|da)|calcula(?:r|me)?)\b/,
  /^(?:(?:ca fait )?combien (?:font|fait|vaut)|calcule[rz]?)\b/,
  /^(?:quanto (?:e|sao|da|faz|fica)|calcul[ae])\b/,
  /(?:等于|是)?多少|等于|请问|计算|^算(?:一下)?/g,
  /\b(?:please|pls|bitte|por favor|svp|gleich|exactly|equals?)\s*$/,
  /\b(?:sol|usdc?|dollars?|dolares|euros?|points?|pts|punkte?)\b|[$€]/g,
  /^\s*(?:el|la|le|les|o|the|die|der|das)\b/,
]

const OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:per ?cent|prozent|por ?ciento|pour ?cents?|por ?cento)\b/g, '%'],
  [/% ?(?:von|vom|de|du|da|do|del|of)(?: (?:the|el|la|los))?\b/g, '% of '],
  [
    /\b(?:multiplied by|times|mal|por|multiplicado por|fois|multiplie par|vezes)\b|乘以|乘上|乘/g,
    '*',
  ],
  [/\b(?:divided by|geteilt durch|dividido (?:por|entre|\*)|entre|divise par)\b|除以/g, '/'],
  [/\b(?:plus|und|mas|mais)\b|加上|加/g, '+'],
  [/\b(?:minus|menos|moins)\b|减去|减/g, '-'],
  [/(\d+(?:\.\d+)?)的(\d+(?:\.\d+)?) ?%/g, '$2% of $1'],
]
/** A decimal comma, as in `12,5`; `1,200` has three digits after it. */
const DECIMAL_COMMA = /(\d),(\d{1,2})(?!\d)/g
const SUM = /^[\d\s.,+\-*/^×÷()%]+(?:of[\d\s.,+\-*/^×÷()%]+)?$/
const OPERATION = /[\d)%]\s*(?:[+\-*/^×÷]|% ?of)\s*[\d(]/
const DATE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/

/** Returns the result of a phrase that is nothing but a sum, else null. */
export function answerSum(question: string): string | null {
  let text = question
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .trim()
  if (DATE.test(text)) return null
  for (const pattern of AROUND) text = text.replace(pattern, ' ').trim()
  for (const [pattern, sign] of OPERATORS) text = text.replaceAll(pattern, sign)
  text = text.replaceAll(DECIMAL_COMMA, '$1.$2').replaceAll(/\s+/g, ' ').trim()
  if (!SUM.test(text) || !OPERATION.test(text)) return null
  try {
    return calculate(text).text
  } catch {
    return null
  }
}
