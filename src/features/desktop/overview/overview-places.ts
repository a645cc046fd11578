import type { Rect, Size } from '#src/platform/windows/model/geometry.ts'

const GAP_PX = 24
/** Room for the title below each window. */
const LABEL_PX = 40
/** Space for the heading at the top, and at the sides. */
const MARGIN = { top: 76, side: 32, bottom: 32 }
const NARROW_BELOW_PX = 640
const NARROW_MARGIN = { top: 64, side: 12, bottom: 16 }
const NARROW_GAP_PX = 12
/** Windows are always shown smaller than they are, so that users recognize the overview. */
const MAX_SCALE = 0.82
const MIN_SCALE = 0.001

export type OverviewPlace = Rect & { scale: number }

type Row = { sizes: readonly Size[]; width: number; height: number }

const splitRows = (sizes: readonly Size[], columns: number): Row[] =>
  Array.from({ length: Math.ceil(sizes.length / columns) }, (_, row) => {
    const inRow = sizes.slice(row * columns, (row + 1) * columns)
    return {
      sizes: inRow,
      width: inRow.reduce((sum, { width }) => sum + width, 0),
      height: Math.max(...inRow.map(({ height }) => height)),
    }
  })

/**
 * Returns the places of windows in the overview, in reading order, in the rows that show them largest. `scale` is the ratio
 * of a place's size to the window's. It is the same for all, so that large windows stay larger than small ones.
 */
export const computeOverviewPlaces = (sizes: readonly Size[], screen: Size): OverviewPlace[] => {
  const isNarrow = screen.width < NARROW_BELOW_PX
  const margin = isNarrow ? NARROW_MARGIN : MARGIN
  const gap = isNarrow ? NARROW_GAP_PX : GAP_PX
  const area = {
    width: screen.width - 2 * margin.side,
    height: screen.height - margin.top - margin.bottom,
  }
  const sumHeights = (rows: readonly Row[]) => rows.reduce((sum, { height }) => sum + height, 0)
  const computeScale = (rows: readonly Row[]): number =>
    Math.max(
      MIN_SCALE,
      Math.min(
        MAX_SCALE,
        (area.height - rows.length * (gap + LABEL_PX)) / sumHeights(rows),
        ...rows.map((row) => (area.width - (row.sizes.length - 1) * gap) / row.width),
      ),
    )
  const [best = { rows: [], scale: MAX_SCALE }] = sizes
    .map((_, index) => {
      const rows = splitRows(sizes, index + 1)
      return { rows, scale: computeScale(rows) }
    })
    .toSorted((one, other) => other.scale - one.scale)
  const { rows, scale } = best
  const free = area.height - sumHeights(rows) * scale - rows.length * (gap + LABEL_PX)
  let top = margin.top + Math.max(0, free / 2)
  return rows.flatMap((row) => {
    const rowTop = top
    top += row.height * scale + gap + LABEL_PX
    let left = (screen.width - row.width * scale - (row.sizes.length - 1) * gap) / 2
    return row.sizes.map(({ width, height }) => {
      const x = left
      left += width * scale + gap
      const y = rowTop + ((row.height - height) * scale) / 2
      return { x, y, width: width * scale, height: height * scale, scale }
    })
  })
}
