import { formatNumber } from './numbers.ts'

const LAMPORTS_PER_SOL = 1_000_000_000n
/** 1 POINT = 0.01 SOL. */
export const LAMPORTS_PER_POINT = 10_000_000n
export const POINTS_PER_SOL = 100
const SOL_DECIMALS = 9
const DISPLAY_DECIMALS = 6

/** Returns SOL as a number, exact up to about 9 million SOL (2^53 lamports). */
export const lamportsToSol = (lamports: bigint): number => Number(lamports) / 1e9

/** Returns lamports, rounded down without binary errors (0.29 SOL is exact). 0 for negative and non-finite amounts. */
export const solToLamports = (sol: number): bigint => {
  if (!Number.isFinite(sol) || sol <= 0) return 0n
  if (sol >= 1e21) return BigInt(sol) * LAMPORTS_PER_SOL
  const [whole = '0', fraction = ''] = sol.toFixed(12).split('.')
  return BigInt(whole) * LAMPORTS_PER_SOL + BigInt(fraction.slice(0, 9))
}

/** Returns whole POINTS, rounded down; 0 for amounts that `solToLamports` takes for 0. */
export const solToPoints = (sol: number): bigint => solToLamports(sol) / LAMPORTS_PER_POINT

/** Returns SOL text with 0 to 6 decimals, `1,234.5`; `N/A` for a missing or unreadable amount. */
export const formatSol = (sol: number | string | null | undefined): string => {
  if (sol === null || sol === undefined || sol === '') return 'N/A'
  const amount = Number(sol)
  if (!Number.isFinite(amount)) return 'N/A'
  return formatNumber(amount, {
    minimumFractionDigits: 0,
    maximumFractionDigits: DISPLAY_DECIMALS,
  })
}

/** Returns `1 POINT` or `1,234 POINTS`. */
export const formatPoints = (points: number | bigint): string =>
  `${formatNumber(points)} ${Number(points) === 1 ? 'POINT' : 'POINTS'}`

/** Returns exact SOL text without trailing zeros: `0.010000001`. */
export const formatLamports = (lamports: bigint): string => {
  const amount = lamports < 0n ? -lamports : lamports
  return `${lamports < 0n ? '-' : ''}${formatTokenAmount(amount, SOL_DECIMALS)}`
}

/** Returns raw units in whole tokens as exact text: 2500000 with 6 decimals is `2.5`. Not for negative amounts. */
export const formatTokenAmount = (rawAmount: bigint, decimals: number): string => {
  const digits = rawAmount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
