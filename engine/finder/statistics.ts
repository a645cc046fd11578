/** Returns the chance that a standard normal variable exceeds `z`, with a relative error below 1.2e-7. */
export function normalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.5 * x)
  // Chebyshev fit of erfc. Source: Press et al., Numerical Recipes, "Incomplete Gamma Function, Error Function".
  const series = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418,
    0.37409196, 1.00002368, -1.26551223,
  ].reduce((sum, coefficient) => sum * t + coefficient, 0)
  const tail = (t * Math.exp(-x * x + series)) / 2
  return z >= 0 ? tail : 1 - tail
}

/** Returns the z that a standard normal variable exceeds with chance `p`, for 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  let low = 0
  let high = 40
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    if (normalTail(middle) > p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Returns the chance that the product of uniform p-values is as small, given the logarithms (Fisher). */
export function fisherTail(logs: readonly number[]): number {
  const half = -logs.reduce((sum, log) => sum + log, 0)
  let term = 1
  let sum = 1
  for (let at = 1; at < logs.length; at++) {
    term *= half / at
    sum += term
  }
  return Math.min(1, Math.exp(-half) * sum)
}

/** Returns the chance of at least `both` common items in independent draws from `all` (hypergeometric). */
export function overlapTail(all: number, first: number, second: number, both: number): number {
  let sum = 0
  for (
    let common = Math.max(both, first + second - all, 0);
    common <= Math.min(first, second);
    common++
  ) {
    sum += Math.exp(
      logChoose(first, common) + logChoose(all - first, second - common) - logChoose(all, second),
    )
  }
  return Math.min(1, sum)
}

/** Returns the logarithm of the number of ways to choose `chosen` of `all`. */
export function logChoose(all: number, chosen: number): number {
  let log = 0
  for (let at = 1; at <= chosen; at++) log += Math.log((all - chosen + at) / at)
  return log
}

/** Returns the q-values in the order of the p-values (Benjamini–Hochberg): the share of false finds up to each. */
export function qValues(pValues: readonly number[]): number[] {
  const order = pValues.map((p, at) => ({ p, at })).toSorted((a, b) => b.p - a.p)
  const result = pValues.map(() => 1)
  let least = 1
  for (const [nth, { p, at }] of order.entries()) {
    least = Math.min(least, (p * pValues.length) / (pValues.length - nth))
    result[at] = least
  }
  return result
}

/** Rounds to four significant digits, which are equal on every machine. */
export const roundSignificant = (value: number): number => Number(value.toPrecision(4))
