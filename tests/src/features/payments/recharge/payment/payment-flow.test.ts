import { describe, expect, it } from 'vitest'
import {
  getFailureText,
  idle,
  getMainButtonText,
  next,
  getProgressPercent,
  getStatusText,
  type PaymentEvent,
  type PaymentFlow,
} from '#src/features/payments/recharge/payment/payment-flow.ts'

const after = (...events: PaymentEvent[]): PaymentFlow => events.reduce(next, idle)
const sent: PaymentEvent[] = [
  { type: 'confirmed' },
  { type: 'requesting' },
  { type: 'ordered', orderId: 'o1' },
  { type: 'awaiting-wallet' },
  { type: 'sent', signature: 'sig' },
]

describe('next', () => {
  it.each([
    ['sig', 60, 'Transaction sent'],
    [null, 40, 'Looking for your payment...'],
  ])('takes up a payment of before only where none is shown (%s)', (signature, percent, text) => {
    const resumed: PaymentEvent = { type: 'resumed', orderId: 'o1', signature }
    expect(getProgressPercent(after(resumed))).toBe(percent)
    expect(getStatusText(after(resumed))).toBe(text)
    expect(after({ type: 'confirmed' }, resumed)).toEqual(after({ type: 'confirmed' }))
  })

  it('passes every step of an honest payment with its percentage', () => {
    const seen: number[] = []
    let flow: PaymentFlow = idle
    const events: PaymentEvent[] = [
      ...sent,
      { type: 'attempt', attempt: 1 },
      { type: 'attempt', attempt: 10 },
      { type: 'attempt', attempt: 20 },
      { type: 'verified' },
    ]
    for (const event of events) {
      flow = next(flow, event)
      seen.push(getProgressPercent(flow))
    }
    expect(seen).toEqual([10, 20, 30, 40, 60, 62, 75, 90, 100])
    expect(flow).toEqual({ phase: 'success', orderId: 'o1', signature: 'sig' })
  })

  it('keeps a sent signature through a failure that leaves its fate open, and drops it when it cannot pay', () => {
    const lost = after(...sent, {
      type: 'failed',
      reason: 'late',
      kind: 'rejected',
      sent: 'unknown',
    })
    expect(lost).toMatchObject({ phase: 'failed', signature: 'sig', orderId: 'o1' })
    expect(next(lost, { type: 'confirmed' })).toMatchObject({ step: 'preparing', signature: 'sig' })
    const bad = after(...sent, { type: 'failed', reason: 'short', kind: 'rejected', sent: 'gone' })
    expect(next(bad, { type: 'confirmed' })).toMatchObject({ signature: null, orderId: 'o1' })
  })

  it.each<[string, PaymentEvent[], Partial<PaymentFlow>, number]>([
    ['begins', [{ type: 'confirmed' }], { phase: 'processing', orderId: null }, 10],
    ['asks for the order', sent.slice(0, 2), { phase: 'processing' }, 20],
    ['builds the transaction', sent.slice(0, 3), { phase: 'processing', orderId: 'o1' }, 30],
    ['waits for the wallet', sent.slice(0, 4), { phase: 'processing' }, 40],
    ['has sent', sent, { phase: 'processing', signature: 'sig' }, 60],
    ['verifies once', [...sent, { type: 'attempt', attempt: 1 }], { phase: 'processing' }, 62],
    ['verifies at most 20 times', [...sent, { type: 'attempt', attempt: 99 }], {}, 90],
    [
      'begins anew when what was sent is gone',
      [...sent, { type: 'attempt', attempt: 3 }, { type: 'gone' }],
      { phase: 'processing', orderId: 'o1', signature: null },
      10,
    ],
    [
      'does not verify what was not sent',
      [...sent.slice(0, 4), { type: 'attempt', attempt: 1 }],
      {},
      40,
    ],
    ['does not begin twice', [...sent, { type: 'confirmed' }], { signature: 'sig' }, 60],
  ])('%s', (_title, events, expected, percent) => {
    const flow = after(...events)
    expect(flow).toMatchObject(expected)
    expect(getProgressPercent(flow)).toBe(percent)
  })

  it('ignores events that do not fit the state', () => {
    expect(next(idle, { type: 'sent', signature: 'x' })).toBe(idle)
    expect(after({ type: 'confirmed' }, { type: 'verified' })).toMatchObject({
      phase: 'processing',
    })
    const done = after(...sent, { type: 'verified' })
    expect(next(done, { type: 'confirmed' })).toBe(done)
    expect(next(done, { type: 'failed', reason: 'x', kind: 'error', sent: 'unknown' })).toBe(done)
  })

  it('returns to idle on reset from anywhere', () => {
    expect(after(...sent, { type: 'reset' })).toBe(idle)
  })
})

describe('the words of a payment', () => {
  it('name each phase on the main button', () => {
    expect(getMainButtonText(idle)).toBe('Confirm payment')
    expect(getMainButtonText(after({ type: 'confirmed' }))).toBe('Processing...')
    expect(getMainButtonText(after(...sent, { type: 'verified' }))).toBe('Completed')
    const failed = after(...sent, { type: 'failed', reason: 'x', kind: 'error', sent: 'unknown' })
    expect(getMainButtonText(failed)).toBe('Retry payment')
  })

  it('tell a rejection from a broken process', () => {
    const failure = (kind: 'rejected' | 'error') => {
      const flow = after(
        { type: 'confirmed' },
        { type: 'failed', reason: 'why', kind, sent: 'unknown' },
      )
      return flow.phase === 'failed' ? getFailureText(flow) : ''
    }
    expect(failure('rejected')).toBe('Payment failed: why')
    expect(failure('error')).toBe('Payment process error: why')
  })

  it('name the current step', () => {
    expect(getStatusText(after(...sent.slice(0, 4)))).toBe('Waiting for wallet confirmation...')
    expect(getStatusText(idle)).toBe('')
  })
})
