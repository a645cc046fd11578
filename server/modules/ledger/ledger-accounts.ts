/** The counterparties of all transfers. The check constraint of the `transfer` table lists the same ids. */
export const SYSTEM_ACCOUNTS = {
  /** Holds what users paid in on the chain. */
  treasury: '00000000-0000-7000-8000-000000000001',
  revenue: '00000000-0000-7000-8000-000000000002',
  welcomeGrants: '00000000-0000-7000-8000-000000000003',
  operator: '00000000-0000-7000-8000-000000000004',
} as const

/** `grant`: welcome points. `operator`: a credit by an operator. */
export type CreditKind = 'topup' | 'grant' | 'operator'

export const CREDITED_FROM: Record<CreditKind, string> = {
  topup: SYSTEM_ACCOUNTS.treasury,
  grant: SYSTEM_ACCOUNTS.welcomeGrants,
  operator: SYSTEM_ACCOUNTS.operator,
}
