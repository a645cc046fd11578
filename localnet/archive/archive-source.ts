/**
 * The seam between the RPC face and recorded history. The face asks the live chain first and this source second, so
 * nothing here may depend on the live chain.
 */

/** One row of `getSignaturesForAddress`, exactly as it goes on the wire. */
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
  /** Rows strictly older than this signature; a signature the archive does not know gives no rows. */
  before?: string | undefined
  /** Rows strictly newer than this signature; a signature the archive does not know is no bound. */
  until?: string | undefined
}

/**
 * An account rebuilt from recorded balances. `data` has the account's on-chain layout (82 bytes for a mint, 165 for a
 * token account), so the face can encode or parse it like any live account.
 */
export type ArchivedAccount = {
  lamports: bigint
  /** Owning program, base58. */
  owner: string
  data: Uint8Array
  executable: boolean
}

export type ArchivedSupply = { amount: bigint; decimals: number }

export type ArchivedHolding = { address: string; amount: bigint; decimals: number }

export type ImportResult = { added: number; duplicates: number; rejected: number }

export type ArchiveSource = {
  /** Takes `getTransaction` results, one JSON text a line, in any order; resolves when they can be queried. */
  importLines(lines: AsyncIterable<string> | Iterable<string>): Promise<ImportResult>
  has(signature: string): boolean
  /** The stored `getTransaction` result as it was given, or null. */
  transaction(signature: string): unknown
  /** Newest first; null when the archive has never seen the address. */
  signaturesFor(address: string, page: SignaturePage): SignatureInfo[] | null
  account(pubkey: string): ArchivedAccount | null
  tokenSupply(mint: string): ArchivedSupply | null
  /** The 20 largest token accounts of a mint, largest first; null when the mint is unknown. */
  tokenLargestAccounts(mint: string): ArchivedHolding[] | null
  /** Unix seconds of a recorded slot, or null. */
  blockTime(slot: number): number | null
  /** Waits for unwritten lines and releases the file. */
  close(): Promise<void>
}
