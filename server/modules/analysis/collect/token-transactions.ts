import {
  FactsTable,
  rankWithinSlots,
  WindowReader,
  type Evidence,
  type TransactionFacts,
  type WindowState,
} from '#engine/index.ts'
import { SerialQueue } from '#server/lib/async/serial-queue.ts'
import type { StoredWindow } from '#server/modules/analysis/store/stored-window.ts'
import type { TokenRecord } from '#server/modules/analysis/store/token-store.ts'
import type { Histories } from './histories.ts'
import { VaultFinder } from './vault-finder.ts'

/** Facts kept in one row. */
const SEGMENT = 2_000
/** A smaller window is read again as quickly. */
const MIN_KEPT = 200
/** A window is kept again once it has grown this much. */
const KEPT_GROWTH = 1.1

type Options = { mint: string; record: TokenRecord; histories: Histories }

/** The listed and read transactions of one analysis. Starts with the stored ones, and stores new final ones. */
export class TokenTransactions {
  readonly vaults = new VaultFinder()
  readonly #options: Options
  /** Whether each listed transaction is final. */
  readonly #listed = new Map<string, boolean>()
  /** Facts that this analysis or an earlier one has read. The listed ones belong to this one. */
  readonly #facts = new FactsTable()
  #read = 0
  #newestSlot = 0
  #unsaved: TransactionFacts[] = []
  readonly #saving = new SerialQueue()
  #kept: StoredWindow | null = null
  /** The transactions of the kept window. Their facts are loaded only if it is no longer valid. */
  readonly #inWindow = new Set<string>()
  #isOrderedByHistories = false
  #ranks: ReadonlyMap<string, number> | undefined
  #loading: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  get listed(): number {
    return this.#listed.size
  }

  get read(): number {
    return this.#read
  }

  get newestSlot(): number {
    return this.#newestSlot
  }

  get hasKeptWindow(): boolean {
    return this.#inWindow.size > 0
  }

  isListed(signature: string): boolean {
    return this.#listed.has(signature)
  }

  isKnown(signature: string): boolean {
    return this.#facts.has(signature) || this.#inWindow.has(signature)
  }

  async readFacts(signature: string): Promise<TransactionFacts | undefined> {
    if (!this.#facts.has(signature) && this.#inWindow.has(signature)) await this.#loadFacts()
    return this.#facts.get(signature)
  }

  /** Loads the kept window with the facts after it; without one, all kept facts. */
  async load(): Promise<void> {
    const { record } = this.#options
    const kept = await record.readWindow()
    if (kept === null) return this.#loadFacts()
    const { state, found } = kept
    this.#kept = kept
    for (const { signature } of state.entries) this.#inWindow.add(signature)
    for (const signature of found.others) this.#inWindow.add(signature)
    this.vaults.addFound(found)
    this.#newestSlot = found.newestSlot
    this.#isOrderedByHistories = found.isOrderedByHistories
    await record.eachLaterFacts((facts) => this.#facts.add(facts))
  }

  /** Lists a transaction. Returns true if it has to be read. */
  list(signature: string, isFinal: boolean): boolean {
    this.#listed.set(signature, isFinal)
    const facts = this.#facts.get(signature)
    if (facts) this.#note(facts)
    else if (this.#inWindow.has(signature)) this.#read += 1
    else return true
    return false
  }

  add(facts: TransactionFacts): void {
    this.#facts.add(facts)
    this.#note(facts)
    if (this.#listed.get(facts.signature) !== true) return
    this.#unsaved.push(facts)
    if (this.#unsaved.length >= SEGMENT) this.#flush()
  }

  /** Resolves when all that is to be kept is kept. */
  async save(): Promise<void> {
    this.#flush()
    await this.#saving.settle()
  }

  /** Returns what is read so far, placed by the node alone. */
  evidence(): Evidence[] {
    return this.#evidence(
      () => true,
      (index) => index,
    )
  }

  /**
   * Reads the trades once the histories are read: only later ones than in the kept window if that still holds.
   *
   * @param isWhole false if a part of the history was left out, so that the window is not kept
   */
  async readWindow(
    programs: ReadonlyMap<string, string>,
    { isWhole }: { isWhole: boolean },
  ): Promise<WindowReader> {
    const { mint } = this.#options
    const kept = this.#kept
    this.#kept = null
    if (kept !== null && this.#stillHolds(kept)) {
      const reader = new WindowReader(mint, kept.state)
      const least = kept.state.entries.length * KEPT_GROWTH
      if (this.#extend(reader, programs, isWhole ? least : Infinity)) return reader
    }
    this.#inWindow.clear()
    await this.#loadFacts()
    const reader = new WindowReader(mint)
    if (this.#extend(reader, programs, isWhole ? MIN_KEPT : Infinity)) return reader
    const whole = new WindowReader(mint)
    whole.add([...this.#listUnread(true), ...this.#listUnread(false)], programs)
    return whole
  }

  /** Returns true if all of a kept window is listed, in the same order. */
  #stillHolds({ state, found }: StoredWindow): boolean {
    for (const signature of this.#inWindow) if (!this.#listed.has(signature)) return false
    if (!found.isOrderedByHistories) return true
    return state.entries.every(({ signature, index }) => this.#findRank(signature) === index)
  }

  /** Adds transactions that are not in the window. Stores the final part of the window if it has grown enough. */
  #extend(reader: WindowReader, programs: ReadonlyMap<string, string>, minKept: number): boolean {
    if (!reader.add(this.#listUnread(true), programs)) return false
    const { state } = reader
    if (state.entries.length >= minKept) {
      const keeping = this.#options.record.keepWindow({ state, found: this.#describeFound(state) })
      keeping.catch(() => undefined)
      this.#saving.add(() => keeping)
    }
    return reader.add(this.#listUnread(false), programs)
  }

  #describeFound({ entries }: WindowState): StoredWindow['found'] {
    const concerned = new Set(entries.map(({ signature }) => signature))
    const others: string[] = []
    for (const [signature, isFinal] of this.#listed) {
      if (isFinal && !concerned.has(signature) && this.isKnown(signature)) others.push(signature)
    }
    return {
      vaults: this.vaults.found(),
      owners: this.vaults.owners(),
      newestSlot: this.#newestSlot,
      others,
      isOrderedByHistories: this.#isOrderedByHistories,
    }
  }

  #evidence(
    accept: (signature: string, isFinal: boolean) => boolean,
    indexOf: (index: number | null, signature: string) => number | null,
  ): Evidence[] {
    const facts = this.#facts
    const evidence: Evidence[] = []
    for (const [signature, isFinal] of this.#listed) {
      if (!facts.has(signature) || !accept(signature, isFinal)) continue
      evidence.push(facts.evidence(signature, indexOf(facts.indexOf(signature), signature)))
    }
    return evidence
  }

  /**
   * Returns the transactions that are not in the window. Where the node reports no position in the slot, histories
   * decide it.
   */
  #listUnread(isFinal: boolean): Evidence[] {
    return this.#evidence(
      (signature, isThisFinal) => isThisFinal === isFinal && !this.#inWindow.has(signature),
      (index, signature) => {
        if (index !== null) return index
        this.#isOrderedByHistories = true
        return this.#findRank(signature)
      },
    )
  }

  #findRank(signature: string): number | null {
    this.#ranks ??= rankWithinSlots(
      this.#options.histories.lists().map((list) => list.toReversed()),
    )
    return this.#ranks.get(signature) ?? null
  }

  #note(facts: TransactionFacts): void {
    this.#read += 1
    this.#newestSlot = Math.max(this.#newestSlot, facts.slot)
    this.vaults.note(facts, this.#options.mint)
  }

  #flush(): void {
    const facts = this.#unsaved
    this.#unsaved = []
    this.#saving.add(() => this.#options.record.addFacts(facts))
  }

  async #loadFacts(): Promise<void> {
    this.#loading ??= this.#options.record.eachFacts((facts) => this.#facts.add(facts))
    await this.#loading
  }
}
