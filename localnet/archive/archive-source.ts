/**
 * The interface between RPC and recorded history. RPC asks the live chain first and this source second, so nothing
 * here depends on the live chain.
 */

export type SignatureInfo = {
  signature: string
  slot: number
  err: unknown
  memo: string | null
  blockTime: number | null
  confirmationStatus: 'processed' | 'confirmed' | 'finalized'
}

export type SignaturePage = {
  /** 1–1000. */
  limit: number
  /** Rows strictly older than this signature; empty for an unknown signature. */
  before?: string | undefined
  /** Rows strictly newer than this signature; an unknown signature is ignored. */
  until?: string | undefined
}

/**
 * An account rebuilt from recorded balances. `data` has the on-chain layout (82 bytes for a mint, 165 for a token
 * account), so it is encoded and parsed like a live account.
 */
export type ArchivedAccount = {
  lamports: bigint
  owner: string
  data: Uint8Array
  executable: boolean
}

export type ArchivedSupply = { amount: bigint; decimals: number }

export type ArchivedHolding = { address: string; amount: bigint; decimals: number }

export type ImportResult = { added: number; duplicates: number; rejected: number }

export type ArchiveSource = {
  /** Imports `getTransaction` results, one JSON text per line, in any order; resolves when they can be queried. */
  importLines(lines: AsyncIterable<string> | Iterable<string>): Promise<ImportResult>
  has(signature: string): boolean
  transaction(signature: string): unknown
  signaturesFor(address: string, page: SignaturePage): SignatureInfo[] | null
  account(pubkey: string): ArchivedAccount | null
  tokenSupply(mint: string): ArchivedSupply | null
  /** Returns the 20 largest token accounts of a mint, largest first; null for an unknown mint. */
  tokenLargestAccounts(mint: string): ArchivedHolding[] | null
  blockTime(slot: number): number | null
  close(): Promise<void>
}
