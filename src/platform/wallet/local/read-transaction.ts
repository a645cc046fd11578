import { isTokenProgram, SYSTEM_PROGRAM } from '#solana/programs.ts'
import { decodeSystemInstruction } from '#solana/system-instructions.ts'
import { decodeTokenInstruction } from '#solana/token-instructions.ts'
import { decodeTransaction, type Transaction } from '#solana/transaction.ts'

const SIGNATURE_BYTES = 64

export type TransactionSummary = {
  /** Plain SOL transfers. */
  readonly transfers: readonly { from: string; to: string; lamports: bigint }[]
  /** Token transfers; `to` is a token account. */
  readonly tokenTransfers: readonly { mint: string; to: string; raw: bigint; decimals: number }[]
  /** Number of instructions that are not transfers. */
  readonly otherInstructions: number
}

/** Decodes a transaction and lists its transfers. Throws `TransactionFormatError`. */
export const readTransaction = (bytes: Uint8Array): Transaction & TransactionSummary => {
  const transaction = decodeTransaction(bytes)
  const { staticKeys, instructions } = transaction.message
  const transfers: { from: string; to: string; lamports: bigint }[] = []
  const tokenTransfers: { mint: string; to: string; raw: bigint; decimals: number }[] = []
  for (const { programIdIndex, accounts, data } of instructions) {
    const program = staticKeys[programIdIndex] ?? ''
    const [first, second, third] = accounts.map((index) => staticKeys[index])
    const onSystem = program === SYSTEM_PROGRAM ? decodeSystemInstruction(data) : null
    const onToken = isTokenProgram(program) ? decodeTokenInstruction(data) : null
    if (onSystem?.type === 'transfer' && first !== undefined && second !== undefined) {
      transfers.push({ from: first, to: second, lamports: onSystem.lamports })
    }
    if (onToken?.type === 'transferChecked' && second !== undefined && third !== undefined) {
      const { amount, decimals } = onToken
      tokenTransfers.push({ mint: second, to: third, raw: amount, decimals })
    }
  }
  const otherInstructions = instructions.length - transfers.length - tokenTransfers.length
  return { ...transaction, transfers, tokenTransfers, otherInstructions }
}

/** Returns the bytes with the signature of `signer` in its place. Throws when the transaction does not ask for it. */
export const placeSignature = (
  { bytes, message, messageBytes, signatures }: Transaction,
  signer: string,
  signature: Uint8Array,
): Uint8Array<ArrayBuffer> => {
  const index = message.staticKeys.slice(0, signatures.length).indexOf(signer)
  if (index === -1) throw new Error('This transaction needs no signature of this wallet')
  const signed = Uint8Array.from(bytes)
  const signaturesEnd = bytes.length - messageBytes.length
  signed.set(signature, signaturesEnd - (signatures.length - index) * SIGNATURE_BYTES)
  return signed
}
