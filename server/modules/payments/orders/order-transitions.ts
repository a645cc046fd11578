import type { RechargeStatus } from '#contract/payments.ts'

type Transition = { readonly from: readonly RechargeStatus[]; readonly to: RechargeStatus }

/**
 * The transitions of an order. A payment found on-chain moves PENDING, CANCELLED and EXPIRED to PAID; another payment
 * for a PAID order is a separate deposit. PAID ends only if the payment vanishes before it is final; the order is
 * then EXPIRED and can be paid again.
 */
export const TRANSITIONS = {
  pay: { from: ['PENDING', 'CANCELLED', 'EXPIRED'], to: 'PAID' },
  cancel: { from: ['PENDING'], to: 'CANCELLED' },
  expire: { from: ['PENDING'], to: 'EXPIRED' },
  reverse: { from: ['PAID'], to: 'EXPIRED' },
} as const satisfies Record<string, Transition>

export type OrderEvent = keyof typeof TRANSITIONS

/** Returns the new status as SQL text. */
export const getStatusAfter = (event: OrderEvent): string => `'${TRANSITIONS[event].to}'`

/** Returns the possible old statuses as a constant SQL condition, which can use partial indexes. */
export const buildStatusCondition = (event: OrderEvent): string =>
  `status in (${TRANSITIONS[event].from.map((status) => `'${status}'`).join(', ')})`
