export type Spot = { left: number; top: number; width: number; height: number }

export type Direction = 'left' | 'right' | 'up' | 'down'

const ARROWS: ReadonlyMap<string, Direction> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
])

export const directionOf = (key: string): Direction | null => ARROWS.get(key) ?? null

/** The list with one entry taken out and put in at another index. */
export const moved = <Entry>(list: readonly Entry[], from: number, to: number): Entry[] => {
  const entry = list[from]
  return entry === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, entry)
}

const centreOf = ({ left, top, width, height }: Spot) => ({
  x: left + width / 2,
  y: top + height / 2,
})

/** The spot whose centre is nearest to a point; -1 when there is none. */
export const nearestSpot = (spots: readonly Spot[], { x, y }: { x: number; y: number }): number => {
  let nearest = -1
  let least = Number.POSITIVE_INFINITY
  for (const [index, spot] of spots.entries()) {
    const centre = centreOf(spot)
    const distance = Math.hypot(centre.x - x, centre.y - y)
    if (distance < least) {
      nearest = index
      least = distance
    }
  }
  return nearest
}

/** What lies aside of the wished direction counts more than what lies in it, so that a column stays a column. */
const ASIDE_COST = 3

/** The spot that an arrow key leads to, or the same one when nothing lies there. */
export const spotTowards = (spots: readonly Spot[], from: number, direction: Direction): number => {
  const start = spots[from]
  if (start === undefined) return from
  const origin = centreOf(start)
  const isVertical = direction === 'up' || direction === 'down'
  const sign = direction === 'left' || direction === 'up' ? -1 : 1
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (const [index, spot] of spots.entries()) {
    const centre = centreOf(spot)
    const ahead = sign * (isVertical ? centre.y - origin.y : centre.x - origin.x)
    const aside = Math.abs(isVertical ? centre.x - origin.x : centre.y - origin.y)
    if (ahead < 1 || (!isVertical && aside > start.height / 2)) continue
    const cost = ahead + ASIDE_COST * aside
    if (cost < least) {
      best = index
      least = cost
    }
  }
  // At the end of a row the next one begins.
  if (best === from && !isVertical) return Math.max(0, Math.min(spots.length - 1, from + sign))
  return best
}

/**
 * The order to keep after one section was reordered: the shown icons as they now stand, then those known that are not
 * shown now, such as apps whose list has not arrived.
 */
export const keptOrder = (shown: readonly string[], before: readonly string[]): string[] => [
  ...shown,
  ...before.filter((path) => !shown.includes(path)),
]
