import type { CreditKind } from './ledger-accounts.ts'

/** Keys of different kinds live apart, so that a caller's key never stands in the way of a refund. */
export function ledgerKey(
  kind: 'charge' | 'refund' | 'reversal' | CreditKind,
  key: string,
): string {
  if (key.length === 0 || key.length > 255)
    throw new RangeError('idempotency key: 1 to 255 characters')
  return `${kind}:${key}`
}
