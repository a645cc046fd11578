import type { TransactionFacts } from '#engine/scan/facts/facts.ts'
import { scanTransaction } from '#engine/scan/answer/scan-answer.ts'

/** The facts in one line of a recording, which must be a whole transaction. */
export function factsIn(line: string): TransactionFacts {
  const scanned = scanTransaction(Buffer.from(line))
  if (scanned.kind !== 'read') throw new Error(JSON.stringify(scanned))
  return scanned.facts
}
