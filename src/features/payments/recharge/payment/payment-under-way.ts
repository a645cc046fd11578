import { persist } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import { createPersistStorage } from '#src/lib/storage/persisted.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import { getPersonalStorage } from '#src/platform/auth/personal-storage.ts'
import type { PaymentFlow } from './payment-flow.ts'

/** After this time the payment has ended, and the history shows how. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** A payment that the wallet was asked for and whose end this browser has not seen. */
const PendingPayment = z.object({
  order: z.object({
    paymentId: z.string(),
    orderId: z.string(),
    orderNumber: z.optional(z.string()),
  }),
  /** null if the wallet has not answered. */
  signature: z.nullable(z.string()),
  payer: z.string(),
  amountSol: z.number(),
  currency: z.enum(['SOL', 'TOKEN']),
  askedAtMs: z.number(),
})
export type PendingPayment = z.infer<typeof PendingPayment>

const Saved = z.object({ payment: z.nullable(PendingPayment) })
const NOTHING: z.infer<typeof Saved> = { payment: null }

const store = createStore<typeof NOTHING>()(
  persist(() => NOTHING, {
    name: 'payment-under-way',
    version: 1,
    storage: createPersistStorage(getPersonalStorage),
    // Before version 1, the entry was the payment itself.
    migrate: (saved, version) => (version === 0 ? { payment: saved } : saved),
    merge: (saved) => Saved.safeParse(isRecord(saved) ? saved : NOTHING).data ?? NOTHING,
  }),
)

const save = (payment: PendingPayment | null) => store.setState({ payment })

/** Returns the payment that the signed-in user's last visit left under way, or null. */
export const readPendingPayment = (nowMs: number): PendingPayment | null => {
  void store.persist.rehydrate()
  const { payment } = store.getState()
  return payment !== null && nowMs - payment.askedAtMs < MAX_AGE_MS ? payment : null
}

type Paying = Pick<PendingPayment, 'amountSol' | 'currency'> & {
  readonly flow: PaymentFlow
  readonly order: PendingPayment['order'] | null
  readonly payer: string | null
}

/**
 * Saves a payment to show again after the page was closed, and removes one that has ended. A payment that the user leaves
 * stays saved while money may be on its way.
 */
export const savePendingPayment = (
  { flow, order, payer, amountSol, currency }: Paying,
  nowMs: number,
): void => {
  const isAsking =
    flow.phase === 'processing' && (flow.step === 'awaiting-wallet' || flow.step === 'looking')
  const signature = flow.phase === 'idle' ? null : flow.signature
  const isDecided = flow.phase === 'success' || (flow.phase === 'failed' && flow.isRefused)
  if (isDecided) save(null)
  else if (order !== null && payer !== null && (isAsking || signature !== null)) {
    const before = readPendingPayment(nowMs)
    const askedAtMs = before?.order.orderId === order.orderId ? before.askedAtMs : nowMs
    save({ order, signature, payer, amountSol, currency, askedAtMs })
  } else if (flow.phase === 'failed') save(null)
}
