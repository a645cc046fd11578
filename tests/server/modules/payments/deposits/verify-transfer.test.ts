import { SystemProgram, TransactionInstruction, PublicKey } from '@solana/web3.js'
import bs58 from 'bs58'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDeposit } from '#server/modules/payments/deposits/read-deposit.ts'
import {
  verifyTransfer,
  type ExpectedPayment,
} from '#server/modules/payments/deposits/verify-transfer.ts'
import {
  address,
  build,
  keypair,
  landed,
  transferOf,
  type Built,
} from '#tests/server/modules/payments/raw-transactions.ts'

const PAYER = address('payer')
const RECEIVER = address('receiver')
const REFERENCE = address('reference')
const AMOUNT = 500_000_000n
const SOL = { receiver: RECEIVER, asset: { kind: 'SOL' } } as const

const order: ExpectedPayment = {
  payerWallet: PAYER,
  currency: 'SOL',
  amount: AMOUNT,
  reference: REFERENCE,
  requiresReference: false,
  createdSlot: 90,
  createdAtMs: 1_700_000_000_000 - 5_000,
}

type Options = NonNullable<Parameters<typeof landed>[1]>
const judge = (built: Built, options: Options = {}, expected: Partial<ExpectedPayment> = {}) =>
  verifyTransfer(readDeposit(built.signature, landed(built, options), SOL), {
    ...order,
    ...expected,
  })
const paid = (amount: bigint) => ({ changes: { [PAYER]: -amount, [RECEIVER]: amount } })
const transfer = build([transferOf(PAYER, RECEIVER, AMOUNT)])
const withReference = build([transferOf(PAYER, RECEIVER, AMOUNT, [REFERENCE])])
const guard = (data: number[]) =>
  new TransactionInstruction({
    programId: new PublicKey(address('guard')),
    keys: [{ pubkey: new PublicKey(PAYER), isSigner: true, isWritable: true }],
    data: Buffer.from(data),
  })

describe('an order that any wallet may pay', () => {
  const anyPayer = { payerWallet: null, requiresReference: true }
  const stranger = address('stranger')

  it('accepts a transfer of any wallet with its reference', () => {
    expect(judge(withReference, paid(AMOUNT), anyPayer)).toMatchObject({ kind: 'verified' })
  })

  it.each([
    ['without a reference', transfer],
    ['with another reference', build([transferOf(PAYER, RECEIVER, AMOUNT, [stranger])])],
    [
      'beside a transfer that does not carry it',
      build([transferOf(PAYER, RECEIVER, AMOUNT, [REFERENCE]), transferOf(PAYER, RECEIVER, 1n)]),
    ],
  ])('refuses a transfer %s', (_, built) => {
    expect(judge(built, paid(AMOUNT), anyPayer)).toMatchObject({
      kind: 'rejected',
      key: 'reference',
    })
  })
})

