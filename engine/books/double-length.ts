/**
 * Numbers as the unevaluated sum of two doubles, about 106 bits: integers far above 2^53 are exact, and fractions have 30
 * digits. Functions with two results put the second into `low[0]`, because allocating an object would take longer.
 */
export const low = new Float64Array(1)

/** Splits a double into two halves of 26 bits, whose products are exact. */
const SPLIT = 2 ** 27 + 1

/** Adds a number of double length to the one kept at `at` and `at + 1`. */
export function addTo(target: Float64Array, at: number, high: number, rest: number): void {
  const known = target[at] ?? 0
  const sum = known + high
  const back = sum - known
  const error = known - (sum - back) + (high - back) + ((target[at + 1] ?? 0) + rest)
  const total = sum + error
  target[at] = total
  target[at + 1] = error - (total - sum)
}

/** Returns a + b; the rest is in `low[0]`. */
export function add(a: number, aRest: number, b: number, bRest: number): number {
  const sum = a + b
  const back = sum - a
  const error = a - (sum - back) + (b - back) + (aRest + bRest)
  const total = sum + error
  low[0] = error - (total - sum)
  return total
}

export const isLess = (a: number, aRest: number, b: number, bRest: number): boolean =>
  a < b || (a === b && aRest < bRest)

/** Returns the rounding error of `product`, which is a × b rounded. */
function productError(a: number, b: number, product: number): number {
  const aScaled = SPLIT * a
  const aHigh = aScaled - (aScaled - a)
  const aLow = a - aHigh
  const bScaled = SPLIT * b
  const bHigh = bScaled - (bScaled - b)
  const bLow = b - bHigh
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow
}

/** Costs are multiples of this fraction of a lamport, so their sums and differences are exact. */
const FRACTION = 2 ** -13
const PARTS = 2 ** 13
/** Below it, a double holds the part of an amount to `FRACTION`. */
export const NARROW = 2 ** 40
export const NARROW_TOKENS = 2 ** 53

/** Returns amount × part ÷ whole, to the nearest `FRACTION`, for numbers below `NARROW` and `NARROW_TOKENS`. */
export const scaleNarrowAmount = (amount: number, part: number, whole: number): number =>
  Math.floor(amount * (part / whole) * PARTS + 0.5) * FRACTION

/** Returns amount × part ÷ whole, to the nearest `FRACTION`. */
export function scaleAmount(
  amount: number,
  amountRest: number,
  part: number,
  partRest: number,
  whole: number,
  wholeRest: number,
): number {
  const ratio = part / whole
  if (amount < NARROW && partRest === 0 && wholeRest === 0) {
    low[0] = 0
    return scaleNarrowAmount(amount, part, whole)
  }
  const back = ratio * whole
  const remainder = part - back - productError(ratio, whole, back) + (partRest - ratio * wholeRest)
  const product = amount * ratio
  const error =
    productError(amount, ratio, product) + (amount * (remainder / whole) + amountRest * ratio)
  const total = product + error
  const high = roundDouble(total / FRACTION, (error - (total - product)) / FRACTION)
  low[0] = (low[0] ?? 0) * FRACTION
  return high * FRACTION
}

/** Returns the nearest whole number; the rest is in `low[0]`. */
export function roundDouble(high: number, rest: number): number {
  const nearest = Math.round(high)
  if (nearest === high) {
    const restRounded = Math.round(rest)
    const total = high + restRounded
    low[0] = restRounded - (total - high)
    return total
  }
  low[0] = 0
  return nearest - high === 0.5 && rest < 0 ? nearest - 1 : nearest
}

/** Returns the nearest whole number. */
export function toBigInt(high: number, rest: number): bigint {
  const whole = roundDouble(high, rest)
  return BigInt(whole) + BigInt(low[0] ?? 0)
}

/** Returns the double nearest to the value; `low[0]` has the difference. */
export function fromBigInt(value: bigint): number {
  const high = Number(value)
  low[0] = Number.isSafeInteger(high) ? 0 : Number(value - BigInt(high))
  return high
}

/** Adds the number at `from` to the one at `at`, or subtracts it with a `sign` of -1. The source stays as it is. */
export function move(
  taken: Float64Array,
  from: number,
  to: Float64Array,
  at: number,
  sign = 1,
): void {
  addTo(to, at, sign * (taken[from] ?? 0), sign * (taken[from + 1] ?? 0))
}

/** Moves up to the wanted number of tokens to `taken`. Returns how many are missing. */
export function draw(
  state: Float64Array,
  at: number,
  taken: Float64Array,
  to: number,
  wanted: number,
  wantedRest: number,
): number {
  const known = state[at] ?? 0
  const knownRest = state[at + 1] ?? 0
  if (isLess(known, knownRest, wanted, wantedRest)) {
    addTo(taken, to, known, knownRest)
    state[at] = 0
    state[at + 1] = 0
    return add(wanted, wantedRest, -known, -knownRest)
  }
  addTo(taken, to, wanted, wantedRest)
  addTo(state, at, -wanted, -wantedRest)
  low[0] = 0
  return 0
}

/** Moves the share of a cost that belongs to a part of the tokens to `taken`. */
export function drawShare(
  state: Float64Array,
  at: number,
  taken: Float64Array,
  to: number,
  part: number,
  partRest: number,
  whole: number,
  wholeRest: number,
): void {
  const cost = state[at] ?? 0
  const costRest = state[at + 1] ?? 0
  const isAll = part === whole && partRest === wholeRest
  const drawn = isAll ? cost : scaleAmount(cost, costRest, part, partRest, whole, wholeRest)
  const drawnRest = isAll ? costRest : (low[0] ?? 0)
  addTo(taken, to, drawn, drawnRest)
  addTo(state, at, -drawn, -drawnRest)
}
