import type { ReadingPlan } from './reading-plan.ts'

export type ReadingLimits = {
  maxTransactions: number
  /** Megabytes of answers with transactions. */
  maxMb: number
  maxMinutes: number
  /** On the clock of `performance.now()`. Reading stops then. */
  endsAt: number
}

const BYTES_PER_MB = 1_000_000

/** Watches the limits of one analysis and collects what its report says about them. */
export class LimitTracker {
  readonly #limits: ReadingLimits
  readonly #reasons = new Set<string>()
  #bytes = 0
  #isTruncated = false

  constructor(limits: ReadingLimits) {
    this.#limits = limits
  }

  /** Returns true once a part of the history was left out. */
  get isTruncated(): boolean {
    return this.#isTruncated
  }

  /** Returns why the report may be incomplete, each reason once. */
  get reasons(): ReadonlySet<string> {
    return this.#reasons
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
  }

  note(reason: string): void {
    this.#reasons.add(reason)
  }

  truncate(reason: string): void {
    this.#isTruncated = true
    this.#reasons.add(reason)
  }

  truncateByCount(): void {
    const count = this.#limits.maxTransactions.toLocaleString('en-US')
    this.truncate(`Only ${count} transactions are read for one report`)
  }

  /** Returns true when nothing more may be read. The report says why. */
  isOver(plan: ReadingPlan): boolean {
    if (plan.isFull) {
      this.truncateByCount()
      return true
    }
    const { maxMb } = this.#limits
    if (this.#bytes > maxMb * BYTES_PER_MB) {
      this.truncate(`Only ${maxMb.toLocaleString('en-US')} MB are read for one report`)
      return true
    }
    return this.isOutOfTime()
  }

  isOutOfTime(): boolean {
    if (performance.now() < this.#limits.endsAt) return false
    this.truncate(`Reading stopped at the limit of ${this.#limits.maxMinutes} minutes`)
    return true
  }
}
