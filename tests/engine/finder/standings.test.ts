import { expect, it } from 'vitest'
import { rankStandings } from '#engine/finder/standings.ts'

const trader = (address: string, entry: number, buys = 2, sells = 2) => ({
  address,
  buys,
  sells,
  score_terms: { P: 0, R: 0, W: 0, En: entry, Ex: 0, E: 1 },
})

it('counts the peers that did at least as well, ties against the trader', () => {
  const standings = rankStandings([
    trader('best', 0.9),
    trader('one of two', 0.5),
    trader('two of two', 0.5),
    trader('worst', 0.1),
  ])
  expect(standings.get('best')).toEqual({ peers: 4, chance: 1 / 4, percentile: 0.75 })
  expect(standings.get('one of two')).toEqual({ peers: 4, chance: 3 / 4, percentile: 0.25 })
  expect(standings.get('worst')).toEqual({ peers: 4, chance: 1, percentile: 0 })
})

it("does not depend on the wallet's balance", () => {
  const small = trader('small', 0.5)
  const large = trader('large', 0.5)
  large.score_terms.P = 1
  expect(rankStandings([small, large]).get('large')?.chance).toBe(1)
})

it('compares with traders of similar activity, nearest first', () => {
  const few = Array.from({ length: 80 }, (_, at) => trader(`few ${at}`, at / 80, 1, 1))
  const many = Array.from({ length: 80 }, (_, at) => trader(`many ${at}`, 0.4 + at / 800, 20, 20))
  const standings = rankStandings([...few, ...many])
  expect(standings.get('many 79')).toMatchObject({ peers: 80, chance: 1 / 80 })
  expect(standings.get('few 79')).toMatchObject({ peers: 80, chance: 1 / 80 })
})

it('uses traders of other activity if there are too few similar ones', () => {
  const crowd = Array.from({ length: 80 }, (_, at) => trader(`crowd ${at}`, at / 80, 3, 3))
  const standings = rankStandings([...crowd, trader('busy', 0.9, 30, 30)])
  expect(standings.get('busy')).toMatchObject({ peers: 81 })
  expect(standings.get('crowd 0')).toMatchObject({ peers: 80 })
})
