/** An amount of one currency, asked for in another. */
export type Conversion = { amount: number; from: Currency; to: Currency }

type Currency = 'SOL' | 'USD' | 'USDC' | 'USDT'

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s*([km])?`
const UNIT = String.raw`(sol|usdc|usdt|usd|us dollars?|dollars?|d[oó]lar(?:es)?|bucks|\$)`
const AMOUNT = String.raw`(?:(\$)\s*${NUMBER}|${NUMBER}\s*${UNIT})`
const OPENER = String.raw`(?:(?:hey|hi|please)[, ]+)?`
const CLOSER = String.raw`(?: (?:right )?now| today| currently| at the moment)?(?: please)?\s*[?.!]*$`

/** "How much is 10 SOL", "10 SOL in USD" and "what are 250 USDC worth". */
const WORTH = new RegExp(
  String.raw`^${OPENER}(?:(?:what(?:'s| is| are)|whats|how much(?: is| are| font)?|convert|calculate|(?:the )?(?:value|price|worth) of) )*(?:the (?:value|price|worth) of )?${AMOUNT}(?: worth)?(?: (?:in|to|into|as) ${UNIT})?(?: worth)?${CLOSER}`,
  'i',
)
/** "How many SOL for $100" and "how much SOL can I get for 100 dollars". */
const BOUGHT = new RegExp(
  String.raw`^${OPENER}how (?:many|much) ${UNIT}(?: (?:is|are|can i (?:get|buy)|do i get|would i get|could i (?:get|buy)|will i get))?(?: (?:for|from|with|in))? ${AMOUNT}(?: worth)?${CLOSER}`,
  'i',
)
/** More than there is of any of these currencies. */
const MAX_AMOUNT = 1e12
/** A bare amount is no question. */
const ASKS = /\b(?:what|whats|how|convert|calculate|worth|value|price|in|to|into|as)\b/i

/** Reads a question for the worth of an amount, or for what it buys; null for any other phrase. */
export function readConversion(question: string): Conversion | null {
  const text = question.replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim()
  const bought = BOUGHT.exec(text)
  if (bought !== null) {
    const [, to = '', ...amount] = bought
    return toConversion(amount, to)
  }
  const worth = ASKS.test(text) ? WORTH.exec(text) : null
  if (worth === null) return null
  const amount = worth.slice(1)
  return toConversion(amount, amount[6])
}

function toConversion(groups: readonly (string | undefined)[], target?: string): Conversion | null {
  const [dollar, dollars, dollarScale, digits, scale, unit] = groups
  const written = dollars ?? digits
  if (written === undefined) return null
  const from = readCurrency(dollar ?? unit ?? '')
  const to = target === undefined ? (from === 'USD' ? 'SOL' : 'USD') : readCurrency(target)
  const factor = { k: 1_000, m: 1_000_000 }[(dollarScale ?? scale ?? '').toLowerCase()] ?? 1
  const amount = Number(written.replaceAll(',', '')) * factor
  return from === to || amount > MAX_AMOUNT ? null : { amount, from, to }
}

function readCurrency(written: string): Currency {
  const name = written.toUpperCase()
  return name === 'SOL' || name === 'USDC' || name === 'USDT' ? name : 'USD'
}

/** Returns the conversion as a sentence. A stablecoin counts as one dollar, which the text says. */
export function describeConversion({ amount, from, to }: Conversion, usdPerSol: number): string {
  const dollars = from === 'SOL' ? amount * usdPerSol : amount
  const result = to === 'SOL' ? dollars / usdPerSol : dollars
  const other =
    from === 'SOL' || to === 'SOL' ? '' : `, or ${formatAmount(dollars / usdPerSol, 'SOL')}`
  const coin = [from, to].find((each) => each === 'USDC' || each === 'USDT')
  return [
    `${amount.toLocaleString('en-US', { maximumFractionDigits: 9 })} ${from} = **${formatAmount(result, to)}**${other}`,
    `At 1 SOL = ${formatAmount(usdPerSol, 'USD')}.`,
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
  return `${value.toLocaleString('en-US', digits)} ${currency}`
}
