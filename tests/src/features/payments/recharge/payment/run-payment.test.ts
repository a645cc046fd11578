import { describe, expect, it } from 'vitest'
import type { VerificationResult } from '#contract/payments.ts'
import {
  idle,
  next,
  type PaymentFlow,
} from '#src/features/payments/recharge/payment/payment-flow.ts'
import {
  resumePayment,
  runPayment,
  type KnownOrder,
  type PaymentPorts,
} from '#src/features/payments/recharge/payment/run-payment.ts'
import { UncertainSendError } from '#src/platform/wallet/paying/send-errors.ts'

const REQUEST = { payment_id: 'p1', order_id: 'o1', receiver: 'r', recentBlockhash: 'b' }

const drive = async (
  ports: Partial<PaymentPorts>,
  before: { flow: PaymentFlow; order: KnownOrder | null } = { flow: idle, order: null },
  controller = new AbortController(),
) => {
  const slept: number[] = []
  const reported: unknown[] = []
  let flow = before.flow
  let order = before.order
  const steps: string[] = []
  await runPayment(
    {
      createPayment: async () => ({ success: true, data: REQUEST }),
      buildTransaction: async () => 'transaction',
      signAndSend: async () => 'sig',
      verify: async () => ({ success: true, data: { verified: true } }),
      findPaid: async () => null,
      sleep: async (ms) => void slept.push(ms),
      confirmedWithin: async () => true,
      shown: async () => void steps.push('shown'),
      report: (error) => void reported.push(error),
      ...ports,
    },
    before,
    {
      dispatch: (event) => {
        flow = next(flow, event)
        steps.push(event.type)
      },
      onOrder: (known) => (order = known),
      signal: controller.signal,
    },
  )
  return { flow, order, steps, slept, reported }
}

const pending: VerificationResult = { success: true, data: { verified: false } }
const gone: VerificationResult = {
  success: true,
  message: 'It is safe to pay again',
  data: { verified: false, can_pay_again: true },
}
const ORDER: KnownOrder = { paymentId: 'p1', orderId: 'o1' }
const failedWith = (signature: string | null): PaymentFlow => ({
  phase: 'failed',
  reason: 'late',
  kind: 'rejected',
  orderId: 'o1',
  signature,
  isRefused: false,
  isDeclined: false,
})

