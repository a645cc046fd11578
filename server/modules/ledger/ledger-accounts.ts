/** The other side of every transfer; the same ids stand in the check constraint of the `transfer` table. */
export const SYSTEM_ACCOUNTS = {
  /** Owes users what they paid in on the chain. */
  treasury: '00000000-0000-7000-8000-000000000001',
  revenue: '00000000-0000-7000-8000-000000000002',
  welcomeGrants: '00000000-0000-7000-8000-000000000003',
  operator: '00000000-0000-7000-8000-000000000004',
} as const

export type CreditKind = 'topup' | 'grant' | 'operator'

export const CREDITED_FROM: Record<CreditKind, string> = {
  topup: SYSTEM_ACCOUNTS.treasury,
  grant: SYSTEM_ACCOUNTS.welcomeGrants,
  operator: SYSTEM_ACCOUNTS.operator,
}
