import { PublicKey, TransactionInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { readDeposit, type Deposit } from '#server/modules/payments/deposits/read-deposit.ts'
import {
  verifyTransfer,
  type ExpectedPayment,
} from '#server/modules/payments/deposits/verify-transfer.ts'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '#solana/programs.ts'
import { address, build, landed, transferOf, type Built } from './raw-transactions.ts'

const PAYER = address('payer')
const RECEIVER = address('receiver')
const REFERENCE = address('reference')
const AMOUNT = 500_000_000n
const MINT = address('mint')
const TOKEN = {
  receiver: RECEIVER,
  asset: { kind: 'TOKEN', mint: MINT, program: TOKEN_PROGRAM },
} as const
const transfer = build([transferOf(PAYER, RECEIVER, AMOUNT)])
const paid = (amount: bigint) => ({ changes: { [PAYER]: -amount, [RECEIVER]: amount } })

describe('the verification rule for a token', () => {
  const SOURCE = address('source account')
  const TARGET = address('target account')
  const tokenOrder: ExpectedPayment = {
    payerWallet: PAYER,
    currency: 'TOKEN',
    amount: 700n,
    reference: REFERENCE,
    requiresReference: false,
    createdSlot: 90,
    createdAtMs: 1_700_000_000_000 - 5_000,
  }
  type Kind = 'transfer' | 'transferChecked' | 'withFee'
  const tokenTransfer = (kind: Kind, amount: bigint, program = TOKEN_PROGRAM, target = TARGET) => {
    const head = kind === 'transfer' ? [3] : kind === 'transferChecked' ? [12] : [26, 1]
    // Behind the amount: the decimals, and a fee.
    const rest = { transfer: 0, transferChecked: 1, withFee: 9 }[kind]
    const data = Buffer.alloc(head.length + 8 + rest)
    data.set(head)
    data.writeBigUInt64LE(amount, head.length)
    const accounts = kind === 'transfer' ? [SOURCE, target, PAYER] : [SOURCE, MINT, target, PAYER]
    return new TransactionInstruction({
      programId: new PublicKey(program),
      keys: [...accounts, REFERENCE].map((pubkey) => ({
        pubkey: new PublicKey(pubkey),
        isSigner: pubkey === PAYER,
        isWritable: pubkey === SOURCE || pubkey === target,
      })),
      data,
    })
  }
  type Side = { mint?: string; owner?: string; programId?: string }
  const answer = (built: Built, before: bigint | null, after: bigint, target: Side = {}) => {
    const row = (account: string, amount: bigint, side: Side) => ({
      accountIndex: built.keys.indexOf(account),
      mint: MINT,
      owner: PAYER,
      programId: TOKEN_PROGRAM,
      uiTokenAmount: { amount: amount.toString(), decimals: 2, uiAmountString: 'wrong' },
      ...side,
    })
    const targetSide = { owner: RECEIVER, ...target }
    return landed(built, {
      meta: {
        preTokenBalances: [
          row(SOURCE, 9_000n, {}),
          ...(before === null ? [] : [row(TARGET, before, targetSide)]),
        ],
        postTokenBalances: [row(SOURCE, 8_000n, {}), row(TARGET, after, targetSide)],
      },
    })
  }
  const judgeToken = (built: Built, transaction: ReturnType<typeof answer>, asset = TOKEN) =>
    verifyTransfer(readDeposit(built.signature, transaction, asset), tokenOrder)

  it.each(['transfer', 'transferChecked'] as const)('accepts %s', (kind) => {
    const built = build([tokenTransfer(kind, 700n)])
    expect(judgeToken(built, answer(built, 5n, 705n))).toMatchObject({
      kind: 'verified',
      received: 700n,
    })
  })

  it('accepts an account that was opened by the same transaction', () => {
    const built = build([tokenTransfer('transferChecked', 700n)])
    expect(judgeToken(built, answer(built, null, 700n))).toMatchObject({ kind: 'verified' })
  })

  it('counts what arrived after a transfer fee', () => {
    const built = build([tokenTransfer('withFee', 700n, TOKEN_2022_PROGRAM)])
    const asset = { ...TOKEN, asset: { ...TOKEN.asset, program: TOKEN_2022_PROGRAM } }
    const transaction = answer(built, 0n, 693n, { programId: TOKEN_2022_PROGRAM })
    expect(
      verifyTransfer(readDeposit(built.signature, transaction, asset), tokenOrder),
    ).toMatchObject({
      kind: 'rejected',
      key: 'amount',
      deposit: { received: 693n } satisfies Partial<Deposit>,
    })
  })

  it.each([
    ['another mint', { mint: address('fake mint') }, 'receiver'],
    ["somebody else's account", { owner: address('stranger') }, 'receiver'],
    ['another token program', { programId: TOKEN_2022_PROGRAM }, 'receiver'],
  ])('rejects %s', (_, target, key) => {
    const built = build([tokenTransfer('transferChecked', 700n)])
    expect(judgeToken(built, answer(built, 0n, 700n, target))).toMatchObject({
      kind: 'rejected',
      key,
    })
  })

  it('rejects one unit too few and SOL in place of the token', () => {
    const short = build([tokenTransfer('transferChecked', 699n)])
    expect(judgeToken(short, answer(short, 0n, 699n))).toMatchObject({
      kind: 'rejected',
      key: 'amount',
    })
    const inSol = readDeposit(transfer.signature, landed(transfer, paid(AMOUNT)), TOKEN)
    expect(verifyTransfer(inSol, tokenOrder)).toMatchObject({ kind: 'rejected', key: 'receiver' })
  })
})