describe('runPayment', () => {
  it('dispatches every step and ends with the signature', async () => {
    const { flow, order, steps } = await drive({})
    expect(flow).toEqual({ phase: 'success', orderId: 'o1', signature: 'sig', credit: null })
    expect(order).toEqual({ paymentId: 'p1', orderId: 'o1' })
    expect(steps).toEqual([
      'confirmed',
      'shown',
      'requesting',
      'ordered',
      'shown',
      'awaiting-wallet',
      'sent',
      'shown',
      'attempt',
      'verified',
    ])
  })

  it('verifies 20 times 3 s apart, and keeps the signature when that was not enough', async () => {
    let calls = 0
    const { flow, slept } = await drive({
      verify: async () => {
        calls += 1
        return pending
      },
    })
    expect(calls).toBe(20)
    expect(slept).toEqual(Array.from({ length: 19 }, () => 3_000))
    expect(flow).toMatchObject({
      phase: 'failed',
      reason: 'Payment verification failed',
      signature: 'sig',
    })
  })

  it('waits for the chain before it verifies, and verifies as soon as the chain confirms', async () => {
    const waits: number[] = []
    const verifiedAfter: number[] = []
    const { flow, slept } = await drive({
      confirmedWithin: async (_signature, withinMs) => {
        waits.push(withinMs)
        return waits.length === 3
      },
      verify: async () => {
        verifiedAfter.push(waits.length)
        return { success: true, data: { verified: waits.length === 3 } }
      },
    })
    expect(flow.phase).toBe('success')
    expect(waits).toEqual([2_000, 3_000, 3_000])
    expect(verifiedAfter).toEqual([1, 2, 3])
    expect(slept).toEqual([])
  })

  it.each([
    [
      { credited_lamports: '500000000', balance_lamports: '600000000' },
      [500_000_000n, 600_000_000n],
    ],
    [{ credited_lamports: '500000000' }, [500_000_000n, null]],
    [{ credited_lamports: 'much' }, null],
    [{}, null],
  ])('takes what was credited from %j', async (data, expected) => {
    const { flow } = await drive({
      verify: async () => ({ success: true, data: { verified: true, ...data } }),
    })
    const credit = flow.phase === 'success' ? flow.credit : undefined
    expect(credit ? [credit.lamports, credit.balanceLamports] : null).toEqual(expected)
  })

  it('retries an attempt that throws and reports the error', async () => {
    let calls = 0
    const { flow, reported } = await drive({
      verify: async () => {
        calls += 1
        if (calls < 3) throw new Error('offline')
        return { success: true, data: { verified: true } }
      },
    })
    expect(flow.phase).toBe('success')
    expect(reported).toHaveLength(2)
  })

  it.each(['execution', 'amount', 'receiver', 'order'])(
    'stops at once on an error of the %s',
    async (key) => {
      const { flow, slept } = await drive({
        verify: async () => ({
          success: true,
          message: 'Too little',
          errors: { [key]: 'x' },
          data: { verified: false },
        }),
      })
      expect(flow).toMatchObject({ phase: 'failed', reason: 'Too little' })
      expect(slept).toEqual([])
    },
  )

  it.each([
    { execution: null, amount: null },
    { execution: '', amount: '' },
    { execution: false, amount: false },
    { note: 'x' },
    {},
    null,
  ])('goes on while the answer carries the errors %j', async (errors) => {
    const answers = [{ ...pending, message: 'pending', errors }]
    const { flow } = await drive({
      verify: async () => answers.shift() ?? { success: true, data: { verified: true } },
    })
    expect(flow).toMatchObject({ phase: 'success', signature: 'sig' })
  })

  it.each([
    ['execution', null, ['second']],
    ['amount', 'sig', []],
    ['order', 'sig', []],
  ])('after an error of the %s keeps the signature %s', async (key, signature, asked) => {
    const refusal = { success: false, message: 'No', errors: { [key]: 'x' } }
    const first = await drive({ verify: async () => refusal })
    expect(first.flow).toMatchObject({ phase: 'failed', signature })
    const wallet: string[] = []
    await drive(
      {
        signAndSend: async () => {
          wallet.push('second')
          return 'second'
        },
        verify: async (sent) => (sent.signature === 'sig' ? refusal : pending),
      },
      first,
    )
    expect(wallet).toEqual(asked)
  })

  it('looks for an earlier transaction on retry instead of paying twice', async () => {
    const asked: string[] = []
    const { flow, steps } = await drive(
      {
        signAndSend: async () => {
          asked.push('wallet')
          return 'second'
        },
        verify: async ({ signature }) => ({
          success: true,
          data: { verified: signature === 'sig' },
        }),
      },
      { flow: failedWith('sig'), order: ORDER },
    )
    expect(flow).toMatchObject({ phase: 'success', signature: 'sig' })
    expect(asked).toEqual([])
    expect(steps).toEqual(['confirmed', 'shown', 'sent', 'shown', 'attempt', 'verified'])
  })

  it('stops when the transaction can no longer land, and lets a retry send another', async () => {
    const { flow, slept } = await drive({ verify: async () => gone })
    expect(flow).toMatchObject({
      phase: 'failed',
      reason: 'It is safe to pay again',
      signature: null,
    })
    expect(slept).toEqual([])
  })

  it('asks for another transaction on retry only once the first can no longer land', async () => {
    const { flow, steps } = await drive(
      {
        signAndSend: async () => 'second',
        verify: async ({ signature }) =>
          signature === 'second' ? { success: true, data: { verified: true } } : gone,
      },
      { flow: failedWith('sig'), order: ORDER },
    )
    expect(flow).toMatchObject({ phase: 'success', orderId: 'o1', signature: 'second' })
    expect(steps.filter((step) => step !== 'shown')).toEqual([
      'confirmed',
      'sent',
      'attempt',
      'gone',
      'requesting',
      'ordered',
      'awaiting-wallet',
      'sent',
      'attempt',
      'verified',
    ])
  })

  it('treats a signed transaction whose sending got no answer as sent', async () => {
    const { flow, reported } = await drive({
      signAndSend: async () => {
        throw new UncertainSendError('sig', new Error('offline'))
      },
    })
    expect(flow).toMatchObject({ phase: 'success', signature: 'sig' })
    expect(reported).toHaveLength(1)
  })

  it('does not ask the wallet on retry when the server has found the payment', async () => {
    const { flow, steps } = await drive(
      { findPaid: async (orderId) => (orderId === 'o1' ? 'found' : null) },
      { flow: failedWith(null), order: ORDER },
    )
    expect(flow).toEqual({ phase: 'success', orderId: 'o1', signature: 'found' })
    expect(steps).toEqual(['confirmed', 'shown', 'sent', 'verified'])
  })

  it('continues a retry when the history cannot be read', async () => {
    const { flow, reported } = await drive(
      {
        findPaid: async () => {
          throw new Error('down')
        },
      },
      { flow: failedWith(null), order: ORDER },
    )
    expect(flow).toMatchObject({ phase: 'success', signature: 'sig' })
    expect(reported).toHaveLength(1)
  })

  it.each([
    [{ success: false, message: 'Treasury closed' }, 'Treasury closed'],
    [{ success: false }, 'Failed to create payment request'],
    [{ success: false, message: '' }, 'Failed to create payment request'],
    [{ message: 'Daily limit reached' }, 'Daily limit reached'],
    [{}, 'Failed to create payment request'],
    [{ success: true, data: null }, 'Failed to create payment request'],
    [{ success: true, message: 'ok' }, 'Failed to create payment request'],
  ])('fails with the words of a refused order (%#)', async (answer, reason) => {
    const { flow } = await drive({ createPayment: async () => answer })
    expect(flow).toMatchObject({ phase: 'failed', kind: 'error', reason, signature: null })
  })

  it('shows a refusal in the wallet and leaves the order payable', async () => {
    const { flow } = await drive({
      signAndSend: async () => {
        throw new Error('User rejected the request.')
      },
    })
    expect(flow).toMatchObject({
      phase: 'failed',
      kind: 'error',
      reason: 'User rejected the request.',
      orderId: 'o1',
      signature: null,
      isDeclined: true,
    })
  })

  it('does not treat the same words of the server as a choice of the user', async () => {
    const { flow } = await drive({
      createPayment: async () => ({ success: false, message: 'The order was cancelled' }),
    })
    expect(flow).toMatchObject({ phase: 'failed', isDeclined: false })
  })

  it('dispatches nothing after an abort', async () => {
    const controller = new AbortController()
    const { flow, steps } = await drive(
      {
        verify: async () => {
          controller.abort()
          return pending
        },
      },
      { flow: idle, order: null },
      controller,
    )
    expect(steps.at(-1)).toBe('attempt')
    expect(flow.phase).toBe('processing')
  })
})

