import { describe, expect, it, vi } from 'vitest'
import { getFailureText, idle, next } from '#src/features/payments/recharge/payment/payment-flow.ts'
import type { PaymentFlow } from '#src/features/payments/recharge/payment/payment-flow.ts'
import { createPorts } from '#src/features/payments/recharge/payment/payment-ports.ts'
import type { PaymentWallet } from '#src/features/payments/recharge/payment/payment-wallet.ts'
import { runPayment } from '#src/features/payments/recharge/payment/run-payment.ts'
import { rawAnswer } from '#tests/mocks/raw-answer.ts'
import { network } from '#tests/mocks/server.ts'

/** The two calls of a payment with answers written by hand from SPEC §7, sent through the real client and run. */

const ADDRESS = '8iyrBx3vRkQn4hTt2v2yq3sDqW1nX4m7bJpZk5rjQqs'

describe('a payment', () => {
  const wallet: PaymentWallet = {
    address: ADDRESS,
    isConnecting: false,
    connectError: null,
    isAvailable: () => true,
    connect: async () => undefined,
    disconnect: async () => undefined,
    signMessage: async () => new Uint8Array(),
    tokenBalance: async () => 0n,
    buildTransfer: async () => null,
    buildTokenTransfer: async () => null,
    signAndSend: async () => 'sig',
    confirmedWithin: async () => true,
  }
  const terms = {
    network: null,
    receiver: null,
    rpc: '/rpc',
    token: null,
    minSol: 0.01,
    maxSol: 1_000,
  }

  /** Pays through the real client without waiting; the end, with the text that the result card shows. */
  const pay = async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    let flow: PaymentFlow = idle
    let attempts = 0
    const ports = {
      ...createPorts(wallet, terms, { amountSol: 0.5, token: null }),
      sleep: async () => undefined,
      shown: async () => undefined,
    }
    await runPayment(
      ports,
      { flow, order: null },
      {
        dispatch: (event) => {
          flow = next(flow, event)
          if (event.type === 'attempt') attempts += 1
        },
        onOrder: () => undefined,
        signal: new AbortController().signal,
      },
    )
    return { end: flow.phase === 'failed' ? getFailureText(flow) : flow.phase, attempts }
  }

  const REQUEST = { payment_id: 'p', receiver: ADDRESS, recentBlockhash: 'b', order_id: 'o' }
  const CREATE = 'POST /web3/solana/create-payment'
  const VERIFY = 'POST /web3/solana/verify-payment'
  const NO_REQUEST = 'Payment process error: Failed to create payment request'
  const verified = { success: true, data: { verified: true } }

  it.each([
    [{ success: true, data: REQUEST }, 'success'],
    [{ success: true, message: null, data: { ...REQUEST, payment_id: 1, order_id: 2 } }, 'success'],
    [{ success: true, data: { ...REQUEST, token: {}, network: 5, expires_at: 7 } }, 'success'],
    [
      { success: false, message: 'Daily limit reached', data: {} },
      'Payment process error: Daily limit reached',
    ],
    [{ message: 'Daily limit reached' }, 'Payment process error: Daily limit reached'],
    [{ success: null, message: 'No' }, 'Payment process error: No'],
    [{ success: false }, NO_REQUEST],
    [{ success: false, message: '' }, NO_REQUEST],
    [{ success: false, message: 7 }, NO_REQUEST],
    [{ success: true, message: 'ok' }, NO_REQUEST],
    [{ success: true, message: 'ok', data: { payment_id: 'p' } }, NO_REQUEST],
    [{}, NO_REQUEST],
    [null, NO_REQUEST],
    [[], NO_REQUEST],
  ])(`${CREATE} answering %j ends with %s`, async (answer, end) => {
    network.use(rawAnswer(CREATE, answer), rawAnswer(VERIFY, verified))
    expect((await pay()).end).toBe(end)
  })

  const OUT_OF_TRIES = 'Payment failed: Payment verification failed'
  it.each([
    [verified, 'success', 1],
    [{ data: { verified: true } }, 'success', 1],
    [{ ...verified, errors: null, message: null }, 'success', 1],
    [{ ...verified, errors: [] }, 'success', 1],
    [{ ...verified, errors: { execution: null, amount: null } }, 'success', 1],
    [{ success: true, data: { verified: false }, message: 'pending' }, OUT_OF_TRIES, 20],
    [{ success: true, data: { verified: false }, errors: {} }, OUT_OF_TRIES, 20],
    [{ success: true, errors: { execution: null, amount: null } }, OUT_OF_TRIES, 20],
    [{ success: true, errors: { execution: '', amount: '' } }, OUT_OF_TRIES, 20],
    [{ success: true, errors: { execution: false, amount: false } }, OUT_OF_TRIES, 20],
    [{ success: true, errors: { note: 'x' } }, OUT_OF_TRIES, 20],
    [{ success: true, errors: 'x' }, OUT_OF_TRIES, 20],
    [{ success: true, data: { verified: 'yes' } }, OUT_OF_TRIES, 20],
    [{ success: false, message: 'Not found' }, 'Payment failed: Not found', 20],
    [{ success: true, data: null }, OUT_OF_TRIES, 20],
    [null, OUT_OF_TRIES, 20],
    [{ success: false, errors: { execution: true } }, OUT_OF_TRIES, 1],
    [{ success: false, errors: { execution: 'Out of funds' } }, 'Payment failed: Out of funds', 1],
    [
      { success: false, message: 'Too little', errors: { amount: { expected: 1 } } },
      'Payment failed: Too little',
      1,
    ],
  ])(`${VERIFY} answering %j ends with %s after %i attempts`, async (answer, end, attempts) => {
    network.use(rawAnswer(CREATE, { success: true, data: REQUEST }), rawAnswer(VERIFY, answer))
    expect(await pay()).toEqual({ end, attempts })
  })
})
