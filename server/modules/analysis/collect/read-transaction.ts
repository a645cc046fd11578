import { signatureOf, type RawTransaction } from '#engine/index.ts'

/**
 * Reads a `getTransaction` result. Checks that it is the transaction that was asked for, and the parts that the
 * analysis relies on; keeps no others, because thousands of transactions are held at once.
 */
export function readTransaction(
  result: unknown,
  signature: string,
): { kind: 'given'; tx: RawTransaction } | { kind: 'absent'; reason: string } {
  if (result === null || result === undefined) {
    return { kind: 'absent', reason: 'the node lists it but does not have it' }
  }
  if (!isTransaction(result)) return { kind: 'absent', reason: 'the answer is not a transaction' }
  if (signatureOf(result) !== signature) {
    return { kind: 'absent', reason: 'the node returned another transaction' }
  }
  if (result.meta === null) {
    return { kind: 'absent', reason: 'the node has no balances of it' }
  }
  return { kind: 'given', tx: slim(result) }
}

function isTransaction(value: unknown): value is RawTransaction {
  const { slot, transaction, meta } = (value ?? {}) as Partial<RawTransaction>
  return (
    typeof slot === 'number' &&
    Array.isArray(transaction?.signatures) &&
    Array.isArray(transaction.message?.accountKeys) &&
    (meta === null ||
      (typeof meta === 'object' &&
        Array.isArray(meta.preBalances) &&
        Array.isArray(meta.postBalances) &&
        areBalances(meta.preTokenBalances) &&
        areBalances(meta.postTokenBalances)))
  )
}

const areBalances = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) &&
    value.every(
      ({ accountIndex, mint, uiTokenAmount }) =>
        typeof accountIndex === 'number' &&
        typeof mint === 'string' &&
        typeof uiTokenAmount?.decimals === 'number' &&
        /^\d{1,20}$/.test(uiTokenAmount.amount),
    ))

function slim({
  slot,
  blockTime,
  transactionIndex,
  transaction,
  meta,
}: RawTransaction): RawTransaction {
  const isFailed = meta !== null && meta.err !== null && meta.err !== undefined
  const { accountKeys, header, instructions } = transaction.message
  return {
    slot,
    blockTime,
    transactionIndex,
    transaction: {
      signatures: transaction.signatures,
      message: { accountKeys, header, instructions: isFailed ? [] : instructions },
    },
    meta: meta && {
      err: meta.err,
      fee: meta.fee,
      preBalances: meta.preBalances,
      postBalances: meta.postBalances,
      preTokenBalances: meta.preTokenBalances,
      postTokenBalances: meta.postTokenBalances,
      innerInstructions: isFailed ? [] : meta.innerInstructions,
      loadedAddresses: meta.loadedAddresses,
    },
  }
}
