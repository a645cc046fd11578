import type { Rect, Size } from './geometry.ts'
import { MIN_SIZE, centerRect, clampPosition, toKnownScreen } from './geometry.ts'

export const GOLDEN_RATIO = 1.618

/** The share of the screen's height for two windows side by side. */
const PAIR_HEIGHT_RATIO = 0.8
const GAP_PX = 12
/** Kept free for the status bar above and the dock below. */
const TOP_PX = 44
const BOTTOM_PX = 92

const SINGLE_GOLDEN_WIDTH_RATIO = 0.8
const SINGLE_GOLDEN_MAX_WIDTH_PX = 1200
const PAIR_GOLDEN_WIDTH_RATIO = 0.9
export const STAGGER_MS = 100

export const ARRANGE_LAYOUTS = ['grid', 'golden'] as const

/** A window's place in an arrangement of `count` windows. It has a rectangle on every screen. */
export type Cell = { layout: (typeof ARRANGE_LAYOUTS)[number]; index: number; count: number }

const computeWorkArea = (screen: Size): Rect => {
  const { width, height } = toKnownScreen(screen)
  return {
    x: GAP_PX,
    y: TOP_PX,
    width: Math.max(MIN_SIZE.width, width - 2 * GAP_PX),
    height: Math.max(MIN_SIZE.height, height - TOP_PX - BOTTOM_PX),
  }
}

const roundRect = (rect: Rect, screen: Size): Rect =>
  clampPosition(
    {
      x: Math.round(rect.x),
      y: Math.round(rect.y),
      width: Math.max(MIN_SIZE.width, Math.round(rect.width)),
      height: Math.max(MIN_SIZE.height, Math.round(rect.height)),
    },
    toKnownScreen(screen),
  )

const placeSideBySide = (widths: readonly number[], height: number, screen: Size): Rect[] => {
  const known = toKnownScreen(screen)
  const total = widths.reduce((sum, width) => sum + width, 0) + GAP_PX * (widths.length - 1)
  let x = (known.width - total) / 2
  return widths.map((width) => {
    const rect = { x, y: (known.height - height) / 2, width, height }
    x += width + GAP_PX
    return roundRect(rect, known)
  })
}

/** Returns cells in rows that fill the area. The windows of the last row share its width. */
const placeInRows = (count: number, columns: number, area: Rect): Rect[] => {
  const rows = Math.ceil(count / columns)
  const height = (area.height - GAP_PX * (rows - 1)) / rows
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns)
    const inRow = row === rows - 1 ? count - columns * (rows - 1) : columns
    const width = (area.width - GAP_PX * (inRow - 1)) / inRow
    const column = index - row * columns
    return {
      x: area.x + column * (width + GAP_PX),
      y: area.y + row * (height + GAP_PX),
      width,
      height,
    }
  })
}

/** Returns a square grid. If its cells are too small for windows, returns other rows, or rows that overlap. */
const grid = (count: number, screen: Size): Rect[] => {
  const area = computeWorkArea(screen)
  const square = placeInRows(count, Math.ceil(Math.sqrt(count)), area)
  const cells = square.some(isTooSmall)
    ? (placeInTiles(count, area) ?? placeInShelves(count, area, { isFirstInFront: false }))
    : square
  return cells.map((cell) => roundRect(cell, screen))
}

/**
 * Returns places for all windows, in the order given: one keeps its size in the middle, two are side by side at 80 % of
 * the height, three or more form a grid.
 */
export const arrange = (sizes: readonly Size[], screen: Size): Rect[] => {
  const known = toKnownScreen(screen)
  const [only] = sizes
  if (only === undefined) return []
  if (sizes.length === 1) {
    const size = {
      width: Math.min(only.width, known.width),
      height: Math.min(only.height, known.height),
    }
    return [roundRect(centerRect(size, known), known)]
  }
  if (sizes.length === 2) {
    const width = (known.width - 3 * GAP_PX) / 2
    return placeSideBySide([width, width], known.height * PAIR_HEIGHT_RATIO, known)
  }
  return grid(sizes.length, known)
}

const placeGoldenSingle = (screen: Size): Rect => {
  const width = Math.min(
    screen.width * SINGLE_GOLDEN_WIDTH_RATIO,
    SINGLE_GOLDEN_MAX_WIDTH_PX,
    // A low screen limits the height, and so the width.
    (screen.height - 2 * GAP_PX) * GOLDEN_RATIO,
  )
  const size = { width: Math.round(width), height: Math.round(width / GOLDEN_RATIO) }
  return roundRect(centerRect(size, screen), screen)
}

