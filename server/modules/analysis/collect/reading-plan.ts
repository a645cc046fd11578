import type { Listed } from '#server/modules/analysis/store/history-page.ts'

/** The creation is given up beyond this many times the transactions that may be read… */
const LISTED_PER_READ = 4
/** …and at least beyond a hundred pages. */
const MIN_LISTED = 100_000

/**
 * Decides which transactions are read when a token has more than may be read: the newest half at once, as histories
 * begin with them, and then the oldest, which show who came first.
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

  get waiting(): number {
    return this.#waiting.size
  }

  get isFull(): boolean {
    return (
      this.#read >= this.#max || this.#listed >= Math.max(this.#max * LISTED_PER_READ, MIN_LISTED)
    )
  }

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

  takeOldest(): Listed[] {
    this.#dropNewest()
    const entries = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#oldest += entries.length
    return entries
  }

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
