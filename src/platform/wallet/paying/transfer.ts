import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import type { PaymentRequest } from '#contract/payments.ts'

/** Instruction number of both token programs (spl-token's instruction.rs, `TransferChecked`). */
const TRANSFER_CHECKED = 12
const TRANSFER_CHECKED_BYTES = 10

type Transfer = { readonly payer: string; readonly lamports: bigint }

/** Returns an unsigned transaction that pays an order in SOL. */
export const buildTransfer = (
  request: PaymentRequest,
  { payer, lamports }: Transfer,
): Transaction => {
  const transfer = SystemProgram.transfer({
    fromPubkey: new PublicKey(payer),
    toPubkey: new PublicKey(request.receiver),
    lamports,
  })
  return buildTransaction(request, payer, transfer)
}

type TokenTransfer = {
  readonly payer: string
  readonly source: string
  readonly token: NonNullable<PaymentRequest['token']>
}

/** Returns an unsigned transaction that pays an order in its token, from the token account `source`. */
export const buildTokenTransfer = (
  request: PaymentRequest,
  { payer, source, token }: TokenTransfer,
): Transaction => {
  const data = new Uint8Array(TRANSFER_CHECKED_BYTES)
  const view = new DataView(data.buffer)
  view.setUint8(0, TRANSFER_CHECKED)
  view.setBigUint64(1, BigInt(token.transfer_amount ?? token.raw_amount), true)
  view.setUint8(9, token.decimals)
  const transfer = new TransactionInstruction({
    programId: new PublicKey(token.program),
    keys: [
      { pubkey: new PublicKey(source), isSigner: false, isWritable: true },
      { pubkey: new PublicKey(token.mint), isSigner: false, isWritable: false },
      { pubkey: new PublicKey(token.destination), isSigner: false, isWritable: true },
      { pubkey: new PublicKey(payer), isSigner: true, isWritable: false },
    ],
    // Typed as Node's Buffer; the library only reads bytes.
    data: data as TransactionInstruction['data'],
  })
  return buildTransaction(request, payer, transfer)
}

/** Adds the order's reference, a read-only account (https://docs.solanapay.com/spec#reference), to find the payment by. */
const buildTransaction = (
  request: PaymentRequest,
  payer: string,
  transfer: TransactionInstruction,
): Transaction => {
  if (request.reference) {
    const pubkey = new PublicKey(request.reference)
    transfer.keys.push({ pubkey, isSigner: false, isWritable: false })
  }
  const transaction = new Transaction()
  transaction.feePayer = new PublicKey(payer)
  transaction.recentBlockhash = request.recentBlockhash
  return transaction.add(transfer)
}
