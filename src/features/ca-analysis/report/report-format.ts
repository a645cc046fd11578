import { lamportsToSol } from '#contract/money.ts'
import { formatNumber, withSeparators } from '#contract/numbers.ts'
import { formatDate } from '#src/lib/dates.ts'

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

export type TokenUnits = {
  readonly decimals: number
  /** The price of 1 SOL in dollars; null when unknown. */
  readonly solUsd: number | null
}

type SolOptions = { isColumn?: boolean }

/** `+1.25`, `−0.5`, `0`: SOL with its sign, at most three decimals, more for dust. In a column, the decimals line up. */
export const formatSignedSol = (
  sol: number | null,
  { isColumn = false }: SolOptions = {},
): string => {
  if (sol === null) return '—'
  const size = Math.abs(sol)
  const digits = size !== 0 && size < 0.001 ? 6 : size < 100 ? 3 : 1
  const text = formatNumber(size, {
    maximumFractionDigits: digits,
    minimumFractionDigits: isColumn && size !== 0 ? digits : 0,
  })
  if (!/[1-9]/.test(text)) return '0'
  return `${sol < 0 ? '−' : '+'}${text}`
}

/** Returns a ratio as a percentage: 0.256 is `25.6%`, 0.93 is `93.0%`, 1 is `100%`, and null is a dash. */
export const formatRatio = (ratio: number | null, isSigned = false): string => {
  if (ratio === null || !Number.isFinite(ratio)) return '—'
  const percent = Math.abs(ratio * 100)
  const digits = percent < 0.05 || percent >= 99.95 ? 0 : 1
  const text = formatNumber(percent, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const sign = text === '0' ? '' : ratio < 0 ? '−' : isSigned ? '+' : ''
  return `${sign}${text}%`
}

/** Returns the probability of a result by chance as a percentage; a dash for null. */
export const formatChance = (chance: number | null): string =>
  chance !== null && chance < 0.001 ? '< 0.1%' : formatRatio(chance)

/** `45 s`, `12 min`, `3 h 20 min`, `2 d 4 h`; a dash for an unknown span. */
export const formatSpan = (seconds: number | null): string => {
  if (seconds === null || !Number.isFinite(seconds) || seconds < 0) return '—'
  const whole = Math.round(seconds)
  if (whole < MINUTE) return `${whole} s`
  if (whole < HOUR) return `${Math.round(whole / MINUTE)} min`
  return whole < DAY
    ? formatInUnits(whole, HOUR, MINUTE, 'h', 'min')
    : formatInUnits(whole, DAY, HOUR, 'd', 'h')
}

const formatInUnits = (
  seconds: number,
  big: number,
  small: number,
  bigName: string,
  smallName: string,
): string => {
  const rest = Math.floor((seconds % big) / small)
  return `${Math.floor(seconds / big)} ${bigName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`
}

/** Raw units of a token with `decimals` as whole tokens, shortened: `1.5M`, `12,345`, `0.0042`. */
export const formatTokens = (raw: string, decimals: number): string => {
  const units = BigInt(raw)
  const scale = 10n ** BigInt(decimals)
  const whole = Number(units / scale) + Number(units % scale) / Number(scale)
  const size = Math.abs(whole)
  const text = formatNumber(size, {
    notation: size >= 1e6 ? 'compact' : 'standard',
    maximumFractionDigits: size >= 1 ? 2 : 6,
  })
  return whole < 0 ? `−${text}` : text
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'
/** Smaller values on an axis are rounding residue of its zero. */
const MIN_AXIS_PRICE = 1e-14

/** SOL per token with five digits, written like the axis of the chart; a dash for none. */
export const formatPrice = (price: number | null): string =>
  price === null ? '—' : countZeros(price, 5)

/** Returns a price with four digits and its leading zeros counted: `0.0₆1599` for 0.0000001599; a dash for none. */
export const formatAxisPrice = (price: number | null): string =>
  price === null ? '—' : countZeros(price, 4)

const countZeros = (price: number, maximumSignificantDigits: number): string => {
  const size = Math.abs(price)
  if (size < MIN_AXIS_PRICE) return '0'
  const [mantissa = '', exponent = ''] = size.toExponential(maximumSignificantDigits - 1).split('e')
  const zeros = -Number(exponent) - 1
  if (zeros < 4) return formatNumber(price, { maximumSignificantDigits })
  const digits = mantissa.replace('.', '').replace(/0+$/, '')
  const count = String(zeros).replaceAll(/\d/g, (digit) => SUBSCRIPTS[Number(digit)] ?? '')
  return `${price < 0 ? '−' : ''}${withSeparators('0.0')}${count}${digits}`
}

export const formatTime = (unixSeconds: number | null): string =>
  unixSeconds === null ? '—' : formatDate(unixSeconds * 1000, 'date and clock')

/** `Early seller` for the server's `early_seller`. */
export const formatLabel = (label: string): string => {
  const words = label === 'one_hit' ? 'few sales' : label.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** SOL without a sign, with the digits that its size calls for. */
export const formatSol = (sol: number | null, options?: SolOptions): string =>
  formatSignedSol(sol, options).replace(/^\+/, '')

/** Lamports as SOL, with the digits that the size calls for. */
export const formatLamportsShort = (lamports: string | bigint, options?: SolOptions): string =>
  formatSol(lamportsToSol(BigInt(lamports)), options)

/** US dollars: `$1.2M`, `$12,345`, `$70.70`, `$0`; a dash when unknown. */
export const formatUsd = (usd: number | null): string => {
  if (usd === null || !Number.isFinite(usd)) return '—'
  const size = Math.abs(usd)
  const sign = usd < 0 ? '−' : ''
  if (size !== 0 && size < 0.01) return `${sign}$${formatAxisPrice(size)}`
  const isBig = size >= 100_000
  const hasCents = size !== 0 && size < 99.995
  const text = formatNumber(size, {
    notation: isBig ? 'compact' : 'standard',
    minimumFractionDigits: hasCents ? 2 : 0,
    maximumFractionDigits: isBig ? 1 : hasCents ? 2 : 0,
  })
  return `${sign}$${text}`
}

/** US dollars where they are known, else SOL: `$12,345`, `3.2 SOL`; a dash for neither. */
export const formatSolOrUsd = (sol: number | null, usd: number | null): string =>
  usd === null && sol !== null ? `${formatSol(sol)} SOL` : formatUsd(usd)

/** US dollars with a sign: `+$456`, `−$0.04`, `$0`. */
export const formatSignedUsd = (usd: number | null): string =>
  `${usd !== null && usd > 0 ? '+' : ''}${formatUsd(usd)}`

/** Returns `1 buy, 2 sells`. */
export const formatTrades = (buys: number, sells: number): string =>
  `${buys} ${buys === 1 ? 'buy' : 'buys'}, ${sells} ${sells === 1 ? 'sell' : 'sells'}`
