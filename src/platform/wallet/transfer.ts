import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { PaymentRequest } from '#contract/payments.ts'

type Transfer = { readonly payer: string; readonly lamports: bigint }

/**
 * An unsigned transfer of SOL from the payer to the request's receiver. The request's reference rides along as a
 * read-only account, so that the payment can be found on the chain without anybody reporting it
 * (https://docs.solanapay.com/spec#reference).
 */
export const buildTransfer = (
  request: PaymentRequest,
  { payer, lamports }: Transfer,
): Transaction => {
  const from = new PublicKey(payer)
  const transfer = SystemProgram.transfer({
    fromPubkey: from,
    toPubkey: new PublicKey(request.receiver),
    lamports,
  })
  if (request.reference !== undefined) {
    const pubkey = new PublicKey(request.reference)
    transfer.keys.push({ pubkey, isSigner: false, isWritable: false })
  }
  const transaction = new Transaction()
  transaction.feePayer = from
  transaction.recentBlockhash = request.recentBlockhash
  return transaction.add(transfer)
}
