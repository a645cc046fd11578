import { STAGGER_MS } from '#src/platform/windows/arrange.ts'
import { arrangement, goldenArrangement } from '#src/platform/windows/transitions.ts'
import { windows } from '#src/platform/windows/windows-store.ts'

/** Puts every shown window into the grid at once. */
export const arrangeWindows = (): void => {
  for (const placement of arrangement(windows.store.getState())) windows.applyPlacement(placement)
}

/** Puts the shown windows into the golden spiral, one after the other; a window closed meanwhile is left out. */
export const arrangeGoldenRatio = (): void => {
  goldenArrangement(windows.store.getState()).forEach((placement, index) => {
    if (index === 0) windows.applyPlacement(placement)
    else setTimeout(() => windows.applyPlacement(placement), index * STAGGER_MS)
  })
}
