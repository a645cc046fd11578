/** The fields of a transaction that the analysis uses. The scanner creates them, and `facts-codec.ts` stores them. */
export type TransactionFacts = {
  signature: string
  slot: number
  /** Position in the block; null if the node did not report it. */
  index: number | null
  /** Unix seconds. */
  timeS: number | null
  isFailed: boolean
  feeLamports: number
  /** The first keys are the signers, the very first is the fee payer. */
  signerCount: number
  /** Account keys in index order: the message's own, then those from lookup tables. */
  keys: readonly string[]
  /** Accounts whose lamports changed, in index order. */
  lamports: readonly LamportChange[]
  /** Token accounts that the transaction names, changed or not. */
  balances: readonly TokenBalance[]
  /** Outer instructions, then inner ones. Empty unless a token balance changed. */
  instructions: readonly Instruction[]
}

export type LamportChange = {
  index: number
  /** Rounded above 2^53. */
  before: number
  /** Exact. */
  delta: number
}

export type TokenBalance = {
  index: number
  mint: string
  /** Null when the record does not name it, as before 2022. */
  owner: string | null
  programId: string | null
  decimals: number
  /** Raw units. */
  before: bigint
  after: bigint
}

export type Instruction = {
  program: string
  /** Index of the outer instruction that this one belongs to. */
  outer: number
  /** Indexes into the keys, -1 for an unknown address; null when the node parsed the instruction. */
  accounts: readonly number[] | null
  act: Act | null
}

/** The effect of a system or token instruction, as far as the analysis reads it. Strings are addresses. */
export type Act = SystemMove | TokenAct | ParsedTransfer

export type SystemMove =
  | { kind: 'create' | 'transfer'; from: string; to: string; lamports: number }
  | { kind: 'allocate'; to: string }

export type TokenAct =
  | { kind: 'mint' | 'burn'; account: string; mint: string; amount: bigint }
  | { kind: 'open'; account: string; mint: string; owner: string }
  | { kind: 'close'; account: string; destination: string; owner: string }

/** A token transfer that the node parsed. A compiled one names its ends in `accounts`. */
type ParsedTransfer = { kind: 'move'; source: string; destination: string }

/** Returns the change in lamports of the account with this index, 0 if it is not listed. */
export function findLamportDelta({ lamports }: TransactionFacts, index: number): number {
  for (const change of lamports) if (change.index === index) return change.delta
  return 0
}

/** Returns an account's lamports before and their change; zeros if they did not change. */
export function findLamportChange({ lamports }: TransactionFacts, index: number): LamportChange {
  for (const change of lamports) if (change.index === index) return change
  return { index, before: 0, delta: 0 }
}

/** Returns the signers, the fee payer first. */
export function listSigners({ keys, signerCount }: TransactionFacts): readonly string[] {
  return keys.slice(0, signerCount)
}
