import { describe, expect, it } from 'vitest'
import type { CaReport } from '#contract/analysis/report.ts'
import type { Entity } from '#engine/finder/entities.ts'
import { findRings } from '#engine/finder/rings.ts'
import { DemoRandom } from '#localnet/demo-market/seeded-random.ts'

const LAUNCH = 1_000
const report = (mint: string) =>
  ({ mint, coverage: { creation: { slot: LAUNCH, sig: 'creation' } } }) as CaReport

/** An entity that first buys in these slots after the launch, one per mint. */
const entity = (name: string, slots: readonly (number | null)[]): Entity => ({
  members: [name],
  places: new Map(
    slots.flatMap((slot, at) =>
      slot === null
        ? []
        : [
            [
              `mint ${at}`,
              {
                report: report(`mint ${at}`),
                traders: [],
                ranked: [],
                exclusion: null,
                entry: { address: name, slot: LAUNCH + slot, sig: `${name} ${at}` },
              },
            ] as const,
          ],
    ),
  ),
})

const crowd = (random: DemoRandom, count: number, tokens: number): Entity[] =>
  Array.from({ length: count }, (_, nth) =>
    entity(
      `crowd ${nth}`,
      Array.from({ length: tokens }, () => random.whole(5, 30_000)),
    ),
  )

const namesIn = (entities: readonly Entity[]): string[][] =>
  findRings(entities).map(({ members }) => members.flatMap((member) => member.members).toSorted())

describe('rings', () => {
  it('finds wallets that buy within seconds of each other in two tokens', () => {
    const ring = [0, 1, 3, 4].map((delay, nth) =>
      entity(`ring ${nth}`, [9_000 + delay, 4_000 + delay]),
    )
    const found = namesIn([...crowd(new DemoRandom('ring'), 100, 2), ...ring])
    expect(found).toEqual([['ring 0', 'ring 1', 'ring 2', 'ring 3']])
  })

  it('does not group wallets that only follow the same plan', () => {
    const random = new DemoRandom('plan')
    const plan = Array.from({ length: 20 }, (_, nth) =>
      entity(
        `plan ${nth}`,
        [6_000, 15_000].map((slot) => slot + random.whole(-300, 300)),
      ),
    )
    expect(namesIn([...crowd(random, 100, 2), ...plan])).toEqual([])
  })

  it('does not call wallets that rush into every launch a ring', () => {
    const rush = Array.from({ length: 10 }, (_, nth) =>
      entity(`rush ${nth}`, [3 + nth, 4 + ((nth * 7) % 10)]),
    )
    expect(namesIn(rush)).toEqual([])
  })

  it('does not count a copier and its trader as a ring', () => {
    const pair = [0, 2].map((delay) =>
      entity(
        `pair ${delay}`,
        [9_000, 4_000, 12_000, 20_000].map((slot) => slot + delay),
      ),
    )
    expect(namesIn(pair)).toEqual([])
  })

  it('finds no ring in a crowd', () => {
    const random = new DemoRandom('crowds')
    const found = Array.from({ length: 30 }, () => namesIn(crowd(random, 150, 3)).length)
    expect(found.filter((count) => count > 0).length).toBeLessThanOrEqual(1)
  })
})
