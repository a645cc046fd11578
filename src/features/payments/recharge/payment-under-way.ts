import * as z from 'zod/mini'
import type { TextStorage } from '#src/lib/storage/storage.ts'
import { userKey } from '#src/lib/storage/user-storage.ts'
import type { PaymentsState } from '#src/features/payments/payments-store.ts'

/** By then the server has told its end in the history, or nothing of it can arrive any more. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

/** A payment for which the wallet was asked and whose end this browser has not seen. */
const PaymentUnderWay = z.object({
  order: z.object({
    paymentId: z.string(),
    orderId: z.string(),
    orderNumber: z.optional(z.string()),
  }),
  /** null: the wallet was asked, and nothing is known of its answer. */
  signature: z.nullable(z.string()),
  payer: z.string(),
  amountSol: z.number(),
  currency: z.enum(['SOL', 'TOKEN']),
  askedAtMs: z.number(),
})
export type PaymentUnderWay = z.infer<typeof PaymentUnderWay>

type Memory = { readonly storage: TextStorage; readonly userId: string; readonly nowMs: number }

const keyOf = (userId: string): string => userKey(userId, 'payment-under-way')

/** What the user's last visit left under way; null when there is nothing, or nothing readable. */
export const recallUnderWay = ({ storage, userId, nowMs }: Memory): PaymentUnderWay | null => {
  try {
    const found = z.safeParse(PaymentUnderWay, JSON.parse(storage.get(keyOf(userId)) ?? 'null'))
    return found.success && nowMs - found.data.askedAtMs < REMEMBERED_MS ? found.data : null
  } catch {
    return null
  }
}

/**
 * Keeps what must be seen again after a closed page, and forgets what has come to an end. A payment that is left behind
 * with its money on the way stays remembered.
 */
export const rememberUnderWay = (
  { flow, order, payer, amountSol, currency }: PaymentsState,
  { storage, userId, nowMs }: Memory,
): void => {
  const key = keyOf(userId)
  const isAsking =
    flow.phase === 'processing' && (flow.step === 'awaiting-wallet' || flow.step === 'looking')
  const signature = flow.phase === 'idle' ? null : flow.signature
  const isDecided = flow.phase === 'success' || (flow.phase === 'failed' && flow.isRefused)
  if (isDecided) storage.remove(key)
  else if (order !== null && payer !== null && (isAsking || signature !== null)) {
    const before = recallUnderWay({ storage, userId, nowMs })
    const askedAtMs = before?.order.orderId === order.orderId ? before.askedAtMs : nowMs
    const kept: PaymentUnderWay = { order, signature, payer, amountSol, currency, askedAtMs }
    storage.set(key, JSON.stringify(kept))
  } else if (flow.phase === 'failed') storage.remove(key)
}
