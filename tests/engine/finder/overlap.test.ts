import { expect, it } from 'vitest'
import { findOverlaps } from '#engine/finder/overlap.ts'

const traded = (mints: readonly string[], good: readonly string[] = []) => ({
  mints: new Set(mints),
  percentiles: new Map(mints.map((mint) => [mint, good.includes(mint) ? 0.9 : 0.2] as const)),
})
const [A, AB, C, ABC] = [['A'], ['A', 'B'], ['C'], ['A', 'B', 'C']] as const

it('has nothing to compare the traders of two tokens with', () => {
  const [overlap] = findOverlaps(['A', 'B'], [traded(AB), traded(A), traded(['B'])])
  expect(overlap).toMatchObject({
    mints: ['A', 'B'],
    traded_both: 1,
    others_both: null,
    expected: null,
    p_value: null,
  })
})

it('compares with the traders of the other tokens', () => {
  // Of 4 traders of C, 2 traded A and 2 traded B, and they are the same 2.
  const all = [traded(ABC), traded(ABC), traded(C), traded(C), traded(AB)]
  const [overlap] = findOverlaps(['A', 'B', 'C'], all)
  expect(overlap).toMatchObject({ traded_both: 3, others_both: 2, expected: 1, p_value: 0.1667 })
})

it('shows if the same wallets did well in both', () => {
  const all = [traded(AB, AB), traded(AB, AB), traded(AB), traded(AB)]
  const [overlap] = findOverlaps(['A', 'B'], all)
  expect(overlap).toMatchObject({
    ranked_both: 4,
    good_both: 2,
    good_expected: 1,
    good_p_value: 0.1667,
  })
})
