import { gainAfter, priceAt, SLOTS, type PlantedPlan } from '#bench/support/planted-tokens.ts'

/** How many moments a skilled trader compares, as `plantTokens` draws it. */
const FORESIGHTS = [8, 9, 10, 11, 12, 13, 14]
const MOMENTS = 400
const GRID = 12
const TRIPS = { median: 2, spread: 0.7, more: 2, noise: 0.4 }
const PATIENCE_SPREAD = 0.8

/**
 * Returns for each trader of a planted token how much likelier its decisions are with skill than without, as a logarithm.
 * No rule can rank skilled above ordinary traders better on average: this one knows how the market was made, the moment of
 * each decision, and each trader's patience and habit of coming early. A report sees none of these, but only trades, in
 * which a sale ends all open round trips at once.
 */
export function weighDecisions({ path, traders }: PlantedPlan): Map<string, number> {
  const entryGains = new Map<number, readonly number[]>()
  const gainsOf = (earliness: number): readonly number[] => {
    const known = entryGains.get(earliness)
    if (known) return known
    const gains = midpoints(MOMENTS).map((unit) =>
      gainAfter(path, 4 + unit ** earliness * (SLOTS - 200)),
    )
    entryGains.set(earliness, gains)
    return gains
  }
  return new Map(
    traders.map(({ habits: { address, patience, earliness }, trips }) => {
      const places = trips.flatMap(({ from, until }) => {
        const prices = SPREADS.map((spread) =>
          priceAt(path, from + patience * Math.exp(spread * PATIENCE_SPREAD) * SLOTS),
        )
        return [
          findPlace(gainAfter(path, from), gainsOf(earliness)),
          findPlace(priceAt(path, until), prices),
        ]
      })
      const skilled = FORESIGHTS.map((foresight) =>
        places.reduce((product, place) => product * compareToOne(place, foresight), 1),
      )
      const mean = skilled.reduce((sum, each) => sum + each, 0) / FORESIGHTS.length
      return [address, Math.log(mean) + weighCount(trips.length)]
    }),
  )
}

type Place = { below: number; upTo: number }

const midpoints = (count: number): number[] =>
  Array.from({ length: count }, (_, nth) => (nth + 0.5) / count)

/** Exponents of `DemoRandom.around` for a spread of 1: the sum of four uniform numbers, evenly by likelihood. */
const SPREADS = listSpreads()

function listSpreads(): number[] {
  const units = midpoints(GRID)
  const pairs = units.flatMap((one) => units.map((other) => one + other))
  const all = pairs.flatMap((one) => pairs.map((other) => (one + other - 2) * Math.sqrt(3)))
  const sorted = all.toSorted((a, b) => a - b)
  return midpoints(MOMENTS).map((share) => sorted[Math.floor(share * sorted.length)] ?? 0)
}

function findPlace(value: number, values: readonly number[]): Place {
  let below = 0
  let equal = 0
  for (const each of values) {
    if (each < value) below++
    else if (each === value) equal++
  }
  return { below: below / values.length, upTo: (below + equal) / values.length }
}

/** Returns how much likelier the best of `count` moments has this place than a single one. */
function compareToOne({ below, upTo }: Place, count: number): number {
  if (upTo - below < 1 / MOMENTS / 2) return count * Math.max(below, 1 / MOMENTS) ** (count - 1)
  return (upTo ** count - below ** count) / (upTo - below)
}

/** Returns how much likelier so many round trips are with skill, as a logarithm. */
function weighCount(trips: number): number {
  const share = (more: number): number => {
    let sum = 0
    for (const habit of COARSE) {
      for (const noise of COARSE) {
        const mean = TRIPS.median * Math.exp(habit * TRIPS.spread) + more
        const count = Math.max(1, Math.round(mean * Math.exp(noise * TRIPS.noise)))
        if (count === trips) sum += 1
      }
    }
    return (sum + 1) / COARSE.length ** 2
  }
  return Math.log(share(TRIPS.more) / share(0))
}

const COARSE = SPREADS.filter((_, nth) => nth % 4 === 0)
