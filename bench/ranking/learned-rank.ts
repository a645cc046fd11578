/** What a report measured of one wallet, and whether it was planted as skilled. */
export type Example = { features: readonly number[]; isSkilled: boolean }

const STEPS = 8
/** Keeps weights small, because few wallets are skilled. */
const RIDGE = 5
/** Features are capped at this distance from their mean. */
const FARTHEST = 6

/**
 * Returns for each market the scores of a rank that was learned from the roles in all the other markets: the best that a
 * smooth rule could do with what reports measure, if it knew this kind of market. It is a logistic regression on the
 * features, their squares and products, fitted by Newton's method.
 */
export function learnRanks(markets: readonly (readonly Example[])[]): number[][] {
  const scale = scalesOf(markets.flat())
  const inputs = markets.map((examples) => examples.map(({ features }) => expand(features, scale)))
  return markets.map((_, left) => {
    const known = markets.flatMap((examples, nth) =>
      nth === left
        ? []
        : examples.map(({ isSkilled }, at) => ({ input: inputs[nth]?.[at] ?? [], isSkilled })),
    )
    const weights = fit(known)
    return (inputs[left] ?? []).map((input) => dot(input, weights))
  })
}

type Scale = { mean: number; deviation: number }

function scalesOf(examples: readonly Example[]): Scale[] {
  return (examples[0]?.features ?? []).map((_, at) => {
    const values = examples.map(({ features }) => features[at] ?? 0)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    return { mean, deviation: Math.sqrt(variance) || 1 }
  })
}

/** Returns 1, the features in standard deviations, their squares and their products. */
function expand(features: readonly number[], scales: readonly Scale[]): number[] {
  const near = (value: number): number => Math.min(FARTHEST, Math.max(-FARTHEST, value))
  const scaled = features.map((value, at) => {
    const { mean, deviation } = scales[at] ?? { mean: 0, deviation: 1 }
    return near((value - mean) / deviation)
  })
  const products = scaled.flatMap((one, at) => scaled.slice(at).map((other) => near(one * other)))
  return [1, ...scaled, ...products]
}

function fit(known: readonly { input: readonly number[]; isSkilled: boolean }[]): number[] {
  const size = known[0]?.input.length ?? 0
  let weights = Array.from({ length: size }, () => 0)
  for (let step = 0; step < STEPS; step++) {
    const slope = weights.map((weight) => -RIDGE * weight)
    const curve: number[][] = weights.map((_, row) =>
      weights.map((__, column) => (row === column ? RIDGE : 0)),
    )
    for (const { input, isSkilled } of known) {
      const chance = 1 / (1 + Math.exp(-dot(input, weights)))
      const miss = (isSkilled ? 1 : 0) - chance
      const weight = chance * (1 - chance)
      for (const [row, value] of input.entries()) {
        slope[row] = (slope[row] ?? 0) + miss * value
        const line = curve[row] ?? []
        for (let column = 0; column < size; column++) {
          line[column] = (line[column] ?? 0) + weight * value * (input[column] ?? 0)
        }
      }
    }
    const change = solve(curve, slope)
    weights = weights.map((weight, at) => weight + (change[at] ?? 0))
  }
  return weights
}

const dot = (input: readonly number[], weights: readonly number[]): number =>
  input.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)

/** Solves a system with a symmetric positive matrix by Gaussian elimination. Changes its arguments. */
function solve(matrix: number[][], right: number[]): number[] {
  for (const [at, pivot] of matrix.entries()) {
    for (let row = at + 1; row < matrix.length; row++) {
      const line = matrix[row] ?? []
      const factor = (line[at] ?? 0) / (pivot[at] ?? 1)
      for (let column = at; column < line.length; column++) {
        line[column] = (line[column] ?? 0) - factor * (pivot[column] ?? 0)
      }
      right[row] = (right[row] ?? 0) - factor * (right[at] ?? 0)
    }
  }
  const found = right.map(() => 0)
  for (let at = right.length - 1; at >= 0; at--) {
    const known = found.reduce((sum, value, column) => sum + value * (matrix[at]?.[column] ?? 0), 0)
    found[at] = ((right[at] ?? 0) - known) / (matrix[at]?.[at] ?? 1)
  }
  return found
}
