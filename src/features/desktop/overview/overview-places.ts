import type { Rect, Size } from '#src/platform/windows/model/geometry.ts'

const GAP_PX = 24
/** Room for the title below each window. */
const LABEL_PX = 40
/** Kept free at the top for the heading, and at the sides. */
const MARGIN = { top: 76, side: 32, bottom: 32 }
const NARROW_BELOW_PX = 640
const NARROW_MARGIN = { top: 64, side: 12, bottom: 16 }
const NARROW_GAP_PX = 12
/** A window is shown smaller than it is, so that the overview looks like one. */
const MAX_SCALE = 0.82

export type OverviewPlace = Rect & { scale: number }

const computeScale = (size: Size, cell: Size): number =>
  Math.min(MAX_SCALE, cell.width / size.width, cell.height / size.height)

/**
 * Returns the places of windows in the overview, in reading order, with the number of columns that shows them largest.
 * `scale` leads from the window's size to that of its place.
 */
export const computeOverviewPlaces = (sizes: readonly Size[], screen: Size): OverviewPlace[] => {
  const isNarrow = screen.width < NARROW_BELOW_PX
  const margin = isNarrow ? NARROW_MARGIN : MARGIN
  const gap = isNarrow ? NARROW_GAP_PX : GAP_PX
  const area = {
    width: screen.width - 2 * margin.side,
    height: screen.height - margin.top - margin.bottom,
  }
  const cellFor = (columns: number): Size => ({
    width: Math.max(1, (area.width - gap * (columns - 1)) / columns),
    height: Math.max(1, area.height / Math.ceil(sizes.length / columns) - gap - LABEL_PX),
  })
  const shownArea = (columns: number) =>
    sizes.reduce((sum, size) => {
      const scale = computeScale(size, cellFor(columns))
      return sum + size.width * size.height * scale * scale
    }, 0)
  const columns = sizes.reduce(
    (best, _size, index) => (shownArea(index + 1) > shownArea(best) ? index + 1 : best),
    1,
  )
  const cell = cellFor(columns)
  return sizes.map((size, index) => {
    const row = Math.floor(index / columns)
    const inRow = Math.min(columns, sizes.length - row * columns)
    const rowWidth = inRow * cell.width + (inRow - 1) * gap
    const scale = computeScale(size, cell)
    const width = size.width * scale
    const height = size.height * scale
    const left = (screen.width - rowWidth) / 2 + (index - row * columns) * (cell.width + gap)
    const top = margin.top + row * (cell.height + gap + LABEL_PX)
    return {
      x: left + (cell.width - width) / 2,
      y: top + (cell.height - height) / 2,
      width,
      height,
      scale,
    }
  })
}
