import type { Flow } from '#engine/scan/flow.ts'
import { partOf } from '#engine/trades/trades.ts'

/** A flow with its quote valued in lamports at that slot; null when it cannot be valued. */
export type ValuedFlow = Flow & {
  /** SOL that the wallet paid or received. */
  valueLamports: bigint | null
  /** The pool's side of the trade. Prices are read from it. */
  grossLamports: bigint | null
  /** Index in the window's order of transactions. */
  order: number
}

type Lot = { tokens: bigint; slot: number; timeS: number | null }

/** Tokens sold out of a bought lot, and the time between purchase and sale. */
type Hold = { tokens: bigint; seconds: number }

export type Position = {
  buys: number
  sells: number
  boughtTokens: bigint
  soldTokens: bigint
  transferInTokens: bigint
  transferOutTokens: bigint
  burnedTokens: bigint
  /** Tokens received before the window, or without a visible transfer. */
  unseenTokens: bigint
  costLamports: bigint
  proceedsLamports: bigint
  feesLamports: bigint
  tipsLamports: bigint
  rentLamports: bigint
  realizedLamports: bigint
  /** Proceeds of tokens that were not bought in the window; never profit. */
  unattributedLamports: bigint
  /** Sold tokens that the wallet received instead of buying. */
  receivedSoldTokens: bigint
  unseenSoldTokens: bigint
  heldTokens: bigint
  /** The held tokens whose cost is known, and that cost. */
  heldBoughtTokens: bigint
  heldCostLamports: bigint
  wins: number
  /** Sells in which at least a part of the tokens had been bought. */
  matchedSells: number
  unpricedTrades: number
  holds: Hold[]
}

/** The target slot time is 400 ms. Used for blocks without a time. */
const SECONDS_PER_SLOT = 0.4

/**
 * Returns the running average cost and FIFO lots of one wallet (or several merged ones) from its flows in order.
 * Sales consume bought tokens first; received or unseen tokens sell for `unattributedLamports`. Transfers out leave
 * at average cost, received tokens first, without gain or loss. A burn is a disposal for nothing.
 */
export function accountFor(flows: readonly ValuedFlow[]): Position {
  const book = new Book()
  for (const flow of flows) book.add(flow)
  return book.position()
}

