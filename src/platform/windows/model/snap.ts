import type { Point, Rect, Size } from './geometry.ts'
import { DOCK_PX, MIN_SIZE, STATUS_BAR_PX, toKnownScreen } from './geometry.ts'

/** The side of each zone across (-1 left, 1 right) and down (-1 top, 1 bottom). 0 fills the full length. */
const ZONES = {
  left: [-1, 0],
  right: [1, 0],
  top: [0, -1],
  bottom: [0, 1],
  topLeft: [-1, -1],
  topRight: [1, -1],
  bottomLeft: [-1, 1],
  bottomRight: [1, 1],
} as const

export type SnapZone = keyof typeof ZONES

export const SNAP_ZONES = Object.keys(ZONES) as readonly SnapZone[]

/** The lines between snapped windows, as shares of the area's width and height. */
export type Split = { x: number; y: number }

export const EVEN_SPLIT: Split = { x: 0.5, y: 0.5 }

/** A pointer this near to an edge snaps to it. */
const EDGE_PX = 12
/** A drag past an edge still snaps up to this distance; beyond it the window leaves the screen. */
const OVERSHOOT_PX = 160
/** This share of an edge at each end snaps to the corner. */
const CORNER_RATIO = 0.2

const findZone = (across: number, down: number): SnapZone | null =>
  SNAP_ZONES.find((zone) => ZONES[zone][0] === across && ZONES[zone][1] === down) ?? null

/** Returns the area for snapped windows: the screen between status bar and dock. */
export const computeSnapArea = (screen: Size): Rect => {
  const { width, height } = toKnownScreen(screen)
  return {
    x: 0,
    y: STATUS_BAR_PX,
    width,
    height: Math.max(MIN_SIZE.height, height - STATUS_BAR_PX - DOCK_PX),
  }
}

/** Returns the start and length of a zone along one axis. Zones keep their smallest length, and overlap if there is no room. */
const measureLength = (
  side: -1 | 0 | 1,
  { start, length, share, min }: { start: number; length: number; share: number; min: number },
): [start: number, length: number] => {
  if (side === 0) return [start, length]
  const room = Math.max(min, Math.min(length, length - min))
  const first = Math.round(Math.max(Math.min(length * share, room), Math.min(min, room)))
  if (side === -1) return [start, first]
  const second = Math.max(min, length - first)
  return [start + length - second, second]
}

export const computeSnapRect = (zone: SnapZone, screen: Size, split: Split): Rect => {
  const area = computeSnapArea(screen)
  const [across, down] = ZONES[zone]
  const [x, width] = measureLength(across, {
    start: area.x,
    length: area.width,
    share: split.x,
    min: MIN_SIZE.width,
  })
  const [y, height] = measureLength(down, {
    start: area.y,
    length: area.height,
    share: split.y,
    min: MIN_SIZE.height,
  })
  return { x, y, width, height }
}

const findSide = (place: number, length: number, reach: number): -1 | 0 | 1 => {
  if (place <= reach) return -1
  return place >= length - 1 - reach ? 1 : 0
}

const isNear = (place: number, length: number) =>
  place >= -OVERSHOOT_PX && place <= length + OVERSHOOT_PX

/** Returns the zone for a drag with its pointer here; null away from the edges. */
export const findZoneAt = ({ x, y }: Point, screen: Size): SnapZone | null => {
  const { width, height } = toKnownScreen(screen)
  if (!isNear(x, width) || !isNear(y, height)) return null
  const across = findSide(x, width, EDGE_PX)
  const down = findSide(y, height, EDGE_PX)
  if (across !== 0) return findZone(across, down || findSide(y, height, height * CORNER_RATIO))
  if (down !== 0) return findZone(findSide(x, width, width * CORNER_RATIO), down)
  return null
}

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const

export type Arrow = keyof typeof ARROWS

const stepTowards = (side: number, step: number) => Math.max(-1, Math.min(1, side + step))

/** Returns the next zone in the direction of the arrow; null between left and right, where the window leaves its zone. */
export const findNextZone = (from: SnapZone | null, arrow: Arrow): SnapZone | null => {
  const [across, down] = from === null ? [0, 0] : ZONES[from]
  return findZone(stepTowards(across, ARROWS[arrow][0]), stepTowards(down, ARROWS[arrow][1]))
}

/** Returns whether every side that the named edge or corner moves is a line between zones. */
const movesLinesOnly = (zone: SnapZone, direction: string): boolean => {
  const [across, down] = ZONES[zone]
  const pulled = direction.toLowerCase()
  const isInner = (name: string, side: number, innerSide: number) =>
    !pulled.includes(name) || side === innerSide
  return (
    isInner('left', across, 1) &&
    isInner('right', across, -1) &&
    isInner('top', down, 1) &&
    isInner('bottom', down, -1)
  )
}

const clampShare = (share: number, length: number, min: number) => {
  const lowest = Math.min(0.5, min / length)
  return Math.max(lowest, Math.min(1 - lowest, share))
}

/**
 * Returns the lines after a snapped window was resized to `rect` by the named edge or corner. Null when that side is not a
 * line between zones, so that the window leaves its zone.
 */
export const computeSplit = (
  zone: SnapZone,
  { direction, rect, screen, split }: { direction: string; rect: Rect; screen: Size; split: Split },
): Split | null => {
  if (!movesLinesOnly(zone, direction)) return null
  const area = computeSnapArea(screen)
  const [across, down] = ZONES[zone]
  const lineX = across === -1 ? rect.x + rect.width : rect.x
  const lineY = down === -1 ? rect.y + rect.height : rect.y
  return {
    x:
      across === 0
        ? split.x
        : clampShare((lineX - area.x) / area.width, area.width, MIN_SIZE.width),
    y:
      down === 0
        ? split.y
        : clampShare((lineY - area.y) / area.height, area.height, MIN_SIZE.height),
  }
}
export const isArrow = (key: string): key is Arrow => key in ARROWS

export const computeArrowStep = (arrow: Arrow, lengthPx: number): Point => ({
  x: ARROWS[arrow][0] * lengthPx,
  y: ARROWS[arrow][1] * lengthPx,
})

/** Returns the largest size for a resize at a line. Windows beyond the line keep their smallest size. */
export const computeSnappedResizeLimit = (zone: SnapZone, screen: Size): Size => {
  const area = computeSnapArea(screen)
  const [across, down] = ZONES[zone]
  const upTo = (length: number, side: number, min: number) =>
    side === 0 ? length : Math.max(min, length - min)
  return {
    width: upTo(area.width, across, MIN_SIZE.width),
    height: upTo(area.height, down, MIN_SIZE.height),
  }
}
