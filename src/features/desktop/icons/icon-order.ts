export type Spot = { left: number; top: number; width: number; height: number }

export type Direction = 'left' | 'right' | 'up' | 'down'

const ARROWS: ReadonlyMap<string, Direction> = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
])

export const readDirection = (key: string): Direction | null => ARROWS.get(key) ?? null

const findCenter = ({ left, top, width, height }: Spot) => ({
  x: left + width / 2,
  y: top + height / 2,
})

/** A sideways distance counts more than one ahead, so that arrow keys stay in their column or row. */
const ASIDE_COST = 3

/** Returns the index of the spot that an arrow key leads to, or `from` when there is none. */
export const findSpotTowards = (
  spots: readonly Spot[],
  from: number,
  direction: Direction,
): number => {
  const start = spots[from]
  if (start === undefined) return from
  const origin = findCenter(start)
  const isVertical = direction === 'up' || direction === 'down'
  const sign = direction === 'left' || direction === 'up' ? -1 : 1
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (const [index, spot] of spots.entries()) {
    const center = findCenter(spot)
    const ahead = sign * (isVertical ? center.y - origin.y : center.x - origin.x)
    const aside = Math.abs(isVertical ? center.x - origin.x : center.y - origin.y)
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

/** Returns a place in a section, counted from 1. */
export const describePlace = (index: number, count: number): string =>
  `place ${index + 1} of ${count}`

/** Returns the order to save: the shown icons, then the known ones that are not shown, such as apps not yet loaded. */
export const keepOrder = (shown: readonly string[], before: readonly string[]): string[] => [
  ...shown,
  ...before.filter((path) => !shown.includes(path)),
]