class Book {
  #bought = 0n
  #cost = 0n
  #received = 0n
  #unseen = 0n
  #lots: Lot[] = []
  #firstLot = 0
  #deposited = { bought: 0n, cost: 0n, received: 0n, unseen: 0n }
  readonly #sums = {
    buys: 0,
    sells: 0,
    boughtTokens: 0n,
    soldTokens: 0n,
    transferInTokens: 0n,
    transferOutTokens: 0n,
    burnedTokens: 0n,
    unseenTokens: 0n,
    costLamports: 0n,
    proceedsLamports: 0n,
    feesLamports: 0n,
    tipsLamports: 0n,
    rentLamports: 0n,
    realizedLamports: 0n,
    unattributedLamports: 0n,
    receivedSoldTokens: 0n,
    unseenSoldTokens: 0n,
    wins: 0,
    matchedSells: 0,
    unpricedTrades: 0,
  }
  readonly #holds: Hold[] = []

  add(flow: ValuedFlow): void {
    const sums = this.#sums
    sums.feesLamports += flow.feeLamports
    sums.tipsLamports += flow.tipLamports
    sums.rentLamports += flow.rentLamports
    this.#noticeUnseen(flow)
    switch (flow.kind) {
      case 'BUY':
        return this.#buy(flow)
      case 'SELL':
        return this.#sell(flow)
      case 'TRANSFER_IN':
      case 'FEE_IN':
      case 'MINT':
        sums.transferInTokens += flow.tokens
        this.#received += flow.tokens
        return undefined
      case 'TRANSFER_OUT':
      case 'FEE_OUT':
        sums.transferOutTokens += flow.tokens
        this.#take(flow.tokens, 'received-first')
        return undefined
      case 'BURN': {
        sums.burnedTokens += flow.tokens
        sums.realizedLamports -= this.#take(flow.tokens, 'bought-first').cost
        return undefined
      }
      case 'LP_ADD':
        return this.#deposit(flow.tokens)
      case 'LP_REMOVE':
        return this.#withdraw(flow)
    }
  }

  position(): Position {
    return {
      ...this.#sums,
      heldTokens: this.#bought + this.#received + this.#unseen,
      heldBoughtTokens: this.#bought,
      heldCostLamports: this.#cost,
      holds: this.#holds,
    }
  }

  /** Adds tokens that the chain shows but the books lack as unseen tokens. */
  #noticeUnseen({ heldBefore }: ValuedFlow): void {
    const onBooks = this.#bought + this.#received + this.#unseen
    if (heldBefore <= onBooks) return
    this.#unseen += heldBefore - onBooks
    this.#sums.unseenTokens += heldBefore - onBooks
  }

  #buy({ tokens, valueLamports, slot, timeS }: ValuedFlow): void {
    this.#sums.buys++
    this.#sums.boughtTokens += tokens
    if (valueLamports === null) {
      this.#sums.unpricedTrades++
      this.#unseen += tokens
      return
    }
    this.#sums.costLamports += valueLamports
    this.#bought += tokens
    this.#cost += valueLamports
    this.#lots.push({ tokens, slot, timeS })
  }

  #sell(flow: ValuedFlow): void {
    const sums = this.#sums
    sums.sells++
    sums.soldTokens += flow.tokens
    const { bought, received, unseen, cost } = this.#take(flow.tokens, 'bought-first', flow)
    sums.receivedSoldTokens += received
    sums.unseenSoldTokens += unseen
    if (flow.valueLamports === null) {
      sums.unpricedTrades++
      return
    }
    sums.proceedsLamports += flow.valueLamports
    const attributed = partOf(flow.valueLamports, bought, flow.tokens)
    sums.unattributedLamports += flow.valueLamports - attributed
    sums.realizedLamports += attributed - cost
    if (bought === 0n) return
    sums.matchedSells++
    if (attributed - cost > flow.feeLamports + flow.tipLamports) sums.wins++
  }

  /** Removes tokens from the books. The excess counts as unseen tokens that leave immediately. */
  #take(
    tokens: bigint,
    order: 'bought-first' | 'received-first',
    soldIn?: ValuedFlow,
  ): { bought: bigint; received: bigint; unseen: bigint; cost: bigint } {
    let rest = tokens
    const draw = (available: bigint): bigint => {
      const drawn = rest < available ? rest : available
      rest -= drawn
      return drawn
    }
    let bought = order === 'bought-first' ? draw(this.#bought) : 0n
    const received = draw(this.#received)
    let unseen = draw(this.#unseen)
    if (order === 'received-first') bought = draw(this.#bought)
    if (rest > 0n) {
      this.#sums.unseenTokens += rest
      unseen += rest
      this.#unseen += rest
    }
    const cost = bought === 0n ? 0n : partOf(this.#cost, bought, this.#bought)
    this.#bought -= bought
    this.#cost -= cost
    this.#received -= received
    this.#unseen -= unseen
    this.#takeLots(bought, soldIn)
    return { bought, received, unseen, cost }
  }

  #takeLots(tokens: bigint, soldIn: ValuedFlow | undefined): void {
    let rest = tokens
    while (rest > 0n) {
      const lot = this.#lots[this.#firstLot]
      if (!lot) return
      const drawn = rest < lot.tokens ? rest : lot.tokens
      lot.tokens -= drawn
      rest -= drawn
      if (lot.tokens === 0n) this.#firstLot++
      if (soldIn) this.#holds.push({ tokens: drawn, seconds: secondsBetween(lot, soldIn) })
    }
  }

  #deposit(tokens: bigint): void {
    const { bought, received, unseen, cost } = this.#take(tokens, 'bought-first')
    const held = this.#deposited
    held.bought += bought
    held.received += received
    held.unseen += unseen
    held.cost += cost
  }

  /** Tokens withdrawn from a pool keep their cost; any excess counts as received. */
  #withdraw({ tokens, slot, timeS }: ValuedFlow): void {
    const held = this.#deposited
    const bought = tokens < held.bought ? tokens : held.bought
    const cost = bought === 0n ? 0n : partOf(held.cost, bought, held.bought)
    held.bought -= bought
    held.cost -= cost
    this.#bought += bought
    this.#cost += cost
    if (bought > 0n) this.#lots.push({ tokens: bought, slot, timeS })
    const unseen = tokens - bought < held.unseen ? tokens - bought : held.unseen
    held.unseen -= unseen
    this.#unseen += unseen
    this.#received += tokens - bought - unseen
  }
}

function secondsBetween(from: Lot, to: { slot: number; timeS: number | null }): number {
  const seconds =
    from.timeS !== null && to.timeS !== null
      ? to.timeS - from.timeS
      : (to.slot - from.slot) * SECONDS_PER_SLOT
  return Math.max(0, seconds)
}
