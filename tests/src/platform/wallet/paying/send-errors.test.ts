import { describe, expect, it } from 'vitest'
import { describeWalletError } from '#src/platform/wallet/paying/send-errors.ts'

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

describe('describeWalletError', () => {
  it.each<[string, unknown, string]>([
    [
      'what the wallet says',
      named('WalletSignTransactionError', 'User rejected the request.'),
      'User rejected the request.',
    ],
    [
      'a bare send error',
      named('WalletSendTransactionError'),
      'The wallet did not send the transaction. Check that it is on the right network.',
    ],
    [
      'a name for a message',
      named('WalletNotReadyError', 'WalletNotReadyError'),
      'The wallet is not ready. Unlock it and try again.',
    ],
    ['a plain object', { code: 4001, message: 'User rejected' }, 'User rejected'],
    ['a text', 'Locked', 'Locked'],
    ['nothing at all', undefined, 'The wallet failed without a reason.'],
    ['an unknown name', named('Oops'), 'The wallet failed without a reason.'],
    [
      'too few lamports, told by the logs',
      {
        message: 'x',
        transactionError: {
          message:
            'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
        },
        logs: ['Transfer: insufficient lamports 5, need 500000000'],
      },
      'The wallet does not hold enough SOL for the payment and its fee.',
    ],
    [
      'an account that was never funded',
      new Error('Attempt to debit an account but found no record of a prior credit.'),
      'The wallet does not hold enough SOL for the payment and its fee.',
    ],
    [
      'too few tokens',
      { message: 'custom program error: 0x1', logs: ['Program log: Error: insufficient funds'] },
      'The wallet does not hold enough tokens for the payment.',
    ],
    [
      'a stale blockhash',
      new Error('Transaction simulation failed: Blockhash not found'),
      'The payment request had become too old when it was signed. Please try again.',
    ],
  ])('tells %s', (_title, error, text) => {
    expect(describeWalletError(error)).toBe(text)
  })
})
