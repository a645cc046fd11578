/** 1 SOL = 1,000,000,000 lamports. */
const LAMPORTS_PER_SOL = 1_000_000_000n
/** 1 POINT = 0.01 SOL; every paid query costs one. */
export const LAMPORTS_PER_POINT = 10_000_000n
/** Balances and amounts are shown with at most this many decimals. */
const DISPLAY_DECIMALS = 6

/** SOL as a number for the wire, exact to the lamport up to about 9 million SOL (2^53 lamports). */
export const lamportsToSol = (lamports: bigint): number => Number(lamports) / 1e9

/**
 * SOL typed by a person to lamports: times 1e9, rounded down. The product is corrected for binary fractions first
 * (0.29 SOL is 290,000,000 lamports although 0.29 * 1e9 is 289,999,999.99999994 in IEEE 754).
 */
export const solToLamports = (sol: number): bigint => {
  if (!Number.isFinite(sol) || sol <= 0) return 0n
  // From here on `toFixed` answers in powers of ten; such a number has no fraction anyway.
  if (sol >= 1e21) return BigInt(sol) * LAMPORTS_PER_SOL
  const [whole = '0', fraction = ''] = sol.toFixed(12).split('.')
  return BigInt(whole) * LAMPORTS_PER_SOL + BigInt(fraction.slice(0, 9))
}

/** `1234.5` for 1,234.5 SOL: 0 to 6 decimals, thousands separated; `N/A` for a missing or unreadable amount. */
export const formatSol = (sol: number | string | null | undefined): string => {
  if (sol === null || sol === undefined || sol === '') return 'N/A'
  const amount = Number(sol)
  if (!Number.isFinite(amount)) return 'N/A'
  return amount.toLocaleString('en-US', {
    minimumFractionDigits: 0,
    maximumFractionDigits: DISPLAY_DECIMALS,
  })
}

/** Lamports as exact SOL text with up to nine decimals and no trailing zeros: `0.010000001`. */
export const formatLamports = (lamports: bigint): string => {
  const sign = lamports < 0n ? '-' : ''
  const digits = (lamports < 0n ? -lamports : lamports).toString().padStart(10, '0')
  const fraction = digits.slice(-9).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Raw token units as whole tokens, exact, without trailing zeros: 2500000 of 6 decimals is `2.5`. */
export const formatTokenAmount = (rawAmount: bigint, decimals: number): string => {
  const digits = rawAmount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}