/** Cuts `area` in the golden ratio along each side in turn, as a spiral. */
const placeInSpiral = (count: number, area: Rect): Rect[] => {
  const share = 1 / GOLDEN_RATIO
  const placed: Rect[] = []
  let rest = area
  for (let turn = 0; turn < count - 1; turn += 1) {
    const width = (rest.width - GAP_PX) * share
    const height = (rest.height - GAP_PX) * share
    const otherWidth = rest.width - width - GAP_PX
    const otherHeight = rest.height - height - GAP_PX
    const right = rest.x + rest.width
    const bottom = rest.y + rest.height
    switch (turn % 4) {
      case 0:
        placed.push({ ...rest, width })
        rest = { ...rest, x: right - otherWidth, width: otherWidth }
        break
      case 1:
        placed.push({ ...rest, height })
        rest = { ...rest, y: bottom - otherHeight, height: otherHeight }
        break
      case 2:
        placed.push({ ...rest, x: right - width, width })
        rest = { ...rest, width: otherWidth }
        break
      default:
        placed.push({ ...rest, y: bottom - height, height })
        rest = { ...rest, height: otherHeight }
    }
  }
  return [...placed, rest]
}

const isTooSmall = ({ width, height }: Size) => width < MIN_SIZE.width || height < MIN_SIZE.height

const measureSmallestShare = (cells: readonly Rect[]) =>
  Math.min(
    ...cells.map(({ width, height }) => Math.min(width / MIN_SIZE.width, height / MIN_SIZE.height)),
  )

/** Returns the roomiest cells in rows for the area, or null when windows of the smallest size do not fit. */
const placeInTiles = (count: number, area: Rect): Rect[] | null => {
  const choices = Array.from({ length: count }, (_, index) => placeInRows(count, index + 1, area))
  const [best] = choices.toSorted(
    (one, other) => measureSmallestShare(other) - measureSmallestShare(one),
  )
  return best === undefined || best.some(isTooSmall) ? null : best
}

/**
 * Returns a spiral for as many windows as it has room for, with the others in rows in its last cell; null when the area
 * is too small for all of them.
 */
const placeInSpiralAndTiles = (count: number, area: Rect): Rect[] | null => {
  const spiral = placeInSpiral(count, area)
  if (!spiral.some(isTooSmall)) return spiral
  for (let spiralCount = count - 2; spiralCount >= 0; spiralCount -= 1) {
    const cells = placeInSpiral(spiralCount + 1, area)
    const others = placeInTiles(count - spiralCount, cells.at(-1) ?? area)
    const first = cells.slice(0, spiralCount)
    if (others !== null && !first.some(isTooSmall)) return [...first, ...others]
  }
  return null
}

/** Returns rows of smallest windows. Each row overlaps the lower part of the row above, so every title bar is free. */
const placeInShelves = (
  count: number,
  area: Rect,
  { isFirstInFront }: { isFirstInFront: boolean },
): Rect[] => {
  const columns = Math.max(1, Math.floor((area.width + GAP_PX) / (MIN_SIZE.width + GAP_PX)))
  const rows = Math.ceil(count / columns)
  const width = (area.width - GAP_PX * (columns - 1)) / columns
  const step = (area.height - MIN_SIZE.height) / Math.max(1, rows - 1)
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns)
    return {
      x: area.x + (index % columns) * (width + GAP_PX),
      // The row in front is at the bottom.
      y: area.y + (isFirstInFront ? rows - 1 - row : row) * step,
      width,
      height: MIN_SIZE.height,
    }
  })
}

/**
 * Returns places in the golden ratio, the largest first: one window up to 80 % of the width (at most 1200 px), two
 * sharing 90 % of the width, more along a spiral as far as it has room. Apply them `STAGGER_MS` apart.
 */
export const arrangeGolden = (count: number, screen: Size): Rect[] => {
  const known = toKnownScreen(screen)
  if (count <= 0) return []
  if (count === 1) return [placeGoldenSingle(known)]
  if (count === 2) {
    const width = known.width * PAIR_GOLDEN_WIDTH_RATIO - GAP_PX
    const wide = (width * GOLDEN_RATIO) / (1 + GOLDEN_RATIO)
    return placeSideBySide([wide, width - wide], known.height * PAIR_HEIGHT_RATIO, known)
  }
  const area = computeWorkArea(known)
  const cells =
    placeInSpiralAndTiles(count, area) ?? placeInShelves(count, area, { isFirstInFront: true })
  return cells.map((cell) => roundRect(cell, known))
}

let lastArranged: { key: string; rects: readonly Rect[] } = { key: '', rects: [] }

/** Returns the rectangle of a cell on this screen. The window's own `size` matters only for a single window in a grid. */
export const computeCellRect = ({ layout, index, count }: Cell, size: Size, screen: Size): Rect => {
  const known = toKnownScreen(screen)
  const isAlone = layout === 'grid' && count === 1
  const key = isAlone ? '' : `${layout} ${count} ${known.width} ${known.height}`
  if (isAlone || key !== lastArranged.key) {
    const sizes = Array.from({ length: count }, () => size)
    const rects = layout === 'grid' ? arrange(sizes, known) : arrangeGolden(count, known)
    lastArranged = { key, rects }
  }
  return lastArranged.rects[index] ?? roundRect({ x: 0, y: 0, ...size }, known)
}
