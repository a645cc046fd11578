import { listFromBottom, type WindowsState } from '#src/platform/windows/model/window.ts'
import { isPhone } from '#src/platform/windows/model/geometry.ts'
import type { SnapZone } from '#src/platform/windows/model/snap.ts'

const MAX_OFFERED = 6

/** The zones within each half, the half itself first. */
const SIDES = {
  left: ['left', 'topLeft', 'bottomLeft'],
  right: ['right', 'topRight', 'bottomRight'],
} as const satisfies Record<string, readonly SnapZone[]>

export type SnapOffer = { zone: 'left' | 'right'; ids: readonly string[] }

const PLACE = ['isMinimized', 'isMaximized', 'snap', 'cell', 'rect'] as const

/** Returns false if only the contents of windows changed, such as a title. */
export const havePlacesChanged = (before: WindowsState, now: WindowsState): boolean =>
  before.screen !== now.screen ||
  before.order !== now.order ||
  now.order.some((id) =>
    PLACE.some((field) => before.windows[id]?.[field] !== now.windows[id]?.[field]),
  )

/** Returns the free half beside a window that was just snapped, and the windows that could fill it; else null. */
export const findSnapOffer = (before: WindowsState, now: WindowsState): SnapOffer | null => {
  const step = now.history.steps.at(-1)
  if (now.history.taken === before.history.taken || step?.kind !== 'snap') return null
  const snapped = now.windows[step.windows[0]?.id ?? '']
  if (snapped === undefined || isPhone(now.screen)) return null
  if (snapped.snap !== 'left' && snapped.snap !== 'right') return null
  const zone = snapped.snap === 'left' ? 'right' : 'left'
  const shown = listFromBottom(now.stacking)
    .toReversed()
    .flatMap((id) => now.windows[id] ?? [])
    .filter(({ id, isMinimized }) => id !== snapped.id && !isMinimized)
  const isTaken = shown.some(({ snap }) => snap !== null && SIDES[zone].some((one) => one === snap))
  const ids = shown.filter(({ snap }) => snap === null).map(({ id }) => id)
  return isTaken || ids.length === 0 ? null : { zone, ids: ids.slice(0, MAX_OFFERED) }
}