describe('resumePayment', () => {
  const resume = async (ports: Partial<PaymentPorts>, signature: string | null) => {
    let flow: PaymentFlow = idle
    const refuse = async () => {
      throw new Error('a payment of before asks for nothing new')
    }
    await resumePayment(
      {
        createPayment: refuse,
        buildTransaction: refuse,
        signAndSend: refuse,
        verify: refuse,
        findPaid: async () => null,
        confirmedWithin: async () => true,
        sleep: async () => undefined,
        shown: async () => undefined,
        report: () => undefined,
        ...ports,
      },
      { order: ORDER, signature },
      {
        dispatch: (event) => {
          flow = next(flow, event)
        },
        signal: new AbortController().signal,
      },
    )
    return { flow }
  }

  it('verifies the sent transaction', async () => {
    const answers = [pending, { success: true, data: { verified: true } }]
    const { flow } = await resume({ verify: async () => answers.shift() ?? pending }, 'sig')
    expect(flow).toEqual({ phase: 'success', orderId: 'o1', signature: 'sig', credit: null })
  })

  it('allows another payment once the sent transaction can no longer land', async () => {
    const { flow } = await resume({ verify: async () => gone }, 'sig')
    expect(flow).toMatchObject({ phase: 'failed', reason: gone.message, signature: null })
  })

  it('waits for the server to find a transaction that the wallet may have sent', async () => {
    const found = [null, null, 'found']
    const { flow } = await resume({ findPaid: async () => found.shift() ?? null }, null)
    expect(flow).toEqual({ phase: 'success', orderId: 'o1', signature: 'found' })
  })

  it('warns of a wallet that may still ask when nothing arrives', async () => {
    const { flow } = await resume({}, null)
    expect(flow).toMatchObject({ phase: 'failed', kind: 'error', orderId: 'o1', signature: null })
    expect(flow).toHaveProperty('reason', expect.stringContaining('reject it there'))
  })
})
