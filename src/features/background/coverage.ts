export type Area = { x: number; y: number; width: number; height: number }

/** What is left free when this share is covered is a rim that nobody looks at. */
const COVERED_SHARE = 0.9

const cutsOf = (edges: readonly number[], end: number): number[] =>
  [...new Set([0, end, ...edges.filter((edge) => edge > 0 && edge < end)])].toSorted(
    (one, other) => one - other,
  )

/** The share of the screen, 0 to 1, that lies under at least one of the areas. */
export const coveredShare = (
  areas: readonly Area[],
  { width, height }: { width: number; height: number },
): number => {
  if (width <= 0 || height <= 0) return 0
  const columns = cutsOf(
    areas.flatMap((area) => [area.x, area.x + area.width]),
    width,
  )
  const rows = cutsOf(
    areas.flatMap((area) => [area.y, area.y + area.height]),
    height,
  )
  let covered = 0
  for (const [column, left] of columns.slice(0, -1).entries()) {
    const right = columns[column + 1] ?? left
    const over = areas.filter((area) => area.x <= left && area.x + area.width >= right)
    for (const [row, top] of rows.slice(0, -1).entries()) {
      const bottom = rows[row + 1] ?? top
      if (over.some((area) => area.y <= top && area.y + area.height >= bottom)) {
        covered += (right - left) * (bottom - top)
      }
    }
  }
  return covered / (width * height)
}

export const isCovered = (areas: readonly Area[], screen: { width: number; height: number }) =>
  coveredShare(areas, screen) >= COVERED_SHARE
