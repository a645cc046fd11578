import { SELL, WIDE, type BookRows } from './book-rows.ts'
import { Blocks, BLOCK_MASK, FIRST_LOT, LAST_HOLD, LAST_LOT } from './book-state.ts'
import { add, isLess, low, scaleAmount, scaleNarrowAmount } from './double-length.ts'

/** Places in a lot: tokens, their cost, slot and time of the purchase, and the number of the next lot (0: none). */
const COST = 2
const SLOT = 4
const TIME = 5
const NEXT = 6
const LOT = 8

/** Places in a hold: tokens sold out of a lot, the seconds they were held, and the number of the previous hold. */
const SECONDS = 1
const PREVIOUS = 2
const HOLD = 3

/** The target slot time is 400 ms. Used for blocks without a time. */
const SECONDS_PER_SLOT = 0.4

/** Purchases of every wallet, oldest first, and how long sold tokens were held. Used up lots are used again. */
export class Lots {
  readonly #lots = new Blocks(LOT)
  readonly #holds = new Blocks(HOLD)
  #lotCount = 0
  #holdCount = 0
  #firstFree = 0

  /** Cost of the tokens taken last, of double length. Each sale or take overwrites it. */
  readonly cost = new Float64Array(2)

  /** Adds a purchase. Amounts stay in columns, because a double that is passed on costs an allocation. */
  add(state: Float64Array, at: number, rows: BookRows, row: number): void {
    let lot = this.#firstFree
    if (lot === 0) lot = ++this.#lotCount
    const lots = this.#lots.of(lot)
    const place = (lot & BLOCK_MASK) * LOT
    if (lot === this.#firstFree) this.#firstFree = lots[place + NEXT] ?? 0
    lots[place] = rows.tokens[row] ?? 0
    lots[place + 1] = rows.tokensRest[row] ?? 0
    lots[place + COST] = rows.value[row] ?? 0
    lots[place + COST + 1] = rows.valueRest[row] ?? 0
    lots[place + SLOT] = rows.slot[row] ?? 0
    lots[place + TIME] = rows.timeS[row] ?? NaN
    lots[place + NEXT] = 0
    if ((state[at + FIRST_LOT] ?? 0) === 0) {
      state[at + FIRST_LOT] = lot
    } else {
      const last = state[at + LAST_LOT] ?? 0
      this.#lots.of(last)[(last & BLOCK_MASK) * LOT + NEXT] = lot
    }
    state[at + LAST_LOT] = lot
  }

  /** Replaces tokens and cost of the newest lot by the numbers of double length at `tokens` and `cost`. */
  replaceLast(
    state: Float64Array,
    at: number,
    from: Float64Array,
    tokens: number,
    cost: number,
  ): void {
    const lot = state[at + LAST_LOT] ?? 0
    const lots = this.#lots.of(lot)
    const place = (lot & BLOCK_MASK) * LOT
    lots.set(from.subarray(tokens, tokens + 2), place)
    lots.set(from.subarray(cost, cost + 2), place + COST)
  }

  /** Sells a row's tokens, which doubles hold exactly, out of the oldest lots. Sets `cost`. */
  sellNarrow(state: Float64Array, at: number, rows: BookRows, row: number): void {
    const slot = rows.slot[row] ?? 0
    const timeS = rows.timeS[row] ?? NaN
    let cost = 0
    let wanted = rows.tokens[row] ?? 0
    let lot = state[at + FIRST_LOT] ?? 0
    while (wanted > 0 && lot !== 0) {
      const lots = this.#lots.of(lot)
      const place = (lot & BLOCK_MASK) * LOT
      const size = lots[place] ?? 0
      const lotCost = lots[place + COST] ?? 0
      if (wanted < size) {
        const part = scaleNarrowAmount(lotCost, wanted, size)
        this.#noteHold(state, at, wanted, secondsSince(lots, place, slot, timeS))
        lots[place] = size - wanted
        lots[place + COST] = lotCost - part
        cost += part
        break
      }
      this.#noteHold(state, at, size, secondsSince(lots, place, slot, timeS))
      cost += lotCost
      wanted -= size
      lot = this.#free(lots, place, lot)
    }
    state[at + FIRST_LOT] = lot
    this.cost[0] = cost
  }

  /** Takes tokens out of the oldest lots. Sets `cost`. */
  take(
    state: Float64Array,
    at: number,
    tokens: number,
    tokensRest: number,
    rows: BookRows,
    row: number,
  ): void {
    const isSale = ((rows.kind[row] ?? 0) & (WIDE - 1)) === SELL
    const slot = rows.slot[row] ?? 0
    const timeS = rows.timeS[row] ?? NaN
    let cost = 0
    let costRest = 0
    let wanted = tokens
    let wantedRest = tokensRest
    let lot = state[at + FIRST_LOT] ?? 0
    while (wanted > 0 && lot !== 0) {
      const lots = this.#lots.of(lot)
      const place = (lot & BLOCK_MASK) * LOT
      const size = lots[place] ?? 0
      const sizeRest = lots[place + 1] ?? 0
      const lotCost = lots[place + COST] ?? 0
      const lotCostRest = lots[place + COST + 1] ?? 0
      const seconds = secondsSince(lots, place, slot, timeS)
      if (isLess(wanted, wantedRest, size, sizeRest)) {
        const part = scaleAmount(lotCost, lotCostRest, wanted, wantedRest, size, sizeRest)
        const partRest = low[0] ?? 0
        cost = add(cost, costRest, part, partRest)
        costRest = low[0] ?? 0
        lots[place] = add(size, sizeRest, -wanted, -wantedRest)
        lots[place + 1] = low[0] ?? 0
        lots[place + COST] = add(lotCost, lotCostRest, -part, -partRest)
        lots[place + COST + 1] = low[0] ?? 0
        if (isSale) this.#noteHold(state, at, wanted, seconds)
        break
      }
      cost = add(cost, costRest, lotCost, lotCostRest)
      costRest = low[0] ?? 0
      if (isSale) this.#noteHold(state, at, size, seconds)
      wanted = add(wanted, wantedRest, -size, -sizeRest)
      wantedRest = low[0] ?? 0
      lot = this.#free(lots, place, lot)
    }
    state[at + FIRST_LOT] = lot
    this.cost[0] = cost
    this.cost[1] = costRest
  }

  /** Returns the cost of all lots of a wallet; the rest is in `low[0]`. */
  sumCosts(state: Float64Array, at: number): number {
    let cost = 0
    let rest = 0
    for (let lot = state[at + FIRST_LOT] ?? 0; lot !== 0;) {
      const lots = this.#lots.of(lot)
      const place = (lot & BLOCK_MASK) * LOT
      cost = add(cost, rest, lots[place + COST] ?? 0, lots[place + COST + 1] ?? 0)
      rest = low[0] ?? 0
      lot = lots[place + NEXT] ?? 0
    }
    low[0] = rest
    return cost
  }

  /** Returns how long sold tokens were held, latest sale first. */
  listHolds(state: Float64Array, at: number): { tokens: number; seconds: number }[] {
    const found: { tokens: number; seconds: number }[] = []
    for (let hold = state[at + LAST_HOLD] ?? 0; hold !== 0;) {
      const holds = this.#holds.of(hold)
      const place = (hold & BLOCK_MASK) * HOLD
      found.push({ tokens: holds[place] ?? 0, seconds: holds[place + SECONDS] ?? 0 })
      hold = holds[place + PREVIOUS] ?? 0
    }
    return found
  }

  /** Releases an empty lot and returns the number of the next. */
  #free(lots: Float64Array, place: number, lot: number): number {
    const next = lots[place + NEXT] ?? 0
    lots[place + NEXT] = this.#firstFree
    this.#firstFree = lot
    return next
  }

  #noteHold(state: Float64Array, at: number, tokens: number, seconds: number): void {
    const hold = ++this.#holdCount
    const holds = this.#holds.of(hold)
    const place = (hold & BLOCK_MASK) * HOLD
    holds[place] = tokens
    holds[place + SECONDS] = seconds
    holds[place + PREVIOUS] = state[at + LAST_HOLD] ?? 0
    state[at + LAST_HOLD] = hold
  }
}

function secondsSince(lots: Float64Array, place: number, slot: number, timeS: number): number {
  const seconds = timeS - (lots[place + TIME] ?? NaN)
  return Math.max(
    0,
    Number.isNaN(seconds) ? (slot - (lots[place + SLOT] ?? 0)) * SECONDS_PER_SLOT : seconds,
  )
}
