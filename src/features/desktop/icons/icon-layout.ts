import type { Size } from '#src/platform/windows/model/geometry.ts'

/** Below this width sections are as wide as the screen, one below the other. */
const COLUMNS_FROM_PX = 980
const WIDE_FROM_PX = 1280
const MAX_COLUMNS = 8
const MIN_ADAPTIVE_COLUMNS = 3

const CELL_GAP = { x: 8, y: 10 }
const SECTION_GAP = { x: 40, y: 28 }
/** Height of an icon with a name of two lines. */
const ROW_PX = 116
const TITLE_PX = 26
/** The column of widgets and the gap beside it. */
export const WIDGETS_PX = 304
/** Space used by the status bar, the dock and the margins. */
const TAKEN = { x: 80, y: 32 + 28 + 84 }

type Section = { count: number; isAdaptive: boolean }

export type IconLayout = {
  cellPx: number
  /** Height of a column of sections; null when they do not fit side by side and the desktop scrolls. */
  heightPx: number | null
  /** The size of each section; empty when sections are as wide as the screen. */
  sizes: readonly Size[]
}

/** Returns sections by column, filled from the top; null when one is higher than a column. */
const packIntoColumns = (boxes: readonly Size[], height: number): number[][] | null => {
  const columns: number[][] = []
  let room = 0
  for (const [index, box] of boxes.entries()) {
    if (box.height > height) return null
    const column = columns.at(-1)
    if (column === undefined || room < box.height) {
      columns.push([index])
      room = height - box.height - SECTION_GAP.y
    } else {
      column.push(index)
      room -= box.height + SECTION_GAP.y
    }
  }
  return columns
}

const measureWidth = (column: readonly number[], boxes: readonly Size[]) =>
  Math.max(0, ...column.map((index) => boxes[index]?.width ?? 0))

/**
 * Returns a layout of columns of sections, as long as they fit on the screen without cutting a section. `asidePx` is the
 * width that is used by something else.
 */
export const computeIconLayout = (
  sections: readonly Section[],
  screen: Size,
  asidePx = 0,
): IconLayout => {
  const cellPx = screen.width < WIDE_FROM_PX ? 88 : 100
  const area = { width: screen.width - TAKEN.x - asidePx, height: screen.height - TAKEN.y }
  const measureBoxes = (adaptive: number) =>
    sections.map(({ count, isAdaptive }): Size => {
      const inRow = Math.max(1, Math.min(count, isAdaptive ? adaptive : MAX_COLUMNS))
      const rows = Math.ceil(count / inRow)
      return {
        width: inRow * (cellPx + CELL_GAP.x) - CELL_GAP.x,
        height: TITLE_PX + rows * (ROW_PX + CELL_GAP.y) - CELL_GAP.y,
      }
    })
  for (let most = MAX_COLUMNS; most >= MIN_ADAPTIVE_COLUMNS; most -= 1) {
    const boxes = measureBoxes(most)
    const columns = packIntoColumns(boxes, area.height) ?? []
    const last = columns.at(-1) ?? []
    const left = columns
      .slice(0, -1)
      .reduce((sum, column) => sum + measureWidth(column, boxes) + SECTION_GAP.x, 0)
    const isFitting = columns.length > 0 && left + measureWidth(last, boxes) <= area.width
    if (screen.width < COLUMNS_FROM_PX || !isFitting) continue
    // Adaptive sections fill the width that the columns leave.
    const sizes = boxes.map((box, index) =>
      last.includes(index) && sections[index]?.isAdaptive === true
        ? { ...box, width: area.width - left }
        : box,
    )
    return { cellPx, heightPx: area.height, sizes }
  }
  return { cellPx, heightPx: null, sizes: [] }
}
