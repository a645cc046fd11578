import type { FinderOverlap } from '#contract/analysis/finder.ts'

import { round } from '#engine/judge/score.ts'
import { WEIGHTS } from '#engine/judge/weights.ts'
import { overlapTail, roundSignificant } from './statistics.ts'

/** The mints that an entity traded, and its percentile in those in which it is ranked. */
export type Traded = { mints: ReadonlySet<string>; percentiles: ReadonlyMap<string, number> }

/** Returns one comparison per pair of mints, in the order of `mints`. `all` are the entities outside rings. */
export function findOverlaps(mints: readonly string[], all: readonly Traded[]): FinderOverlap[] {
  return mints.flatMap((first, at) =>
    mints.slice(at + 1).map((second) => compareOverlap(first, second, all)),
  )
}

function compareOverlap(first: string, second: string, all: readonly Traded[]): FinderOverlap {
  const has = (mint: string) => (each: Traded) => each.mints.has(mint)
  const others = all.filter((each) =>
    [...each.mints].some((mint) => mint !== first && mint !== second),
  )
  const ranked = all.filter(({ percentiles }) => percentiles.has(first) && percentiles.has(second))
  const isGood =
    (mint: string) =>
    ({ percentiles }: Traded) =>
      (percentiles.get(mint) ?? 0) >= WEIGHTS.finder.goodPercentile
  const trading = compare(others, has(first), has(second))
  const good = compare(ranked, isGood(first), isGood(second))
  return {
    mints: [first, second],
    traded_both: all.filter(has(first)).filter(has(second)).length,
    others_both: others.length === 0 ? null : trading.both,
    expected: trading.expected,
    p_value: trading.pValue,
    ranked_both: ranked.length,
    good_both: good.both,
    good_expected: good.expected,
    good_p_value: good.pValue,
  }
}

/** Returns how many of `all` are both, the number expected by chance, and the p-value. The last two are null if `all` is empty. */
function compare(
  all: readonly Traded[],
  isFirst: (each: Traded) => boolean,
  isSecond: (each: Traded) => boolean,
): { both: number; expected: number | null; pValue: number | null } {
  const first = all.filter(isFirst)
  const second = all.filter(isSecond)
  const both = first.filter(isSecond).length
  if (all.length === 0) return { both, expected: null, pValue: null }
  return {
    both,
    expected: round((first.length * second.length) / all.length),
    pValue: roundSignificant(overlapTail(all.length, first.length, second.length, both)),
  }
}
