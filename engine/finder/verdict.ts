import type { FinderWallet } from '#contract/analysis/finder.ts'

import { WEIGHTS } from '#engine/judge/weights.ts'
import { normalQuantile, normalTail, qValues, roundSignificant } from './statistics.ts'
import type { Standing } from './standings.ts'

/** Result of an entity in one mint. */
export type Result = {
  /** Its standing among its peers; null if it is excluded there. */
  standing: Standing | null
  trades: number
  profitSol: number
}

export type Verdict = Pick<FinderWallet, 'found' | 'p_value' | 'q_value' | 'tokens_needed'>

/**
 * Returns whether luck can explain the results of each entity. Without skill, standings are uniform and their z-scores
 * standard normal, so the weighted sum over the mints shows how far all results together are from luck.
 */
export function judge<Candidate extends { results: readonly Result[] }>(
  candidates: readonly Candidate[],
): { tested: (Candidate & { verdict: Verdict })[]; persistence: number } {
  const persistence = estimatePersistence(
    candidates.map(({ results }) =>
      sumResults(results.filter(({ standing }) => standing !== null)),
    ),
  )
  const pValues = candidates.map(({ results }) =>
    normalTail(toZScore(sumResults(results), persistence)),
  )
  const corrected = qValues(pValues)
  const { falseFinds } = WEIGHTS.finder
  const judged = candidates.map((candidate, at) => {
    const [p, q] = [pValues[at] ?? 1, corrected[at] ?? 1]
    return { candidate, p, q, found: q <= falseFinds && isMostlyProfitable(candidate.results) }
  })
  const found = judged.filter((each) => each.found).length
  const wanted = normalQuantile((falseFinds * (found + 1)) / Math.max(1, candidates.length))
  const tested = judged.map((each) => ({
    ...each.candidate,
    verdict: {
      found: each.found,
      p_value: roundSignificant(each.p),
      q_value: roundSignificant(each.q),
      tokens_needed: each.found
        ? 0
        : countTokensNeeded(each.candidate.results, persistence, wanted),
    },
  }))
  return { tested, persistence: roundSignificant(persistence) }
}

/** Returns true for a mint in which the entity is ranked and made a profit. */
export const isProfitable = ({ standing, profitSol }: Result): boolean =>
  standing !== null && profitSol > 0

const isMostlyProfitable = (results: readonly Result[]): boolean =>
  results.filter(isProfitable).length * 2 > results.length

type Sum = { value: number; weights: number; squares: number }

/**
 * Returns the weighted sum of the z. More trades give a mint more weight. A mint in which the entity is excluded adds 0
 * but keeps its weight.
 */
function sumResults(results: readonly Result[]): Sum {
  const sum = { value: 0, weights: 0, squares: 0 }
  for (const { standing, trades } of results) {
    const weight = Math.sqrt(Math.min(trades, WEIGHTS.score.fullTrades))
    sum.value += standing === null ? 0 : weight * limitZ(standing)
    sum.weights += weight
    sum.squares += weight ** 2
  }
  return sum
}

/**
 * Returns the z of a standing. It is limited to that of the best 2 %, so that one lucky mint does not count as skill. A
 * chance of 1 has no z, so the worst of n uses the middle of the last step.
 */
const limitZ = ({ chance, peers }: Standing): number =>
  normalQuantile(Math.max(WEIGHTS.finder.bestShare, Math.min(chance, 1 - 1 / (2 * peers))))

/** Returns a sum in standard deviations, when the results of one trader correlate between mints. */
const toZScore = ({ value, weights, squares }: Sum, persistence: number): number =>
  squares === 0 ? 0 : value / Math.sqrt(squares + persistence * (weights ** 2 - squares))

/**
 * Returns the correlation of an ordinary trader's results between mints. Skill shows in the upper half of the sums and
 * habits (when to enter, how long to hold) in both, so the lower half measures the habits. With few traders, the result
 * is shrunk toward 0.
 */
function estimatePersistence(sums: readonly Sum[]): number {
  const lower = sums.filter(({ value, weights, squares }) => value < 0 && weights ** 2 > squares)
  if (lower.length === 0) return 0
  let excess = 0
  let pairs = 0
  for (const { value, weights, squares } of lower) {
    excess += value ** 2 - squares
    pairs += weights ** 2 - squares
  }
  const trust = lower.length / (lower.length + WEIGHTS.finder.unknownTraders)
  return Math.min(1, Math.max(0, (trust * excess) / pairs))
}

/**
 * Returns how many more mints would distinguish the entity from luck if its results stayed the same. The best results of
 * many are partly luck, so less is expected of the next ones: the mean is shrunk toward 0, by half after one mint and by
 * a third after two.
 */
function countTokensNeeded(
  results: readonly Result[],
  persistence: number,
  wanted: number,
): number | null {
  const { value, weights, squares } = sumResults(results)
  if (value <= 0 || results.filter(isProfitable).length * 2 < results.length) return null
  const count = results.length
  for (let more = 1; more <= WEIGHTS.finder.maxTokensNeeded; more++) {
    const longer = {
      value: value + (more * value) / (count + 1),
      weights: weights * (1 + more / count),
      squares: squares * (1 + more / count),
    }
    if (toZScore(longer, persistence) >= wanted) return more
  }
  return null
}
