import type { FinderWallet } from '#contract/analysis/finder.ts'

import { WEIGHTS } from '#engine/judge/weights.ts'
import { normalQuantile, normalTail, qValues, significant } from './statistics.ts'
import type { Standing } from './standings.ts'

/** What an entity achieved in the mints that it traded. */
export type Results = {
  /** Its place in each mint in which it is ranked. */
  standings: readonly Standing[]
  traded: number
  /** In how many it made a profit and is ranked. */
  profitable: number
}

export type Verdict = Pick<FinderWallet, 'found' | 'p_value' | 'q_value' | 'tokens_needed'>

/**
 * Returns whether luck can explain the results of each entity. Without skill, the chance of each standing is uniform, so
 * its z is standard normal, and the sum over the mints tells how far all results together are from luck. A mint in which
 * the entity is excluded adds nothing to the sum and still counts as a mint.
 */
export function verdictsOf<Entity>(tested: readonly { entity: Entity; results: Results }[]): {
  verdicts: { entity: Entity; verdict: Verdict }[]
  persistence: number
} {
  const sums = tested.map(({ results }) =>
    results.standings.reduce((sum, each) => sum + zOf(each), 0),
  )
  const persistence = persistenceOf(
    tested.map(({ results }, at) => ({ sum: sums[at] ?? 0, mints: results.standings.length })),
  )
  const pValues = tested.map(({ results }, at) =>
    normalTail((sums[at] ?? 0) / spreadOf(results.traded, persistence)),
  )
  const corrected = qValues(pValues)
  const isFound = tested.map(
    ({ results }, at) =>
      (corrected[at] ?? 1) <= WEIGHTS.finder.falseFinds && isMostlyProfitable(results),
  )
  const found = isFound.filter(Boolean).length
  const wanted = normalQuantile(
    (WEIGHTS.finder.falseFinds * (found + 1)) / Math.max(1, tested.length),
  )
  const verdicts = tested.map(({ entity, results }, at) => ({
    entity,
    verdict: {
      found: isFound[at] ?? false,
      p_value: significant(pValues[at] ?? 1),
      q_value: significant(corrected[at] ?? 1),
      tokens_needed: isFound[at] ? 0 : tokensNeeded(results, sums[at] ?? 0, persistence, wanted),
    },
  }))
  return { verdicts, persistence: significant(persistence) }
}

const isMostlyProfitable = ({ profitable, traded }: Results): boolean => profitable * 2 > traded

/** Returns the z of a standing. The worst of n is the middle of the last step, since its chance of 1 has no z. */
const zOf = ({ chance, peers }: Standing): number =>
  normalQuantile(Math.min(chance, 1 - 1 / (2 * peers)))

/** Returns the standard deviation of the sum of `mints` z when the results of one trader correlate. */
const spreadOf = (mints: number, persistence: number): number =>
  Math.sqrt(mints * (1 + (mints - 1) * persistence))

/**
 * Returns the correlation of an ordinary trader's results between mints. Skill shows in the upper half of the sums and
 * habits (when to enter, how long to hold) in both, so the lower half measures the habits.
 */
function persistenceOf(tested: readonly { sum: number; mints: number }[]): number {
  let excess = 0
  let pairs = 0
  for (const { sum, mints } of tested) {
    if (sum >= 0 || mints < 2) continue
    excess += sum ** 2 / mints - 1
    pairs += mints - 1
  }
  return pairs === 0 ? 0 : Math.min(1, Math.max(0, excess / pairs))
}

/**
 * Returns how many more mints would tell the entity from luck if it went on as so far. The best results of many are partly
 * luck, so less is expected of the next ones: the mean is drawn toward 0, by half after one mint and by a third after two.
 */
function tokensNeeded(
  { traded, profitable }: Results,
  sum: number,
  persistence: number,
  wanted: number,
): number | null {
  if (sum <= 0 || profitable * 2 < traded) return null
  const next = sum / (traded + 1)
  for (let more = 1; more <= WEIGHTS.finder.maxTokensNeeded; more++) {
    if ((sum + more * next) / spreadOf(traded + more, persistence) >= wanted) return more
  }
  return null
}
