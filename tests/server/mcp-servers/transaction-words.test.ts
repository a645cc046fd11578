import { describe, expect, it } from 'vitest'
import { JsonTransaction } from '#server/clients/solana-rpc/solana-rpc-schemas.ts'
import { describeTransaction } from '#server/mcp-servers/transaction-words.ts'
import { WSOL_MINT } from '#solana/programs.ts'

const held = (mint: string, owner: string, amount: string) => ({
  accountIndex: 0,
  mint,
  owner,
  uiTokenAmount: { amount, decimals: 6 },
})

const transaction = ({
  keys = ['me', 'you'],
  pre = [10_000_000_000, 0],
  post = [9_000_000_000, 1_000_000_000],
  tokens = { pre: [], post: [] },
  err = null,
  fee = 0,
}: {
  keys?: string[]
  pre?: number[]
  post?: number[]
  tokens?: { pre: object[]; post: object[] }
  err?: unknown
  fee?: number
}) =>
  JsonTransaction.parse({
    slot: 1,
    meta: {
      err,
      fee,
      preBalances: pre,
      postBalances: post,
      preTokenBalances: tokens.pre,
      postTokenBalances: tokens.post,
    },
    transaction: {
      signatures: [],
      message: { accountKeys: keys, recentBlockhash: '', instructions: [] },
    },
  })

describe('a transaction in words', () => {
  it.each([
    ['me', 'Sent 1 SOL to `you`.'],
    ['you', 'Received 1 SOL from `me`.'],
    ['other', 'Took part in a transaction that moved none of its SOL or tokens.'],
  ])('says what a transfer was for %s', (address, expected) => {
    expect(describeTransaction(transaction({}), address)).toBe(expected)
  })

  it('does not count the fee as sent', () => {
    const told = transaction({ pre: [10_000_005_000, 0], fee: 5_000 })
    expect(describeTransaction(told, 'me')).toBe('Sent 1 SOL to `you`.')
  })

  it('names a purchase, a sale and a swap', () => {
    const bought = { pre: [], post: [held('M', 'me', '2500000')] }
    const sold = { pre: [held('M', 'me', '2500000')], post: [] }
    const swapped = { pre: [held('N', 'me', '7')], post: [held('M', 'me', '2500000')] }
    const gained = { pre: [0, 0], post: [1_000_000_000, 0] }
    expect(describeTransaction(transaction({ tokens: bought }), 'me')).toBe(
      'Bought 2.5 of `M` for 1 SOL.',
    )
    expect(describeTransaction(transaction({ tokens: sold, ...gained }), 'me')).toBe(
      'Sold 2.5 of `M` for 1 SOL.',
    )
    expect(describeTransaction(transaction({ tokens: swapped }), 'me')).toBe(
      'Swapped 0.000007 of `N` for 2.5 of `M`.',
    )
  })

  it('counts wrapped SOL as SOL', () => {
    const tokens = { pre: [], post: [held(WSOL_MINT, 'me', '400000000')] }
    const same = { pre: [1, 1], post: [1, 1] }
    expect(describeTransaction(transaction({ tokens, ...same }), 'me')).toBe('Received 0.4 SOL.')
  })

  it('says that a transaction failed, and what it cost', () => {
    const failed = transaction({ err: { InstructionError: [0, 'Custom'] }, fee: 5_000 })
    expect(describeTransaction(failed, 'me')).toBe(
      'A transaction failed; its fee was 0.000005 SOL.',
    )
    expect(describeTransaction(failed, 'you')).toBe(
      'A transaction failed and changed nothing here.',
    )
  })
})
