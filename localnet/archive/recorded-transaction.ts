import type { MintStep } from './archive-token-step.ts'

/** The balance of a token account after a transaction. `owner` is null in recordings from before 2022. */
export type Holding = {
  mint: string
  owner: string | null
  program: string | null
  amount: bigint
  decimals: number
}

export type RecordedMint = { mint: string; decimals: number; program: string | null }

export type RecordedAccount = {
  address: string
  lamportsBefore: bigint
  amountBefore: string | null
  lamportsAfter: bigint
  holdingAfter: Holding | null
}

export type RecordedTransaction = {
  signature: string
  slot: number
  blockTime: number | null
  transactionIndex: number | null
  err: unknown
  memo: string | null
  accounts: RecordedAccount[]
  mints: RecordedMint[]
  effects: Effect[]
}

export type RecordedKey = { address: string; signer: boolean }

/**
 * Evidence that a program owns an account: `assigned` was recorded; `debited` follows because only the owner may take
 * lamports from an account that did not sign; `named` means that an instruction passed the account to the program.
 */
export type OwnerCertainty = 'assigned' | 'debited' | 'named'

export type Effect =
  | MintStep
  | { kind: 'program'; program: string }
  | { kind: 'owner'; account: string; program: string; certainty: OwnerCertainty }
