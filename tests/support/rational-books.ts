import type { ValuedFlow } from '#engine/books/valued-flow.ts'

/** A fraction in lowest terms. */
type Fraction = { top: bigint; bottom: bigint }

const ZERO: Fraction = { top: 0n, bottom: 1n }

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x === 0n ? 1n : x
}

function fraction(top: bigint, bottom: bigint): Fraction {
  const divisor = gcd(top, bottom)
  return { top: top / divisor, bottom: bottom / divisor }
}

const whole = (value: bigint): Fraction => ({ top: value, bottom: 1n })
const plus = (a: Fraction, b: Fraction, sign = 1n): Fraction =>
  fraction(a.top * b.bottom + sign * b.top * a.bottom, a.bottom * b.bottom)
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, b, -1n)
const part = (amount: Fraction, tokens: bigint, of: bigint): Fraction =>
  fraction(amount.top * tokens, amount.bottom * of)

/** Returns `value` in lamports as a double. */
export const lamports = ({ top, bottom }: Fraction): number =>
  Number((top * 1_000_000n) / bottom) / 1e6

type Lot = { tokens: bigint; cost: Fraction }

export type RationalBooks = {
  realized: Fraction
  fifoRealized: Fraction
  unattributed: Fraction
  heldCost: Fraction
  fifoHeldCost: Fraction
  heldTokens: bigint
  unseenTokens: bigint
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The books of one wallet without any rounding: slow, short and written apart from the engine's. */
export function rationalBooks(flows: readonly ValuedFlow[]): RationalBooks {
  let [received, unseen, unseenTokens] = [0n, 0n, 0n]
  let [realized, fifoRealized, unattributed, cost] = [ZERO, ZERO, ZERO, ZERO]
  let lots: Lot[] = []
  const pool = { tokens: 0n, cost: ZERO, fifoCost: ZERO, unseen: 0n }
  const bought = (): bigint => lots.reduce((sum, { tokens }) => sum + tokens, 0n)

  const takeBought = (tokens: bigint): { cost: Fraction; fifoCost: Fraction } => {
    if (tokens === 0n) return { cost: ZERO, fifoCost: ZERO }
    const share = part(cost, tokens, bought())
    cost = minus(cost, share)
    let fifoCost = ZERO
    let left = tokens
    lots = lots.flatMap((lot) => {
      const drawn = min(left, lot.tokens)
      left -= drawn
      const drawnCost = drawn === 0n ? ZERO : part(lot.cost, drawn, lot.tokens)
      fifoCost = plus(fifoCost, drawnCost)
      if (drawn === lot.tokens) return []
      return [{ tokens: lot.tokens - drawn, cost: minus(lot.cost, drawnCost) }]
    })
    return { cost: share, fifoCost }
  }
  const take = (tokens: bigint, isSent: boolean) => {
    let left = tokens
    const others = (): bigint => {
      const fromReceived = min(left, received)
      received -= fromReceived
      left -= fromReceived
      const fromUnseen = min(left, unseen)
      unseen -= fromUnseen
      left -= fromUnseen
      return fromUnseen
    }
    let fromUnseen = isSent ? others() : 0n
    const fromBought = min(left, bought())
    left -= fromBought
    const costs = takeBought(fromBought)
    if (!isSent) fromUnseen = others()
    unseenTokens += left
    return { bought: fromBought, unseen: fromUnseen + left, ...costs }
  }

  for (const { kind, tokens, heldBefore, valueLamports } of flows) {
    const known = bought() + received + unseen
    if (heldBefore > known) {
      unseen += heldBefore - known
      unseenTokens += heldBefore - known
    }
    if (kind === 'BUY') {
      if (valueLamports === null) unseen += tokens
      else {
        lots.push({ tokens, cost: whole(valueLamports) })
        cost = plus(cost, whole(valueLamports))
      }
    } else if (kind === 'SELL') {
      const taken = take(tokens, false)
      if (valueLamports === null) continue
      const earned = part(whole(valueLamports), taken.bought, tokens)
      unattributed = plus(unattributed, minus(whole(valueLamports), earned))
      realized = plus(realized, minus(earned, taken.cost))
      fifoRealized = plus(fifoRealized, minus(earned, taken.fifoCost))
    } else if (kind === 'BURN') {
      const taken = take(tokens, false)
      realized = minus(realized, taken.cost)
      fifoRealized = minus(fifoRealized, taken.fifoCost)
    } else if (kind === 'LP_ADD') {
      const taken = take(tokens, false)
      pool.tokens += taken.bought
      pool.cost = plus(pool.cost, taken.cost)
      pool.fifoCost = plus(pool.fifoCost, taken.fifoCost)
      pool.unseen += taken.unseen
    } else if (kind === 'LP_REMOVE') {
      const back = min(tokens, pool.tokens)
      if (back > 0n) {
        const [backCost, backFifo] = [pool.cost, pool.fifoCost].map((each) =>
          part(each, back, pool.tokens),
        )
        pool.cost = minus(pool.cost, backCost ?? ZERO)
        pool.fifoCost = minus(pool.fifoCost, backFifo ?? ZERO)
        pool.tokens -= back
        cost = plus(cost, backCost ?? ZERO)
        lots.push({ tokens: back, cost: backFifo ?? ZERO })
      }
      const backUnseen = min(tokens - back, pool.unseen)
      pool.unseen -= backUnseen
      unseen += backUnseen
      received += tokens - back - backUnseen
    } else if (kind === 'TRANSFER_OUT' || kind === 'FEE_OUT') take(tokens, true)
    else received += tokens
  }
  return {
    realized,
    fifoRealized,
    unattributed,
    heldCost: cost,
    fifoHeldCost: lots.reduce((sum, lot) => plus(sum, lot.cost), ZERO),
    heldTokens: bought() + received + unseen,
    unseenTokens,
  }
}
