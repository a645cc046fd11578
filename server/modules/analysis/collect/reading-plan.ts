import type { Listed } from '#server/modules/analysis/store/history-page.ts'

/** The creation is given up beyond this many times the transactions that may be read… */
const LISTED_PER_READ = 4
/** …and at least beyond a hundred pages. */
const MIN_LISTED = 100_000

/**
 * Decides which transactions to read if a token has more than the limit: first the newest half, because histories start
 * with them, then the oldest, which show the first buyers.
 */
export class ReadingPlan {
  readonly #max: number
  readonly #waiting = new Map<string, Listed>()
  #newest = 0
  #oldest = 0
  #listed = 0
  #isCut = false

  /** @param max how many transactions may be read */
  constructor(max: number) {
    this.#max = max
  }

  /** Returns how many transactions wait for `takeOldest`. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Returns true when no more entries are needed. */
  get isFull(): boolean {
    return (
      this.#read >= this.#max || this.#listed >= Math.max(this.#max * LISTED_PER_READ, MIN_LISTED)
    )
  }

  /** Returns a sentence about transactions that are left out, or null when there are none. */
  get omission(): string | null {
    if (!this.#isCut) return null
    const [newest, oldest] = [this.#newest, this.#oldest].map((count) =>
      count.toLocaleString('en-US'),
    )
    return `These are the newest ${newest} and the oldest ${oldest} of those that the node listed`
  }

  skip(): void {
    this.#listed += 1
  }

  /** Takes the next entry of a history. Returns true if it is to be read now; else it waits for `takeOldest`. */
  take(entry: Listed): boolean {
    this.#listed += 1
    if (this.#newest < Math.ceil(this.#max / 2)) {
      this.#newest += 1
      return true
    }
    this.#waiting.set(entry.signature, entry)
    if (this.#waiting.size > 2 * this.#max) this.#dropNewest()
    return false
  }

  /** Returns the oldest of the waiting entries, as many as may be read, and empties the list. */
  takeOldest(): Listed[] {
    this.#dropNewest()
    const entries = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#oldest += entries.length
    return entries
  }

  /** Drops the newest waiting entries beyond the number that may be read. */
  #dropNewest(): void {
    const room = Math.max(0, this.#max - this.#read)
    if (this.#waiting.size <= room) return
    this.#isCut = true
    const byAge = [...this.#waiting.values()].toSorted((a, b) => a.slot - b.slot)
    for (const { signature } of byAge.slice(room)) this.#waiting.delete(signature)
  }

  get #read(): number {
    return this.#newest + this.#oldest
  }
}
