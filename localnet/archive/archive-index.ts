import type { SignatureInfo, SignaturePage } from './archive-source.ts'
import { lowerBound } from './history.ts'

export type Entry = {
  ordinal: number
  signature: string
  slot: number
  blockTime: number | null
  transactionIndex: number | null
  /** Sort key within a slot for transactions without a recorded index; the ordinal until the slot is sorted. */
  rank: number
  err: unknown
  memo: string | null
  offset: number
  length: number
}

export type IndexState = { entries: Entry[]; byAddress: Map<string, number[]> }

/** Sorts by slot and index in the block; transactions without an index follow by rank. */
export function compareEntries(a: Entry, b: Entry): number {
  if (a.slot !== b.slot) return a.slot - b.slot
  if (a.transactionIndex !== null && b.transactionIndex !== null) {
    return a.transactionIndex - b.transactionIndex || a.ordinal - b.ordinal
  }
  if (a.transactionIndex !== null) return -1
  if (b.transactionIndex !== null) return 1
  return a.rank - b.rank || a.ordinal - b.ordinal
}

/** Finds transactions by signature and by address. Sorts a list on the first read after a change. */
export class ArchiveIndex {
  readonly #entries: Entry[]
  readonly #bySignature = new Map<string, Entry>()
  readonly #byAddress: Map<string, number[]>
  readonly #unsorted = new Set<string>()
  readonly #blockTimes = new Map<number, number>()
  readonly #unplaced = new Map<number, number[]>()

  constructor({ entries, byAddress }: IndexState = { entries: [], byAddress: new Map() }) {
    this.#entries = entries
    this.#byAddress = byAddress
    for (const entry of entries) this.#remember(entry)
    for (const address of byAddress.keys()) this.#unsorted.add(address)
  }

  get size(): number {
    return this.#entries.length
  }

  getState(): IndexState {
    return { entries: this.#entries, byAddress: this.#byAddress }
  }

  find(signature: string): Entry | null {
    return this.#bySignature.get(signature) ?? null
  }

  getBlockTime(slot: number): number | null {
    return this.#blockTimes.get(slot) ?? null
  }

  add(given: Omit<Entry, 'ordinal' | 'rank'>, addresses: Iterable<string>): Entry {
    const ordinal = this.#entries.length
    const entry: Entry = { ordinal, rank: ordinal, ...given }
    this.#entries.push(entry)
    this.#remember(entry)
    for (const address of new Set(addresses)) {
      const ordinals = this.#byAddress.get(address)
      if (!ordinals) {
        this.#byAddress.set(address, [entry.ordinal])
        continue
      }
      const last = this.#entries[ordinals.at(-1) ?? -1]
      if (last && compareEntries(last, entry) > 0) this.#unsorted.add(address)
      ordinals.push(entry.ordinal)
    }
    return entry
  }

  /** Returns signatures of an address, newest first; null for an unknown address. Empty if `before` is unknown. */
  listPage(address: string, { limit, before, until }: SignaturePage): SignatureInfo[] | null {
    const ordinals = this.#sortOrdinals(address)
    if (!ordinals) return null
    const newest = before === undefined ? undefined : this.find(before)
    if (newest === null) return []
    const oldest = until === undefined ? null : this.find(until)
    const end = newest ? this.#findPlace(ordinals, newest, (order) => order >= 0) : ordinals.length
    const start = oldest ? this.#findPlace(ordinals, oldest, (order) => order > 0) : 0
    const rows: SignatureInfo[] = []
    for (let at = end - 1; at >= start && rows.length < limit; at -= 1) {
      const entry = this.#entries[ordinals[at] ?? -1]
      if (entry) rows.push(toRow(entry))
    }
    return rows
  }

  listUnplaced(slot: number): Entry[] {
    return (this.#unplaced.get(slot) ?? []).flatMap((ordinal) => this.#entries[ordinal] ?? [])
  }

  /** Ranks are below the ordinals of later transactions, so a new one stays last until it is ranked. */
  setRank(entry: Entry, rank: number, addresses: Iterable<string>): void {
    entry.rank = rank
    for (const address of addresses) this.#unsorted.add(address)
  }

  #remember(entry: Entry): void {
    this.#bySignature.set(entry.signature, entry)
    if (entry.transactionIndex === null) {
      const ordinals = this.#unplaced.get(entry.slot)
      if (ordinals) ordinals.push(entry.ordinal)
      else this.#unplaced.set(entry.slot, [entry.ordinal])
    }
    if (entry.blockTime !== null) this.#blockTimes.set(entry.slot, entry.blockTime)
  }

  #sortOrdinals(address: string): number[] | undefined {
    const ordinals = this.#byAddress.get(address)
    if (ordinals && this.#unsorted.delete(address)) {
      ordinals.sort((a, b) => this.#compareOrdinals(a, b))
    }
    return ordinals
  }

  #compareOrdinals(a: number, b: number): number {
    const [first, second] = [this.#entries[a], this.#entries[b]]
    return first && second ? compareEntries(first, second) : a - b
  }

  /** Returns the first place in a sorted list whose transaction is newer than `bound`, or not older. */
  #findPlace(ordinals: number[], bound: Entry, isPast: (order: number) => boolean): number {
    return lowerBound(ordinals, (ordinal) => {
      const entry = this.#entries[ordinal]
      return isPast(entry ? compareEntries(entry, bound) : 1)
    })
  }
}

const toRow = ({ signature, slot, err, memo, blockTime }: Entry): SignatureInfo => ({
  signature,
  slot,
  err,
  memo,
  blockTime,
  confirmationStatus: 'finalized',
})
