export type Undo = {
  /** Opens a part and remembers how it ends. */
  open<Part>(opening: Promise<Part>, end: (part: Part) => Promise<unknown>): Promise<Part>
  add(end: () => Promise<unknown>): void
  /** Ends everything at once, waits for all, and then throws the first failure. */
  run(): Promise<void>
}

/** Remembers how opened parts end, of which none needs another. */
export const createUndo = (): Undo => {
  const ends: (() => Promise<unknown>)[] = []
  return {
    async open(opening, end) {
      const part = await opening
      ends.push(() => end(part))
      return part
    },
    add: (end) => {
      ends.push(end)
    },
    async run() {
      const outcomes = await Promise.allSettled(ends.splice(0).map((end) => end()))
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    },
  }
}
