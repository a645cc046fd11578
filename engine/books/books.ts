import { BURN, BUY, DEPOSIT, RECEIVE, SELL, SEND, WIDE, type BookRows } from './book-rows.ts'
import {
  BLOCK_MASK,
  BOUGHT,
  BOUGHT_SUM,
  BURNED_SUM,
  BUYS,
  Blocks,
  COST,
  COST_SUM,
  DEPOSITED,
  DEPOSITED_COST,
  DEPOSITED_FIFO_COST,
  DEPOSITED_UNSEEN,
  FEES,
  FIFO_REALIZED,
  FIFO_WINS,
  IS_WIDE,
  MATCHED,
  PROCEEDS,
  REALIZED,
  RECEIVED,
  RECEIVED_SOLD,
  RECEIVED_SUM,
  RENT,
  SELLS,
  SENT_SUM,
  SOLD_SUM,
  STATE,
  TIPS,
  UNATTRIBUTED,
  UNPRICED,
  UNSEEN,
  UNSEEN_SOLD,
  UNSEEN_SUM,
  WINS,
} from './book-state.ts'
import {
  NARROW,
  NARROW_TOKENS,
  add,
  addTo,
  isLess,
  draw,
  drawShare,
  low,
  move,
  roundDouble,
  scaleAmount,
  scaleNarrowAmount,
} from './double-length.ts'
import { Lots } from './lots.ts'
import { computePosition, type Position } from './position.ts'

/** Lamports and raw units as doubles, exact up to 2^53. */
type Glance = Record<'realized' | 'fifoRealized' | 'heldBought' | 'heldCost' | 'held', number>

/** Offsets in `#taken`: tokens that were removed, by source, and their cost. Each is a number of double length. */
const TAKEN_BOUGHT = 0
const TAKEN_RECEIVED = 2
const TAKEN_UNSEEN = 4
const TAKEN_COST = 6
const TAKEN_FIFO_COST = 8

/**
 * Computes the books of many wallets, at average cost and first in, first out. Rows of one wallet must be in order.
 * Appending rows leads to the same books as starting over with all of them.
 *
 * A sale takes bought tokens first; received and unseen tokens sell for `unattributedLamports`. A transfer out leaves
 * at cost, received tokens first, without profit or loss. A burn is a sale for nothing. Tokens in a pool keep their
 * cost.
 */
export class Books {
  readonly #states = new Blocks(STATE)
  readonly #others = new Blocks(STATE)
  readonly #lots = new Lots()
  readonly #taken = new Float64Array(10)

