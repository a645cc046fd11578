/*
 * Places in the state of a wallet. A number of double length takes two. Purchases and sales of bought tokens touch only
 * the first table, a purchase its first 128 bytes; the rest is in a second one.
 */
export const BOUGHT = 0
export const COST = 2
export const FIRST_LOT = 4
export const LAST_LOT = 5
/** Not 0 once a number may need double length. */
export const IS_WIDE = 6
export const BUYS = 7
export const BOUGHT_SUM = 8
export const COST_SUM = 10
export const FEES = 12
export const TIPS = 13
export const SELLS = 14
export const MATCHED = 15
export const SOLD_SUM = 16
export const PROCEEDS = 18
export const REALIZED = 20
export const FIFO_REALIZED = 22
export const WINS = 24
export const FIFO_WINS = 25
export const LAST_HOLD = 26
export const RENT = 27
export const RECEIVED = 28
export const UNSEEN = 30
export const STATE = 32

export const UNATTRIBUTED = 0
export const RECEIVED_SOLD = 2
export const UNSEEN_SOLD = 4
export const UNSEEN_SUM = 6
export const RECEIVED_SUM = 8
export const SENT_SUM = 10
export const BURNED_SUM = 12
export const DEPOSITED = 14
export const DEPOSITED_COST = 16
export const DEPOSITED_FIFO_COST = 18
export const DEPOSITED_UNSEEN = 20
export const UNPRICED = 22

/** Entries per block of memory. Blocks are added and never moved, so the cost of an append depends only on its size. */
const BLOCK_BITS = 10
export const BLOCK_MASK = (1 << BLOCK_BITS) - 1

/** Rows of a fixed number of doubles. */
export class Blocks {
  readonly #width: number
  readonly #blocks: Float64Array[] = []

  constructor(width: number) {
    this.#width = width
  }

  /** Returns the block of an entry; its place there is `(entry & BLOCK_MASK) * width`. */
  of(entry: number): Float64Array {
    return this.#blocks[entry >> BLOCK_BITS] ?? this.#extend(entry >> BLOCK_BITS)
  }

  #extend(block: number): Float64Array {
    const added = new Float64Array(this.#width << BLOCK_BITS)
    while (this.#blocks.length < block) {
      this.#blocks.push(new Float64Array(this.#width << BLOCK_BITS))
    }
    this.#blocks.push(added)
    return added
  }
}
