import type { RechargeStatus } from '#contract/payments.ts'

/**
 * Money decides: whatever was PENDING, CANCELLED or EXPIRED becomes PAID when its payment is found on the chain.
 * PAID is final; a second payment for the same order is a deposit of its own.
 */
const NEXT: Readonly<Record<RechargeStatus, readonly RechargeStatus[]>> = {
  PENDING: ['PAID', 'CANCELLED', 'EXPIRED'],
  CANCELLED: ['PAID'],
  EXPIRED: ['PAID'],
  PAID: [],
}

export const canBecome = (from: RechargeStatus, to: RechargeStatus): boolean =>
  NEXT[from].includes(to)

/** The statuses from which an order may go to `to`. */
export const statusesBefore = (to: RechargeStatus): readonly RechargeStatus[] =>
  (Object.keys(NEXT) as RechargeStatus[]).filter((from) => canBecome(from, to))

/** The same as a condition for the statement that moves it; a constant text, so that partial indexes serve it. */
export const isBefore = (to: RechargeStatus): string =>
  `status in (${statusesBefore(to)
    .map((status) => `'${status}'`)
    .join(', ')})`
