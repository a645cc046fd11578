import type { InnerInstructions, LoadedKeys } from '#localnet/svm/bank.ts'
import type { UiTokenAmount } from '#localnet/wire.ts'
import type { TransactionError } from '#localnet/svm/transaction-error.ts'

export type TokenBalance = {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: UiTokenAmount
}

export type LandedTransaction = {
  signature: string
  slot: number
  blockTime: number
  bytes: Uint8Array
  keys: readonly string[]
  loaded: LoadedKeys
  writableIndexes: readonly number[]
  /** Priority fee in micro-lamports per compute unit. */
  unitPrice: number
  error: TransactionError | null
  fee: bigint
  preBalances: readonly bigint[]
  postBalances: readonly bigint[]
  preTokenBalances: readonly TokenBalance[]
  postTokenBalances: readonly TokenBalance[]
  innerInstructions: readonly InnerInstructions[]
  logs: readonly string[]
  unitsConsumed: number
  returnData: { programId: string; data: string } | null
  memo: string | null
}

export type HistoryEntry = LandedTransaction & { readonly position: number }

export type History = {
  readonly length: number
  add(transaction: LandedTransaction): HistoryEntry
  find(signature: string): HistoryEntry | undefined
  at(position: number): HistoryEntry | undefined
  listInSlot(slot: number): readonly HistoryEntry[]
  listBetween(firstSlot: number, lastSlot: number): readonly HistoryEntry[]
  /** Returns transactions of the address strictly between the positions, newest first; O(log n + limit). */
  listOfAddress(
    address: string,
    bounds: { abovePosition: number; belowPosition: number; limit: number },
  ): readonly HistoryEntry[]
}

export function createHistory(): History {
  const entries: HistoryEntry[] = []
  const bySignature = new Map<string, HistoryEntry>()
  const byAddress = new Map<string, HistoryEntry[]>()

  const listBetween = (firstSlot: number, lastSlot: number) =>
    entries.slice(
      lowerBound(entries, (entry) => entry.slot >= firstSlot),
      lowerBound(entries, (entry) => entry.slot > lastSlot),
    )

  return {
    get length() {
      return entries.length
    },
    add(transaction) {
      const entry: HistoryEntry = { ...transaction, position: entries.length }
      entries.push(entry)
      bySignature.set(entry.signature, entry)
      for (const address of new Set(entry.keys)) {
        const list = byAddress.get(address)
        if (list === undefined) byAddress.set(address, [entry])
        else list.push(entry)
      }
      return entry
    },
    find: (signature) => bySignature.get(signature),
    at: (position) => entries[position],
    listInSlot: (slot) => listBetween(slot, slot),
    listBetween,
    listOfAddress(address, { abovePosition, belowPosition, limit }) {
      const list = byAddress.get(address) ?? []
      const end = lowerBound(list, (entry) => entry.position >= belowPosition)
      const start = lowerBound(list, (entry) => entry.position > abovePosition)
      return list.slice(Math.max(start, end - limit), end).toReversed()
    },
  }
}

/** Returns the first index where `holds` is true, in a list where it is false before and true after. */
export function lowerBound<T>(
  list: { readonly length: number; at(index: number): T | undefined },
  holds: (item: T) => boolean,
): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = list.at(middle)
    if (item !== undefined && holds(item)) high = middle
    else low = middle + 1
  }
  return low
}
