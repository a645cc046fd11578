import { describe, expect, it } from 'vitest'
import { judge, type Result } from '#engine/finder/verdict.ts'
import { DemoRandom } from '#localnet/demo-market/seeded-random.ts'

const PEERS = 100
const place = (rank: number, { profitSol = 1, trades = 6 } = {}): Result => ({
  standing: { peers: PEERS, chance: rank / PEERS, percentile: 1 - rank / PEERS },
  trades,
  profitSol,
})
const excluded = { standing: null, trades: 6, profitSol: 1 }
const verdictsOf = (entities: readonly (readonly Result[])[]) =>
  judge(entities.map((results) => ({ results }))).tested.map(({ verdict }) => verdict)
/** Traders in the middle, so that the lower half shows no habits. */
const ordinary = (count: number, tokens: number) =>
  Array.from({ length: count }, () => Array.from({ length: tokens }, () => place(50)))

describe('luck', () => {
  it('adds up the z of the standings', () => {
    // The best tenth twice: z = 1.2816 · 2 / √2 = 1.8124, which luck exceeds with chance 0.035.
    const [verdict] = verdictsOf([[place(10), place(10)]])
    expect(verdict?.p_value).toBeCloseTo(0.03497, 4)
    // Alone, q is p, so 0.035 is found. Among 40, it is not.
    expect(verdict).toMatchObject({ found: true, tokens_needed: 0 })
    expect(verdictsOf([[place(10), place(10)], ...ordinary(39, 2)])[0]?.found).toBe(false)
  })

  it('weights a token with more trades higher', () => {
    const good = [place(5, { trades: 6 }), place(50, { trades: 1 })]
    const bad = [place(5, { trades: 1 }), place(50, { trades: 6 })]
    const [a, b] = verdictsOf([good, bad])
    expect(a?.p_value).toBeLessThan(b?.p_value ?? 0)
  })

  it('caps a single token at the best 2 %', () => {
    const [first, second] = verdictsOf([
      [place(1), place(50)],
      [place(2), place(50)],
    ])
    expect(first?.p_value).toBe(second?.p_value)
  })

  it('counts a token in which a wallet is excluded as one without skill', () => {
    const [clean, sniper] = verdictsOf([
      [place(5), place(5)],
      [place(5), place(5), excluded, excluded],
    ])
    expect(sniper?.p_value).toBeGreaterThan(clean?.p_value ?? 1)
  })

  it('never finds a wallet with a loss, or excluded, in most tokens', () => {
    const loser = [place(1, { profitSol: -1 }), place(1, { profitSol: -1 }), place(1)]
    const sniper = [place(1), excluded, excluded]
    const winner = [place(1), place(1), place(1, { profitSol: -1 })]
    expect(verdictsOf([loser, sniper, winner]).map(({ found }) => found)).toEqual([
      false,
      false,
      true,
    ])
  })

  it('asks for more proof where ordinary traders repeat their results', () => {
    const losers = Array.from({ length: 20 }, () => [place(95), place(95), place(95)])
    const [alone] = verdictsOf([[place(5), place(5), place(5)]])
    const [among] = verdictsOf([[place(5), place(5), place(5)], ...losers])
    expect(among?.p_value).toBeGreaterThan((alone?.p_value ?? 1) * 3)
  })

  it('returns how many more tokens would be conclusive, or null', () => {
    const [some, none, loser] = verdictsOf([
      [place(15), place(15)],
      [place(60), place(60)],
      [place(10, { profitSol: -1 }), place(10, { profitSol: -1 })],
      ...ordinary(20, 2),
    ])
    // z so far 1.4657; with n more at two thirds of it, (2 · 1.0364 + 0.691 n) / √(2 + n) has to reach 2.823.
    expect(some).toMatchObject({ found: false, tokens_needed: 13 })
    expect(none?.tokens_needed).toBeNull()
    expect(loser?.tokens_needed).toBeNull()
  })
})

it('finds no trader without skill in 95 of 100 markets', () => {
  const random = new DemoRandom('no skill')
  let runs = 0
  let below = 0
  for (let run = 0; run < 400; run++) {
    const traders = Array.from({ length: 50 }, () =>
      Array.from({ length: random.whole(2, 5) }, () =>
        place(random.whole(1, PEERS), { trades: random.whole(1, 8) }),
      ),
    )
    const verdicts = verdictsOf(traders)
    if (verdicts.some(({ found }) => found)) runs++
    below += verdicts.filter(({ p_value: p }) => p <= 0.05).length
  }
  expect(runs / 400).toBeLessThanOrEqual(0.05)
  expect(below / (400 * 50)).toBeLessThanOrEqual(0.05)
})