  /** Adds the rows from `from` (included) to `to` (excluded). */
  append(rows: BookRows, from = 0, to = rows.length): void {
    const { wallet, kind, held, fee, tip, rent } = rows
    for (let row = from; row < to; row++) {
      const own = wallet[row] ?? 0
      const state = this.#states.of(own)
      const base = (own & BLOCK_MASK) * STATE
      state[base + FEES] = (state[base + FEES] ?? 0) + (fee[row] ?? 0)
      state[base + TIPS] = (state[base + TIPS] ?? 0) + (tip[row] ?? 0)
      if (rent[row] !== 0) state[base + RENT] = (state[base + RENT] ?? 0) + (rent[row] ?? 0)
      if ((kind[row] ?? 0) >= WIDE || (held[row] ?? 0) > (state[base + BOUGHT] ?? 0)) {
        this.#noticeUnseen(state, base, rows, row)
      }
      const isDone =
        state[base + IS_WIDE] === 0 &&
        (kind[row] === BUY
          ? this.#buyNarrow(state, base, rows, row)
          : kind[row] === SELL && this.#sellNarrow(state, base, rows, row))
      if (!isDone) this.#enter(state, base, rows, row)
    }
  }

  /** Returns the books of a wallet; empty ones for a number that has no rows. */
  position(wallet: number): Position {
    const state = this.#states.of(wallet)
    const base = (wallet & BLOCK_MASK) * STATE
    return computePosition(state, this.#others.of(wallet), base, this.#lots)
  }

  /** Returns only what a path of the profit needs, without the cost of a `Position`. */
  glance(wallet: number): Glance {
    const state = this.#states.of(wallet)
    const base = (wallet & BLOCK_MASK) * STATE
    const heldBought = state[base + BOUGHT] ?? 0
    return {
      realized: state[base + REALIZED] ?? 0,
      fifoRealized: state[base + FIFO_REALIZED] ?? 0,
      heldBought,
      heldCost: state[base + COST] ?? 0,
      held: heldBought + (state[base + RECEIVED] ?? 0) + (state[base + UNSEEN] ?? 0),
    }
  }

  /** A purchase as long as doubles hold every sum exactly; false when they would not. */
  #buyNarrow(state: Float64Array, base: number, rows: BookRows, row: number): boolean {
    const tokens = rows.tokens[row] ?? 0
    const value = rows.value[row] ?? 0
    const boughtSum = (state[base + BOUGHT_SUM] ?? 0) + tokens
    const costSum = (state[base + COST_SUM] ?? 0) + value
    // Also false for NaN, the value of a purchase that cannot be valued.
    if (!(boughtSum < NARROW_TOKENS && costSum < NARROW)) return false
    state[base + BUYS] = (state[base + BUYS] ?? 0) + 1
    state[base + BOUGHT_SUM] = boughtSum
    state[base + COST_SUM] = costSum
    state[base + BOUGHT] = (state[base + BOUGHT] ?? 0) + tokens
    state[base + COST] = (state[base + COST] ?? 0) + value
    this.#lots.add(state, base, rows, row)
    return true
  }

  /** A sale of bought tokens as long as doubles hold every sum exactly; false otherwise. */
  #sellNarrow(state: Float64Array, base: number, rows: BookRows, row: number): boolean {
    const tokens = rows.tokens[row] ?? 0
    const value = rows.value[row] ?? 0
    const expenses = (rows.fee[row] ?? 0) + (rows.tip[row] ?? 0)
    const bought = state[base + BOUGHT] ?? 0
    const soldSum = (state[base + SOLD_SUM] ?? 0) + tokens
    const proceeds = (state[base + PROCEEDS] ?? 0) + value
    if (!(tokens <= bought && soldSum < NARROW_TOKENS && proceeds < NARROW)) return false
    state[base + SELLS] = (state[base + SELLS] ?? 0) + 1
    state[base + SOLD_SUM] = soldSum
    state[base + PROCEEDS] = proceeds
    const cost = state[base + COST] ?? 0
    const part = tokens === bought ? cost : scaleNarrowAmount(cost, tokens, bought)
    state[base + BOUGHT] = bought - tokens
    state[base + COST] = cost - part
    const gain = value - part
    this.#lots.sellNarrow(state, base, rows, row)
    const fifoGain = value - (this.#lots.cost[0] ?? 0)
    state[base + MATCHED] = (state[base + MATCHED] ?? 0) + 1
    state[base + REALIZED] = (state[base + REALIZED] ?? 0) + gain
    state[base + FIFO_REALIZED] = (state[base + FIFO_REALIZED] ?? 0) + fifoGain
    if (gain > expenses) state[base + WINS] = (state[base + WINS] ?? 0) + 1
    if (fifoGain > expenses) state[base + FIFO_WINS] = (state[base + FIFO_WINS] ?? 0) + 1
    return true
  }

  /** Any row, with numbers of double length. */
  #enter(state: Float64Array, base: number, rows: BookRows, row: number): void {
    state[base + IS_WIDE] = 1
    const other = this.#others.of(rows.wallet[row] ?? 0)
    const tokens = rows.tokens[row] ?? 0
    const tokensRest = rows.tokensRest[row] ?? 0
    const taken = this.#taken
    switch ((rows.kind[row] ?? 0) & (WIDE - 1)) {
      case BUY:
        return this.#buy(state, other, base, rows, row)
      case SELL:
        return this.#sell(state, other, base, rows, row)
      case RECEIVE:
        addTo(other, base + RECEIVED_SUM, tokens, tokensRest)
        return addTo(state, base + RECEIVED, tokens, tokensRest)
      case SEND:
        addTo(other, base + SENT_SUM, tokens, tokensRest)
        return this.#take(state, other, base, rows, row)
      case BURN:
        addTo(other, base + BURNED_SUM, tokens, tokensRest)
        this.#take(state, other, base, rows, row)
        move(taken, TAKEN_COST, state, base + REALIZED, -1)
        return move(taken, TAKEN_FIFO_COST, state, base + FIFO_REALIZED, -1)
      case DEPOSIT:
        this.#take(state, other, base, rows, row)
        move(taken, TAKEN_BOUGHT, other, base + DEPOSITED)
        move(taken, TAKEN_COST, other, base + DEPOSITED_COST)
        move(taken, TAKEN_FIFO_COST, other, base + DEPOSITED_FIFO_COST)
        return move(taken, TAKEN_UNSEEN, other, base + DEPOSITED_UNSEEN)
      default:
        return this.#withdraw(state, other, base, rows, row)
    }
  }

