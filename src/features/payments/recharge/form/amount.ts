import { formatNumber, withSeparators } from '#contract/numbers.ts'
import {
  formatSol,
  formatTokenAmount,
  LAMPORTS_PER_POINT,
  POINTS_PER_SOL,
  solToLamports,
} from '#contract/money.ts'
import type { RechargeRecord } from '#contract/payments.ts'
import { shortenAddress } from '#src/ui/address.tsx'
import type { TokenTerms } from './payment-terms.ts'

export const MIN_SOL = 0.1
export const STEP_SOL = 0.1

type Limits = { readonly minSol: number; readonly maxSol: number }

export const findAmountProblem = (amountSol: number, { minSol, maxSol }: Limits): string | null => {
  if (!Number.isFinite(amountSol)) return 'Enter an amount in SOL.'
  if (amountSol <= 0) return 'The amount must be more than 0 SOL.'
  if (amountSol < minSol) return `Enter at least ${formatSol(minSol)} SOL.`
  if (amountSol > maxSol) return `Enter at most ${formatSol(maxSol)} SOL.`
  return null
}

/** Returns a warning about a valid amount, or null. `walletSol` may be unknown. */
export const findAmountWarning = (
  amountSol: number,
  walletSol: number | string | null | undefined,
): string | null => {
  if (!(amountSol > 0)) return null
  const held = walletSol === null || walletSol === undefined ? Number.NaN : Number(walletSol)
  if (amountSol > held) return 'This is more than your wallet holds.'
  if (amountSol + NETWORK_FEE_SOL > held) return 'Your wallet also needs a little SOL for the fee.'
  return amountSol < MIN_SOL ? `This is below the usual minimum of ${MIN_SOL} SOL.` : null
}

/** One signature on Solana. */
export const NETWORK_FEE_SOL = 0.000_005
/** Stays in the wallet for fees and for the rent of its account. */
const RESERVED_SOL = 0.002

/** Returns the most that the wallet can pay, in whole POINTS and within the server's limit; 0 when that is nothing. */
export const computeMaxAmount = (
  walletSol: number | string | null | undefined,
  maxSol: number,
): number => {
  const held = walletSol === null || walletSol === undefined ? Number.NaN : Number(walletSol)
  const points = Math.floor(Math.min(held - RESERVED_SOL, maxSol) * POINTS_PER_SOL)
  return points > 0 ? points / POINTS_PER_SOL : 0
}

/** Raw units of the token for an amount in SOL, rounded up as the server does. */
export const computeTokenPrice = (amountSol: number, { rawPerPoint }: TokenTerms): bigint =>
  (solToLamports(amountSol) * rawPerPoint + LAMPORTS_PER_POINT - 1n) / LAMPORTS_PER_POINT

/** `50 DEMO` for an amount in raw units. */
export const formatToken = (raw: bigint, { decimals, symbol }: TokenTerms): string =>
  `${groupThousands(formatTokenAmount(raw, decimals))} ${symbol}`

/**
 * Returns the price of an order in tokens, such as `50 DEMO`, or null for SOL. Another mint is named by its short address.
 */
export const formatRecordTokens = (
  { currency, token_amount: amount, token_mint: mint }: RechargeRecord,
  token: TokenTerms | null,
): string | null => {
  if (currency !== 'TOKEN') return null
  const isOurs = token !== null && (mint === null || mint === undefined || mint === token.mint)
  const symbol = isOurs ? token.symbol : mint ? shortenAddress(mint) : 'tokens'
  return `${amount ? groupThousands(amount) : 'N/A'} ${symbol}`
}

/** Separates the thousands in the whole part of exact decimal text. */
const groupThousands = (decimal: string): string => {
  const [whole = '', fraction] = decimal.split('.')
  const shown = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return withSeparators(fraction === undefined ? shown : `${shown}.${fraction}`)
}

const HUNDREDTHS_OF_POINT = 100

/** `50 POINTS` for 0.5 SOL, with at most two decimals, rounded down; null without a positive amount. */
export const formatSolAsPoints = (sol: number | string | null | undefined): string | null => {
  if (sol === null || sol === undefined || sol === '') return null
  const amount = Number(sol)
  if (!Number.isFinite(amount) || amount < 0) return null
  const lamports = solToLamports(amount)
  const points =
    Number((lamports * BigInt(HUNDREDTHS_OF_POINT)) / LAMPORTS_PER_POINT) / HUNDREDTHS_OF_POINT
  const text = formatNumber(points, { maximumFractionDigits: 2 })
  return `${text} ${points === 1 ? 'POINT' : 'POINTS'}`
}

/** `about $123.40`; null when the value is not known. */
export const formatUsd = (usd: number | string | null | undefined): string | null => {
  const value = usd === null || usd === undefined || usd === '' ? Number.NaN : Number(usd)
  if (!Number.isFinite(value)) return null
  return `about ${formatNumber(value, { style: 'currency', currency: 'USD' })}`
}

/** Returns the POINTS and dollars of an amount in SOL: `50 POINTS · about $84.20`. */
export const formatWorth = (
  sol: number,
  usdPerSol: number | string | null | undefined,
): string | null => {
  const points = sol > 0 ? formatSolAsPoints(sol) : null
  if (points === null) return null
  const price = Number(usdPerSol ?? Number.NaN)
  const usd = Number.isFinite(price) && price > 0 ? formatUsd(sol * price) : null
  return usd === null ? points : `${points} · ${usd}`
}
