import type { DemoRandom } from './seeded-random.ts'

export type DemoRole =
  | 'creator'
  | 'sniper'
  | 'sybil'
  | 'funder'
  | 'relay'
  | 'wash'
  | 'insider'
  | 'giver'
  | 'taker'
  | 'sandwich'
  | 'lucky'
  | 'smart'
  | 'retail'
  | 'dollar'
  | 'exchange'

export type DemoActor = { address: string; role: DemoRole; markets: number[] }

const FIRST = [0]
const SECOND = [1]
const BOTH = [0, 1]
const THIRD = [2]

/** The number of wallets per role and market. Some skilled wallets and a part of the crowd trade the first two tokens. */
const PARTS: readonly { role: DemoRole; markets: number[]; count: number }[] = [
  { role: 'creator', markets: FIRST, count: 1 },
  { role: 'creator', markets: SECOND, count: 1 },
  { role: 'sniper', markets: FIRST, count: 6 },
  { role: 'sniper', markets: SECOND, count: 5 },
  { role: 'funder', markets: FIRST, count: 1 },
  { role: 'funder', markets: SECOND, count: 1 },
  { role: 'relay', markets: FIRST, count: 8 },
  { role: 'sybil', markets: FIRST, count: 8 },
  { role: 'sybil', markets: SECOND, count: 6 },
  { role: 'wash', markets: FIRST, count: 2 },
  { role: 'wash', markets: SECOND, count: 2 },
  { role: 'insider', markets: FIRST, count: 1 },
  { role: 'insider', markets: SECOND, count: 1 },
  { role: 'giver', markets: FIRST, count: 1 },
  { role: 'taker', markets: FIRST, count: 1 },
  { role: 'sandwich', markets: FIRST, count: 1 },
  { role: 'lucky', markets: FIRST, count: 4 },
  { role: 'lucky', markets: SECOND, count: 3 },
  { role: 'smart', markets: BOTH, count: 5 },
  { role: 'smart', markets: FIRST, count: 3 },
  { role: 'smart', markets: SECOND, count: 3 },
  { role: 'retail', markets: BOTH, count: 26 },
  { role: 'retail', markets: FIRST, count: 58 },
  { role: 'retail', markets: SECOND, count: 52 },
  { role: 'exchange', markets: BOTH, count: 1 },
  { role: 'dollar', markets: FIRST, count: 8 },
  { role: 'creator', markets: THIRD, count: 1 },
  { role: 'sniper', markets: THIRD, count: 3 },
  { role: 'smart', markets: THIRD, count: 4 },
  { role: 'retail', markets: THIRD, count: 30 },
]

/** Returns the wallets of the demo market with their roles. The same seed returns the same wallets. */
export function createDemoActors(random: DemoRandom): DemoActor[] {
  return PARTS.flatMap(({ role, markets, count }) =>
    Array.from({ length: count }, (_, nth) => ({
      address: random.wallet(`${role} ${markets.join('+')} ${nth}`),
      role,
      markets,
    })),
  )
}

export const listActorsOf = (
  actors: readonly DemoActor[],
  role: DemoRole,
  market: number,
): string[] =>
  actors
    .filter((actor) => actor.role === role && actor.markets.includes(market))
    .map(({ address }) => address)
