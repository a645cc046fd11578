import type { RechargeStatus } from '#contract/payments.ts'

type Transition = { readonly from: readonly RechargeStatus[]; readonly to: RechargeStatus }

/**
 * Everything that can happen to an order. Money decides: whatever was PENDING, CANCELLED or EXPIRED becomes PAID when its
 * payment is found on the chain; a further payment for a PAID order is a deposit of its own. Only the chain takes PAID
 * back, when the payment vanishes before it is final; the order is then over, and payable like every order that is.
 */
export const TRANSITIONS = {
  pay: { from: ['PENDING', 'CANCELLED', 'EXPIRED'], to: 'PAID' },
  cancel: { from: ['PENDING'], to: 'CANCELLED' },
  expire: { from: ['PENDING'], to: 'EXPIRED' },
  reverse: { from: ['PAID'], to: 'EXPIRED' },
} as const satisfies Record<string, Transition>

export type OrderEvent = keyof typeof TRANSITIONS

/** The new status as text for the statement that moves the order. */
export const statusAfter = (event: OrderEvent): string => `'${TRANSITIONS[event].to}'`

/** The statuses it may come from as a condition; a constant text, so that partial indexes serve it. */
export const mayHappen = (event: OrderEvent): string =>
  `status in (${TRANSITIONS[event].from.map((status) => `'${status}'`).join(', ')})`
