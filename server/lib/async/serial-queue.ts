/** Runs work one after the other. After a failure it runs nothing more. */
export class SerialQueue {
  #tail: Promise<void> = Promise.resolve()

  add(work: () => Promise<void>): void {
    this.#tail = this.#tail.then(work)
    // The failure is thrown by `settle`, which an earlier error may keep from being called.
    this.#tail.catch(() => undefined)
  }

  /** Resolves when all work is done. Throws the first failure. */
  settle(): Promise<void> {
    return this.#tail
  }
}
