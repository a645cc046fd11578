import { POINTS_PER_SOL } from '#contract/money.ts'
import { writeHalves } from '#server/modules/chat/assistant/phrase-entities.ts'

/** An amount of one currency, asked for in another. */
export type Conversion =
  | {
      amount: number
      from: Currency
      to: Currency
      /** The currency that was asked for, when there is no rate for it. */
      unknown?: string
    }
  /** An amount of a currency without a rate. */
  | { unknown: string }

type Currency = 'SOL' | 'USD' | 'USDC' | 'USDT' | 'LAMPORTS'

const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+,\d{1,2}|\d*\.\d+|\d+)(?:\s*[km])?`
const DOLLARS = String.raw`usd|us dollars?|dollars?|d[oó]lar(?:es)?|bucks`
const UNIT = String.raw`(?:sol|usdc|usdt|${DOLLARS}|\$)`
const TARGET_UNIT = String.raw`(?:${UNIT}|lamports?)`
const FOREIGN = String.raw`(?:eur|euros?|€|gbp|pounds?|£|chf|francs?|jpy|yen|¥|cny|rmb|yuan|inr|rupees?|brl|reais)`
const AMOUNT = String.raw`(?<amount>\$\s*${NUMBER}(?:\s*(?:${DOLLARS}))?|${NUMBER}\s*(?:${UNIT}|lamports?|points?)|(?:(?<sign>[€£¥])\s*${NUMBER}|${NUMBER}\s*(?<foreign>${FOREIGN})))`
const OPENER = String.raw`(?:(?:hey|hi|please)[, ]+)?`
const CLOSER = String.raw`(?: (?:right )?now| today| currently| at the moment)?(?: please)?\s*[?.!]*$`

/** "How much is 10 SOL", "10 SOL in USD" and "what are 250 USDC worth". */
const WORTH = new RegExp(
  String.raw`^${OPENER}(?:(?:what(?:'s| is| are| does| do)|whats|how much(?: is| are| font| does| do)?|convert|calculate|(?:the )?(?:value|price|worth) of) )*(?:the (?:value|price|worth) of )?${AMOUNT}(?: worth| cost)?(?: (?:in|to|into|as) (?<target>${TARGET_UNIT}|${FOREIGN}))?(?: worth)?${CLOSER}`,
  'i',
)
/** "How many SOL for $100" and "how much SOL can I get for 100 dollars". */
const BOUGHT = new RegExp(
  String.raw`^${OPENER}how (?:many|much) (?<target>${TARGET_UNIT})(?: (?:is|are|can i (?:get|buy)|do i get|would i get|could i (?:get|buy)|will i get))?(?: (?:for|from|with|in))? ${AMOUNT}(?: worth)?${CLOSER}`,
  'i',
)
const AMOUNT_PARTS =
  /^(?<dollar>\$)?\s*(?<digits>[\d.,]+)\s*(?<scale>[km](?![a-z]))?\s*(?<unit>.*)$/i
const IS_FOREIGN = new RegExp(`^${FOREIGN}$`, 'i')
const LAMPORTS_PER_SOL = 1e9
/** More than there is of any of these currencies. */
const MAX_AMOUNT = 1e12
/** A bare amount is no question. */
const ASKS = /\b(?:what|whats|how|convert|calculate|worth|value|price|in|to|into|as)\b/i

/** Words of other languages, and the English ones in their place. */
const TRANSLATIONS: readonly [RegExp, string][] = [
  [/美元|美金/g, ' USD '],
  [/欧元/g, ' EUR '],
  [/(?:等于|相当于|是|值|折合|能买|可以买|(?:能|可以)?(?:兑换|换)成?)\s*(?:多少|几)?个?/, ' in '],
  [/ in\s*[?？]*$/, ' worth'],
  [/(?<=\d)\s*[个枚]\s*/g, ' '],
  [/¿/g, ''],
  [/？/g, '?'],
  [
    /^(?:wie ?viele? (?:ist|sind|kosten|kostet)|was (?:ist|sind|kosten|kostet)|cu[aá]nto (?:es|son|vale|valen|cuestan?)|combien (?:font|fait|valent|vaut|co[uû]tent|co[uû]te)|quanto (?:é|e|são|sao|vale|valem|custam?))(?= )/i,
    'how much is',
  ],
  [/ (?:en|em) (?=\p{L}+\s*[?.!]*$)/iu, ' in '],
  [/ wert(?=\s*[?.!]*$)/i, ' worth'],
]

const ASKED_DOLLARS = new RegExp(String.raw`(?<!\p{L})(?:${DOLLARS})(?!\p{L})|\$|美元|美金`, 'iu')
const ASKED_FOREIGN = new RegExp(String.raw`(?<!\p{L})${FOREIGN}(?!\p{L})|欧元|人民币`, 'iu')

/** Returns the currency that a phrase names, `USD` for dollars, or null. */
export const findCurrency = (question: string): string | null =>
  ASKED_DOLLARS.test(question) ? 'USD' : (ASKED_FOREIGN.exec(question)?.[0].toUpperCase() ?? null)

/** Reads a question for the value of an amount, or for what it buys; null for other phrases. */
export function readConversion(question: string): Conversion | null {
  const text = TRANSLATIONS.reduce(
    (read, [words, english]) => read.replace(words, english),
    writeHalves(question).replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim(),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()
  const found = BOUGHT.exec(text) ?? (ASKS.test(text) ? WORTH.exec(text) : null)
  const foreign = found?.groups?.['sign'] ?? found?.groups?.['foreign']
  if (foreign !== undefined) return { unknown: foreign.toUpperCase() }
  const source = readAmount(found?.groups?.['amount'] ?? '')
  if (source === null || source.amount > MAX_AMOUNT) return null
  const { amount, from } = source
  const target = found?.groups?.['target']
  // Without a currency, a POINT is a query.
  if (target === undefined && /points?\W*$/i.test(found?.groups?.['amount'] ?? '')) return null
  if (target !== undefined && IS_FOREIGN.test(target))
    return { amount, from, to: 'USD', unknown: target.toUpperCase() }
  const to = target === undefined ? (from === 'USD' ? 'SOL' : 'USD') : readCurrency(target)
  return from === to ? null : { amount, from, to }
}

function readAmount(written: string): { amount: number; from: Currency } | null {
  const groups = AMOUNT_PARTS.exec(written)?.groups
  if (groups === undefined) return null
  const { dollar, digits = '', scale = '', unit = '' } = groups
  const number = Number(
    // A comma before one or two digits is a decimal comma.
    /^\d+,\d{1,2}$/.test(digits) ? digits.replace(',', '.') : digits.replaceAll(',', ''),
  )
  const amount = number * ({ k: 1_000, m: 1_000_000 }[scale.toLowerCase()] ?? 1)
  if (/^lamports?$/i.test(unit)) return { amount: amount / LAMPORTS_PER_SOL, from: 'SOL' }
  if (/^points?$/i.test(unit)) return { amount: amount / POINTS_PER_SOL, from: 'SOL' }
  return { amount, from: readCurrency(dollar ?? unit) }
}

function readCurrency(written: string): Currency {
  const name = written.toUpperCase()
  if (name.startsWith('LAMPORT')) return 'LAMPORTS'
  return name === 'SOL' || name === 'USDC' || name === 'USDT' ? name : 'USD'
}

/** Returns the conversion as a sentence. A stablecoin counts as one dollar, which the text says. */
export function describeConversion(conversion: Conversion, usdPerSol: number): string {
  const rate = `1 SOL = ${formatAmount(usdPerSol, 'USD')}`
  if (!('amount' in conversion)) {
    return `I have no rate for ${conversion.unknown}. ${rate}, and I can convert between SOL, USD, USDC and USDT.`
  }
  const { amount, from, to, unknown } = conversion
  const dollars = from === 'SOL' ? amount * usdPerSol : amount
  const sol = dollars / usdPerSol
  const result =
    to === 'SOL' ? sol : to === 'LAMPORTS' ? Math.round(sol * LAMPORTS_PER_SOL) : dollars
  const other = from === 'SOL' || to === 'SOL' ? '' : `, or ${formatAmount(sol, 'SOL')}`
  const coin = [from, to].find((each) => each === 'USDC' || each === 'USDT')
  return [
    `${amount.toLocaleString('en-US', { maximumFractionDigits: 9 })} ${from} = **${formatAmount(result, to)}**${other}`,
    // The amount of 1 SOL in dollars is the rate itself.
    ...(amount === 1 && from === 'SOL' && to === 'USD' ? [] : [`At ${rate}.`]),
    ...(unknown === undefined ? [] : [`I have no rate for ${unknown}, so this is in US dollars.`]),
    ...(coin === undefined ? [] : [`1 ${coin} is counted as 1 USD.`]),
  ].join('\n\n')
}

/** Small values keep digits that tell something. */
const formatAmount = (value: number, currency: Currency): string => {
  const digits =
    currency === 'SOL'
      ? value < 1
        ? { maximumSignificantDigits: 6 }
        : { maximumFractionDigits: 5 }
      : value < 0.01
        ? { maximumSignificantDigits: 3 }
        : { maximumFractionDigits: 2 }
  const unit = currency === 'LAMPORTS' ? 'lamports' : currency
  return `${value.toLocaleString('en-US', digits)} ${unit}`
}
