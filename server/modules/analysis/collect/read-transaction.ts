import { factsOf, type TransactionFacts } from '#engine/index.ts'

/** Reads a `getTransaction` result, and checks that it is the transaction that was asked for. */
export function readTransaction(
  result: unknown,
  signature: string,
): { kind: 'given'; tx: TransactionFacts } | { kind: 'absent'; reason: string } {
  if (result === null || result === undefined) {
    return { kind: 'absent', reason: 'the node lists it but does not have it' }
  }
  const scanned = factsOf(result)
  if (scanned.kind === 'malformed') {
    return { kind: 'absent', reason: 'the answer is not a transaction' }
  }
  if (scanned.kind === 'missing') {
    return { kind: 'absent', reason: 'the node has no balances of it' }
  }
  if (scanned.facts.signature !== signature) {
    return { kind: 'absent', reason: 'the node returned another transaction' }
  }
  return { kind: 'given', tx: scanned.facts }
}
