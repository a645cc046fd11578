import { STAGGER_MS } from '#src/platform/windows/model/arrange.ts'
import { planArrangement, planGoldenArrangement } from '#src/platform/windows/model/placement.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

export const arrangeWindows = (): void => windows.arrange(planArrangement(windows.store.getState()))

/** Arranges the shown windows in a golden spiral, one after the other. */
export const arrangeGoldenRatio = (): void =>
  windows.arrange(planGoldenArrangement(windows.store.getState()), STAGGER_MS)

export const minimizeAllWindows = (): void => {
  for (const id of windows.store.getState().order) windows.minimize(id)
}
