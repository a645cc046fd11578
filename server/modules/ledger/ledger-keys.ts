import type { CreditKind } from './ledger-accounts.ts'

/** Prefixes keys with their kind, so a caller's key can't block a refund. */
export function formatLedgerKey(
  kind: 'charge' | 'refund' | 'reversal' | CreditKind,
  key: string,
): string {
  if (key.length === 0 || key.length > 255)
    throw new RangeError('idempotency key: 1 to 255 characters')
  return `${kind}:${key}`
}
