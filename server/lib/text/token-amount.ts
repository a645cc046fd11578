import { formatTokenAmount } from '#contract/money.ts'
import { groupDigits } from './group-digits.ts'

const WHOLE_FROM = 1_000n

/** Returns the exact amount: `1,234.567`. */
export const formatExactAmount = (raw: bigint, decimals: number): string =>
  groupDigits(formatTokenAmount(raw, decimals))

/** Returns the amount for a column of them: from 1,000 tokens on without a fraction, `1,235`. */
export function formatColumnAmount(raw: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals)
  const isWhole = raw >= WHOLE_FROM * unit
  return formatExactAmount(isWhole ? ((raw + unit / 2n) / unit) * unit : raw, decimals)
}
