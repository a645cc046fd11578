import { formatLamports, LAMPORTS_PER_POINT } from '#contract/money.ts'
import { formatNumber } from '#contract/numbers.ts'
import { groupDigits } from '#server/lib/text/group-digits.ts'
import { formatFacts, NotFound, type Finding, type Row } from './tool-result.ts'

type Unit = 'sol' | 'lamports' | 'points' | 'usd'

const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/^sols?$/, 'sol'],
  [/^lamports?$/, 'lamports'],
  [/^points?$/, 'points'],
  [/^(?:usd|dollars?|us dollars?|\$|bucks)$/, 'usd'],
]
const UNIT = String.raw`(us dollars?|dollars?|usd|bucks|sols?|lamports?|points?|\$)`
const AMOUNT = String.raw`(\d[\d,]*(?:\.\d+)?|\.\d+)\s*([km](?![a-z]))?`
const AMOUNT_FIRST = new RegExp(`${AMOUNT}\\s*${UNIT}`, 'i')
const SIGN_FIRST = new RegExp(`(\\$)\\s*${AMOUNT}`, 'i')
const TARGET = new RegExp(
  `(?:\\b(?:in|to|into|as|worth in|make)|=)\\s*(?:how many\\s*)?${UNIT}`,
  'i',
)
const HOW_MANY = new RegExp(`how (?:many|much)\\s+${UNIT}`, 'i')

const DECIMALS: Record<Exclude<Unit, 'usd'>, number> = { sol: 9, lamports: 0, points: 7 }
const MAX_DIGITS = 20
const NO_PRICE = 'No SOL price is known here, so dollars cannot be converted.'
const UNREADABLE = 'Write an amount and its unit, for example 2.5 SOL in lamports.'

/** Converts a phrase's amount: SOL, lamports and POINTS exactly, dollars by price. Throws `NotFound` without amount or price. */
export const convert = async (
  question: string,
  price: () => Promise<number | null>,
): Promise<Finding> => {
  const { amount, unit, target } = readAmount(question)
  const usdPerSol = unit === 'usd' || target === 'usd' || target === null ? await price() : null
  if ((unit === 'usd' || target === 'usd') && usdPerSol === null) throw new NotFound(NO_PRICE)
  const lamports =
    unit === 'usd'
      ? BigInt(Math.round((Number(amount) / (usdPerSol ?? 1)) * 1e9))
      : toLamports(amount, unit)
  const shown: Record<Unit, string | null> = {
    sol: `${groupDigits(formatLamports(lamports))} SOL`,
    lamports: `${formatNumber(lamports)} ${lamports === 1n ? 'lamport' : 'lamports'}`,
    points: pointsText(lamports),
    usd: usdPerSol === null ? null : usdText((Number(lamports) / 1e9) * usdPerSol),
  }
  const given = unit === 'usd' ? usdText(Number(amount)) : shown[unit]
  const note = usdPerSol === null ? '' : `\n\n1 SOL is ${usdText(usdPerSol)} now.`
  const isAbout = unit === 'usd' || target === 'usd'
  const rows: Row[] = (['sol', 'lamports', 'points', 'usd'] as const).flatMap((each) => {
    const text = shown[each]
    return text === null || each === unit ? [] : [[NAMES[each], text] as const]
  })
  return {
    text:
      target === null || target === unit
        ? `${given} is the same as:\n\n${formatFacts(rows)}${note}`
        : `${given} ${isAbout ? 'is about' : 'is'} **${shown[target]}**.${isAbout ? note : ''}`,
    data: { lamports: String(lamports), usd_per_sol: usdPerSol },
  }
}

const NAMES: Record<Unit, string> = {
  sol: 'SOL',
  lamports: 'Lamports',
  points: 'POINTS',
  usd: 'USD',
}

const readAmount = (question: string): { amount: string; unit: Unit; target: Unit | null } => {
  const named = AMOUNT_FIRST.exec(question)
  const signed = SIGN_FIRST.exec(question)
  const [, digits, factor, name] =
    named ?? (signed === null ? [] : [signed[0], signed[2], signed[3], signed[1]])
  const unit = parseUnit(name)
  if (digits === undefined || unit === null) throw new NotFound(UNREADABLE)
  const plain = digits.replaceAll(',', '')
  if (plain.length > MAX_DIGITS) throw new NotFound('This amount is too large to convert.')
  const zeros = factor === undefined ? 0 : factor.toLowerCase() === 'k' ? 3 : 6
  const rest = question.replace((named ?? signed)?.[0] ?? '', ' ')
  const target = parseUnit((TARGET.exec(rest) ?? HOW_MANY.exec(rest))?.[1])
  return { amount: shifted(plain, zeros), unit, target }
}

const parseUnit = (name: string | undefined): Unit | null =>
  UNITS.find(([pattern]) => pattern.test(name?.toLowerCase() ?? ''))?.[1] ?? null

const shifted = (amount: string, places: number): string => {
  const [whole = '', fraction = ''] = amount.split('.')
  const moved = fraction.padEnd(places, '0')
  const rest = moved.slice(places)
  return `${whole}${moved.slice(0, places)}${rest === '' ? '' : `.${rest}`}`
}

const toLamports = (amount: string, unit: Exclude<Unit, 'usd'>): bigint => {
  const [whole = '', fraction = ''] = amount.split('.')
  const places = DECIMALS[unit]
  if (/[1-9]/.test(fraction.slice(places))) {
    throw new NotFound('That is less than one lamport, the smallest unit.')
  }
  return (
    BigInt(whole === '' ? '0' : whole) * 10n ** BigInt(places) +
    BigInt(fraction.slice(0, places).padEnd(places, '0') || '0')
  )
}

const pointsText = (lamports: bigint): string => {
  const whole = lamports / LAMPORTS_PER_POINT
  const part = (lamports % LAMPORTS_PER_POINT).toString().padStart(7, '0').replace(/0+$/, '')
  const text = `${formatNumber(whole)}${part === '' ? '' : `.${part}`}`
  return `${text} ${text === '1' ? 'POINT' : 'POINTS'}`
}

const usdText = (usd: number): string =>
  usd.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: Math.abs(usd) < 1 ? 6 : 2,
  })
