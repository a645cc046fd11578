/** The parts of a `getTransaction` result that the analysis reads, in `json` or `jsonParsed` encoding. */

import { QUOTE_MINTS } from './known-addresses.ts'

/** Plain JSON parsers return numbers, exact ones bigints. The engine only uses differences. */
type Lamports = number | bigint

export type RawTokenBalance = {
  accountIndex: number
  mint: string
  /** Absent on transactions recorded before 2022. */
  owner?: string | null | undefined
  programId?: string | null | undefined
  uiTokenAmount: { amount: string; decimals: number }
}

export type RawInstruction = {
  programId?: string | undefined
  programIdIndex?: number | undefined
  /** Indexes into the account keys (`json`) or addresses (`jsonParsed`). */
  accounts?: readonly (number | string)[] | undefined
  data?: string | undefined
  parsed?: unknown
}

type RawAccountKey = string | { pubkey: string; signer?: boolean | undefined }

export type RawTransaction = {
  slot: number
  blockTime?: number | null | undefined
  transactionIndex?: number | null | undefined
  transaction: {
    signatures: readonly string[]
    message: {
      accountKeys: readonly RawAccountKey[]
      header?: { numRequiredSignatures: number } | undefined
      instructions?: readonly RawInstruction[] | undefined
    }
  }
  meta: {
    err: unknown
    fee: Lamports
    preBalances: readonly Lamports[]
    postBalances: readonly Lamports[]
    preTokenBalances?: readonly RawTokenBalance[] | null | undefined
    postTokenBalances?: readonly RawTokenBalance[] | null | undefined
    innerInstructions?:
      | readonly { index: number; instructions: readonly RawInstruction[] }[]
      | null
      | undefined
    loadedAddresses?:
      | { writable: readonly string[]; readonly: readonly string[] }
      | null
      | undefined
  } | null
}

/** Returns the account keys in index order: the message's own, then those from lookup tables. */
export function accountKeys(tx: RawTransaction): readonly string[] {
  const { accountKeys: given } = tx.transaction.message
  const loaded = tx.meta?.loadedAddresses
  // `jsonParsed` lists the loaded addresses among the keys already.
  const lacksLoaded = loaded && given.length < (tx.meta?.preBalances.length ?? 0)
  const isPlain = (keys: readonly RawAccountKey[]): keys is readonly string[] =>
    typeof keys[0] === 'string'
  const own = isPlain(given)
    ? given
    : given.map((key) => (typeof key === 'string' ? key : key.pubkey))
  return lacksLoaded ? own.concat(loaded.writable, loaded.readonly) : own
}

/** Returns the number of signers, which are the first keys. */
export function signerCount(tx: RawTransaction): number {
  const { header, accountKeys: keys } = tx.transaction.message
  if (header) return header.numRequiredSignatures
  let count = 0
  for (const key of keys) if (typeof key !== 'string' && key.signer) count++
  return count || tx.transaction.signatures.length
}

export function signatureOf(tx: RawTransaction): string {
  return tx.transaction.signatures[0] ?? ''
}

/** Returns true for a transaction without an error. Failed transactions move no tokens. */
export function isSuccessful(tx: RawTransaction): boolean {
  return tx.meta !== null && (tx.meta.err === null || tx.meta.err === undefined)
}

/** Returns the change of an account's lamports. */
export function lamportDelta(tx: RawTransaction, index: number): number {
  const before = tx.meta?.preBalances[index] ?? 0
  const after = tx.meta?.postBalances[index] ?? 0
  return typeof before === 'number' && typeof after === 'number'
    ? after - before
    : Number(BigInt(after) - BigInt(before))
}

/** Returns true if the balance of the mint (by default, of any token that is not a quote) changed in some account. */
export function movesToken(tx: RawTransaction, mint?: string): boolean {
  const before = tx.meta?.preTokenBalances ?? []
  const after = tx.meta?.postTokenBalances ?? []
  const isAsked = (moved: string): boolean =>
    mint === undefined ? !QUOTE_MINTS.has(moved) : moved === mint
  const amountOf = (balances: readonly RawTokenBalance[], { accountIndex }: RawTokenBalance) =>
    balances.find((other) => other.accountIndex === accountIndex)?.uiTokenAmount.amount ?? '0'
  for (const balance of after) {
    if (isAsked(balance.mint) && amountOf(before, balance) !== balance.uiTokenAmount.amount)
      return true
  }
  for (const balance of before) {
    if (isAsked(balance.mint) && amountOf(after, balance) !== balance.uiTokenAmount.amount)
      return true
  }
  return false
}