  /** Adds tokens that the chain shows but the books lack as unseen tokens. */
  #noticeUnseen(state: Float64Array, base: number, rows: BookRows, row: number): void {
    let known = 0
    let knownRest = 0
    for (const part of [BOUGHT, RECEIVED, UNSEEN]) {
      known = add(known, knownRest, state[base + part] ?? 0, state[base + part + 1] ?? 0)
      knownRest = low[0] ?? 0
    }
    const held = rows.held[row] ?? 0
    const heldRest = rows.heldRest[row] ?? 0
    if (!isLess(known, knownRest, held, heldRest)) return
    const missing = add(held, heldRest, -known, -knownRest)
    const missingRest = low[0] ?? 0
    addTo(state, base + UNSEEN, missing, missingRest)
    addTo(this.#others.of(rows.wallet[row] ?? 0), base + UNSEEN_SUM, missing, missingRest)
  }

  #buy(state: Float64Array, other: Float64Array, base: number, rows: BookRows, row: number): void {
    const tokens = rows.tokens[row] ?? 0
    const tokensRest = rows.tokensRest[row] ?? 0
    const value = rows.value[row] ?? 0
    const valueRest = rows.valueRest[row] ?? 0
    state[base + BUYS] = (state[base + BUYS] ?? 0) + 1
    addTo(state, base + BOUGHT_SUM, tokens, tokensRest)
    if (Number.isNaN(value)) {
      other[base + UNPRICED] = (other[base + UNPRICED] ?? 0) + 1
      return addTo(state, base + UNSEEN, tokens, tokensRest)
    }
    addTo(state, base + COST_SUM, value, valueRest)
    addTo(state, base + COST, value, valueRest)
    addTo(state, base + BOUGHT, tokens, tokensRest)
    this.#lots.add(state, base, rows, row)
  }

  #sell(state: Float64Array, other: Float64Array, base: number, rows: BookRows, row: number): void {
    const taken = this.#taken
    const tokens = rows.tokens[row] ?? 0
    const tokensRest = rows.tokensRest[row] ?? 0
    const value = rows.value[row] ?? 0
    const valueRest = rows.valueRest[row] ?? 0
    state[base + SELLS] = (state[base + SELLS] ?? 0) + 1
    addTo(state, base + SOLD_SUM, tokens, tokensRest)
    this.#take(state, other, base, rows, row)
    move(taken, TAKEN_RECEIVED, other, base + RECEIVED_SOLD)
    move(taken, TAKEN_UNSEEN, other, base + UNSEEN_SOLD)
    if (Number.isNaN(value)) {
      other[base + UNPRICED] = (other[base + UNPRICED] ?? 0) + 1
      return
    }
    addTo(state, base + PROCEEDS, value, valueRest)
    const bought = taken[TAKEN_BOUGHT] ?? 0
    const boughtRest = taken[TAKEN_BOUGHT + 1] ?? 0
    const exact = scaleAmount(value, valueRest, bought, boughtRest, tokens, tokensRest)
    const earned = roundDouble(exact, low[0] ?? 0)
    const earnedRest = low[0] ?? 0
    const unattributed = add(value, valueRest, -earned, -earnedRest)
    addTo(other, base + UNATTRIBUTED, unattributed, low[0] ?? 0)
    if (bought === 0) return
    state[base + MATCHED] = (state[base + MATCHED] ?? 0) + 1
    const expenses = (rows.fee[row] ?? 0) + (rows.tip[row] ?? 0)
    for (const [from, realized, wins] of BOTH_METHODS) {
      const gain = add(earned, earnedRest, -(taken[from] ?? 0), -(taken[from + 1] ?? 0))
      addTo(state, base + realized, gain, low[0] ?? 0)
      if (gain > expenses) state[base + wins] = (state[base + wins] ?? 0) + 1
    }
  }

  /** Removes a row's tokens: bought ones first; in a transfer, received ones first. Any excess was unseen tokens. */
  #take(state: Float64Array, other: Float64Array, base: number, rows: BookRows, row: number): void {
    const taken = this.#taken.fill(0)
    const kind = (rows.kind[row] ?? 0) & (WIDE - 1)
    let wanted = rows.tokens[row] ?? 0
    let wantedRest = rows.tokensRest[row] ?? 0
    const drawOthers = (): void => {
      wanted = draw(state, base + RECEIVED, taken, TAKEN_RECEIVED, wanted, wantedRest)
      wanted = draw(state, base + UNSEEN, taken, TAKEN_UNSEEN, wanted, low[0] ?? 0)
      wantedRest = low[0] ?? 0
    }
    if (kind === SEND) drawOthers()
    const bought = state[base + BOUGHT] ?? 0
    const boughtRest = state[base + BOUGHT + 1] ?? 0
    wanted = draw(state, base + BOUGHT, taken, TAKEN_BOUGHT, wanted, wantedRest)
    wantedRest = low[0] ?? 0
    const drawn = taken[TAKEN_BOUGHT] ?? 0
    const drawnRest = taken[TAKEN_BOUGHT + 1] ?? 0
    if (drawn > 0) {
      drawShare(state, base + COST, taken, TAKEN_COST, drawn, drawnRest, bought, boughtRest)
      this.#lots.take(state, base, drawn, drawnRest, rows, row)
      move(this.#lots.cost, 0, taken, TAKEN_FIFO_COST)
    }
    if (kind !== SEND) drawOthers()
    addTo(other, base + UNSEEN_SUM, wanted, wantedRest)
    addTo(taken, TAKEN_UNSEEN, wanted, wantedRest)
  }

  /** Tokens withdrawn from a pool keep their cost; any excess counts as received. */
  #withdraw(
    state: Float64Array,
    other: Float64Array,
    base: number,
    rows: BookRows,
    row: number,
  ): void {
    const taken = this.#taken.fill(0)
    let wanted = rows.tokens[row] ?? 0
    const deposited = other[base + DEPOSITED] ?? 0
    const depositedRest = other[base + DEPOSITED + 1] ?? 0
    wanted = draw(other, base + DEPOSITED, taken, TAKEN_BOUGHT, wanted, rows.tokensRest[row] ?? 0)
    let wantedRest = low[0] ?? 0
    const back = taken[TAKEN_BOUGHT] ?? 0
    const backRest = taken[TAKEN_BOUGHT + 1] ?? 0
    if (back > 0) {
      drawShare(
        other,
        base + DEPOSITED_COST,
        taken,
        TAKEN_COST,
        back,
        backRest,
        deposited,
        depositedRest,
      )
      drawShare(
        other,
        base + DEPOSITED_FIFO_COST,
        taken,
        TAKEN_FIFO_COST,
        back,
        backRest,
        deposited,
        depositedRest,
      )
      move(taken, TAKEN_BOUGHT, state, base + BOUGHT)
      move(taken, TAKEN_COST, state, base + COST)
      this.#lots.add(state, base, rows, row)
      this.#lots.replaceLast(state, base, taken, TAKEN_BOUGHT, TAKEN_FIFO_COST)
    }
    wanted = draw(other, base + DEPOSITED_UNSEEN, taken, TAKEN_UNSEEN, wanted, wantedRest)
    wantedRest = low[0] ?? 0
    move(taken, TAKEN_UNSEEN, state, base + UNSEEN)
    addTo(state, base + RECEIVED, wanted, wantedRest)
  }
}

const BOTH_METHODS = [
  [TAKEN_COST, REALIZED, WINS],
  [TAKEN_FIFO_COST, FIFO_REALIZED, FIFO_WINS],
] as const
