import type { AccountState } from '#localnet/svm/account-state.ts'

/** The interface between RPC and recorded history. RPC asks the live chain first and this source second. */

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

export type ArchivedSupply = { amount: bigint; decimals: number }

export type ArchivedHolding = { address: string; amount: bigint; decimals: number }

export type ImportResult = {
  added: number
  duplicates: number
  rejected: number
  /** The first 100 of them. Lines count from 1, empty ones included. */
  rejections: { line: number; reason: string }[]
}

export type ArchiveSource = {
  /** Imports `getTransaction` results, one JSON text per line, in any order; resolves when they can be queried. */
  importLines(lines: AsyncIterable<string> | Iterable<string>): Promise<ImportResult>
  has(signature: string): boolean
  findTransaction(signature: string): unknown
  listSignatures(address: string, page: SignaturePage): SignatureInfo[] | null
  /** Returns an account rebuilt from recorded balances, with the data layout of a live one. */
  findAccount(address: string): AccountState | null
  findTokenSupply(mint: string): ArchivedSupply | null
  /** Returns the 20 largest token accounts of a mint, largest first; null for an unknown mint. */
  listLargestAccounts(mint: string): ArchivedHolding[] | null
  getBlockTime(slot: number): number | null
  close(): Promise<void>
}