describe('the verification rule for SOL', () => {
  it.each([
    ['without reference', transfer],
    ['with its reference', withReference],
    [
      'between guard instructions of a wallet',
      build([guard([1]), transferOf(PAYER, RECEIVER, AMOUNT), guard([2, 3])]),
    ],
  ])('accepts an exact transfer %s', (_, built) => {
    expect(judge(built, paid(AMOUNT))).toMatchObject({ kind: 'verified', received: AMOUNT })
  })

  it('sums several transfers', () => {
    const built = build([
      transferOf(PAYER, RECEIVER, 200_000_000n),
      transferOf(PAYER, RECEIVER, 300_000_000n),
    ])
    expect(judge(built, paid(AMOUNT))).toMatchObject({ kind: 'verified', received: AMOUNT })
  })

  it('accepts a transfer made by another program', () => {
    const built = build([
      new TransactionInstruction({
        programId: new PublicKey(address('router')),
        keys: [PAYER, RECEIVER, SystemProgram.programId.toBase58()].map((pubkey) => ({
          pubkey: new PublicKey(pubkey),
          isSigner: pubkey === PAYER,
          isWritable: pubkey !== SystemProgram.programId.toBase58(),
        })),
        data: Buffer.alloc(0),
      }),
    ])
    const inner = {
      programIdIndex: built.keys.indexOf(SystemProgram.programId.toBase58()),
      accounts: [built.keys.indexOf(PAYER), built.keys.indexOf(RECEIVER)],
      data: bs58.encode(transferOf(PAYER, RECEIVER, AMOUNT).data),
    }
    const innerInstructions = [{ index: 0, instructions: [inner] }]
    expect(judge(built, { ...paid(AMOUNT), meta: { innerInstructions } })).toMatchObject({
      kind: 'verified',
      received: AMOUNT,
    })
  })

  it('returns the amount received above the order', () => {
    const built = build([transferOf(PAYER, RECEIVER, AMOUNT + 1n)])
    expect(judge(built, paid(AMOUNT + 1n))).toMatchObject({
      kind: 'verified',
      received: AMOUNT + 1n,
    })
  })

  it('counts no lamports that arrive beside the transfers', () => {
    expect(judge(transfer, { changes: { [RECEIVER]: AMOUNT + 9n } })).toMatchObject({
      kind: 'verified',
      received: AMOUNT,
      deposit: { change: AMOUNT + 9n },
    })
  })

  it('lets a sponsor pay the fee', () => {
    const built = build([transferOf(PAYER, RECEIVER, AMOUNT)], {
      feePayer: keypair('sponsor'),
      signers: [keypair('payer')],
    })
    expect(judge(built, paid(AMOUNT))).toMatchObject({ kind: 'verified' })
  })

  const stranger = address('stranger')
  const rejections: [string, string, Built, Options, Partial<ExpectedPayment>][] = [
    [
      'execution',
      'a transaction that failed',
      transfer,
      { meta: { err: { InstructionError: [0, { Custom: 1 }] } } },
      {},
    ],
    [
      'amount',
      'one lamport too few',
      build([transferOf(PAYER, RECEIVER, AMOUNT - 1n)]),
      paid(AMOUNT - 1n),
      {},
    ],
    ['amount', 'a payment given back in the same transaction', transfer, { changes: {} }, {}],
    [
      'receiver',
      'a payment to somebody else',
      build([transferOf(PAYER, stranger, AMOUNT)]),
      { changes: { [stranger]: AMOUNT } },
      {},
    ],
    [
      'receiver',
      'a receiver that is only mentioned',
      build([transferOf(PAYER, stranger, AMOUNT, [RECEIVER])]),
      { changes: { [stranger]: AMOUNT } },
      {},
    ],
    [
      'receiver',
      'lamports that came by another instruction',
      build([guard([11])]),
      { changes: { [RECEIVER]: AMOUNT } },
      {},
    ],
    [
      'payer',
      "a stranger's payment",
      build([transferOf(stranger, RECEIVER, AMOUNT)], { feePayer: keypair('stranger') }),
      { changes: { [RECEIVER]: AMOUNT } },
      {},
    ],
    [
      'payer',
      'a fee paid by the payer for a stranger’s lamports',
      build([transferOf(stranger, RECEIVER, AMOUNT)], { signers: [keypair('stranger')] }),
      { changes: { [RECEIVER]: AMOUNT } },
      {},
    ],
    [
      'payer',
      'a mix of payers',
      build([transferOf(PAYER, RECEIVER, AMOUNT), transferOf(stranger, RECEIVER, 1n)], {
        signers: [keypair('stranger')],
      }),
      { changes: { [RECEIVER]: AMOUNT + 1n } },
      {},
    ],
    [
      'reference',
      "another order's reference",
      build([transferOf(PAYER, RECEIVER, AMOUNT, [address('other')])]),
      paid(AMOUNT),
      {},
    ],
    [
      'reference',
      'no reference from a wallet that is not linked',
      transfer,
      paid(AMOUNT),
      { requiresReference: true },
    ],
    ['time', 'a slot before the order', transfer, { ...paid(AMOUNT), slot: 89 }, {}],
    [
      'time',
      'a block more than six minutes before the order',
      transfer,
      { ...paid(AMOUNT), blockTime: 1_699_999_634 },
      {},
    ],
  ]
  it.each(rejections)('rejects with %s: %s', (key, _, built, options, expected) => {
    const verdict = judge(built, options, expected)
    expect(verdict).toMatchObject({
      kind: 'rejected',
      key,
      message: expect.stringMatching(/\w{4}/),
    })
  })

  it.each([
    ['exactly six minutes', 360, 'verified'],
    ['a second more than six minutes', 361, 'rejected'],
  ])('allows a block %s before the order', (_, seconds, kind) => {
    const blockTime = order.createdAtMs / 1_000 - seconds
    expect(judge(transfer, { ...paid(AMOUNT), blockTime }).kind).toBe(kind)
  })

  it('rejects an older slot for any clocks of server and chain', () => {
    const seconds = fc.integer({ min: -300, max: 300 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 90 }),
        seconds,
        fc.boolean(),
        (slots, skew, isKnown) => {
          const blockTime = isKnown ? order.createdAtMs / 1_000 + skew : null
          const slot = order.createdSlot - slots
          const verdict = judge(withReference, { ...paid(AMOUNT), slot, blockTime })
          expect(verdict).toMatchObject({ kind: 'rejected', key: 'time' })
        },
      ),
    )
  })

  it('names the amounts in SOL', () => {
    const built = build([transferOf(PAYER, RECEIVER, AMOUNT - 1n)])
    expect(judge(built, paid(AMOUNT - 1n))).toMatchObject({
      message: 'The transaction pays 0.499999999 SOL, the order is for 0.5 SOL',
    })
  })

  it.each([
    ['another transaction', transfer.signature, landed(withReference, paid(AMOUNT))],
    ['no meta', transfer.signature, landed(transfer, { meta: null })],
    ['truncated balances', transfer.signature, landed(transfer, { meta: { postBalances: [1] } })],
    [
      'loaded addresses that no table names',
      transfer.signature,
      landed(transfer, { meta: { loadedAddresses: { writable: [RECEIVER], readonly: [] } } }),
    ],
    [
      'inner instructions that are no base58',
      transfer.signature,
      landed(transfer, {
        meta: {
          innerInstructions: [
            { index: 0, instructions: [{ programIdIndex: 2, accounts: [0, 1], data: '0OIl' }] },
          ],
        },
      }),
    ],
    [
      'inner instructions that name missing keys',
      transfer.signature,
      landed(transfer, {
        meta: {
          innerInstructions: [
            { index: 0, instructions: [{ programIdIndex: 9, accounts: [0, 1], data: '' }] },
          ],
        },
      }),
    ],
    [
      'cut bytes',
      transfer.signature,
      { ...landed(transfer), transaction: ['AQAA', 'base64'] as [string, 'base64'] },
    ],
  ])('is pending, not rejected, when the node tells %s', (_, signature, transaction) => {
    expect(verifyTransfer(readDeposit(signature, transaction, SOL), order)).toMatchObject({
      kind: 'pending',
    })
  })

  it('never verifies more or other than the rule allows', () => {
    const wallets = fc.constantFrom(PAYER, address('stranger'), RECEIVER)
    const keys = fc.subarray([REFERENCE, address('other')])
    const lamports = fc.bigInt(0n, 700_000_000n)
    const transfers = fc.array(
      fc.record({
        from: wallets,
        to: fc.constantFrom(RECEIVER, address('elsewhere')),
        lamports,
        keys,
      }),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(
        transfers,
        fc.bigInt(-100n, 1_500_000_000n),
        fc.integer({ min: 85, max: 95 }),
        fc.boolean(),
        fc.boolean(),
        (list, change, slot, isFailed, requiresReference) => {
          const built = build(
            list.map(({ from, to, lamports: amount, keys: extra }) =>
              transferOf(from, to, amount, extra),
            ),
            {
              signers: [keypair('stranger'), keypair('receiver')].filter(({ publicKey }) =>
                list.some(({ from }) => from === publicKey.toBase58()),
              ),
            },
          )
          const meta = isFailed ? { err: 'AccountInUse' } : {}
          const verdict = judge(
            built,
            { changes: { [RECEIVER]: change }, slot, meta },
            { requiresReference },
          )
          const incoming = list.filter(({ to }) => to === RECEIVER)
          const sent = incoming.reduce((sum, { lamports: amount }) => sum + amount, 0n)
          const references = incoming.flatMap(({ keys: extra }) => extra)
          const got = built.keys.includes(RECEIVER) ? change : 0n
          const isAllowed =
            !isFailed &&
            incoming.length > 0 &&
            incoming.every(({ from }) => from === PAYER) &&
            (references.includes(REFERENCE) || (references.length === 0 && !requiresReference)) &&
            slot >= order.createdSlot &&
            got >= AMOUNT &&
            sent >= AMOUNT
          expect(verdict.kind).toBe(isAllowed ? 'verified' : 'rejected')
          if (verdict.kind === 'verified') expect(verdict.received).toBe(got < sent ? got : sent)
        },
      ),
      { numRuns: 300 },
    )
  })
})
