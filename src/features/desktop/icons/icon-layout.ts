import type { Size } from '#src/platform/windows/model/geometry.ts'

/** Below this width sections are as wide as the screen, one below the other. */
const COLUMNS_FROM_PX = 980
const WIDE_FROM_PX = 1280
const MAX_COLUMNS = 8
const MIN_ADAPTIVE_COLUMNS = 3

const CELL_GAP = { x: 8, y: 10 }
const SECTION_GAP = { x: 40, y: 28 }
/** An icon with a name of two lines. */
const ROW_PX = 116
const TITLE_PX = 26
/** What the status bar, the dock and the margins take. */
const TAKEN = { x: 80, y: 32 + 28 + 84 }

type Section = { count: number; isAdaptive: boolean }

export type IconLayout = {
  cellPx: number
  /** Room for a column of sections; null when they do not fit side by side and the desktop scrolls. */
  heightPx: number | null
  /** Icons in a row, for each section. */
  columns: readonly number[]
}

/** Returns the width that sections need in columns of this height; null when one is higher than a column. */
const packedWidth = (boxes: readonly Size[], height: number): number | null => {
  let total = 0
  let column: Size = { width: 0, height: 0 }
  for (const box of boxes) {
    if (box.height > height) return null
    const below = column.height === 0 ? box.height : column.height + SECTION_GAP.y + box.height
    if (below <= height) column = { width: Math.max(column.width, box.width), height: below }
    else {
      total += column.width + SECTION_GAP.x
      column = box
    }
  }
  return total + column.width
}

/** Returns how icons are laid out, so that no section is cut: in columns of sections while they fit on the screen. */
export const iconLayout = (sections: readonly Section[], screen: Size): IconLayout => {
  const cellPx = screen.width < WIDE_FROM_PX ? 88 : 100
  const area = { width: screen.width - TAKEN.x, height: screen.height - TAKEN.y }
  const columnsOf = (adaptive: number) =>
    sections.map(({ count, isAdaptive }) => Math.min(count, isAdaptive ? adaptive : MAX_COLUMNS))
  const boxesOf = (columns: readonly number[]) =>
    sections.map(({ count }, index): Size => {
      const inRow = Math.max(1, columns[index] ?? 1)
      const rows = Math.ceil(count / inRow)
      return {
        width: inRow * (cellPx + CELL_GAP.x) - CELL_GAP.x,
        height: TITLE_PX + rows * (ROW_PX + CELL_GAP.y) - CELL_GAP.y,
      }
    })
  for (let most = MAX_COLUMNS; most >= MIN_ADAPTIVE_COLUMNS; most -= 1) {
    const columns = columnsOf(most)
    const width = packedWidth(boxesOf(columns), area.height)
    if (screen.width >= COLUMNS_FROM_PX && width !== null && width <= area.width) {
      return { cellPx, heightPx: area.height, columns }
    }
  }
  const inWidth = Math.floor((area.width + CELL_GAP.x) / (cellPx + CELL_GAP.x))
  return { cellPx, heightPx: null, columns: columnsOf(Math.max(1, inWidth)) }
}
