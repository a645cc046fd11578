import { nudge, startArrowMode } from '#src/platform/windows/gestures/arrow-mode.ts'
import type { Arrow } from '#src/platform/windows/model/snap.ts'
import { isArrow, zoneByArrow } from '#src/platform/windows/model/snap.ts'
import type { WindowRecord } from '#src/platform/windows/model/window.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const active = (): WindowRecord | undefined => {
  const { windows: open, activeId } = windows.store.getState()
  return activeId === null ? undefined : open[activeId]
}

const byArrow =
  (act: (window: WindowRecord, arrow: Arrow) => void) =>
  ({ key }: KeyboardEvent): void => {
    const window = active()
    if (window !== undefined && isArrow(key)) act(window, key)
  }

/** Presses that follow each other so soon are one change. */
const ONE_CHANGE_MS = 1000

let pressedAt = Number.NEGATIVE_INFINITY

const nudgeByKey = (isResize: boolean) =>
  byArrow((window, arrow) => {
    const now = performance.now()
    nudge(window, arrow, { isResize, joins: now - pressedAt < ONE_CHANGE_MS })
    pressedAt = now
  })

const onActive = (act: (id: string) => void) => (): void => {
  const window = active()
  if (window !== undefined) act(window.id)
}

/** What the keys for windows do. */
export const COMMANDS = {
  snap: byArrow((window, arrow) => windows.snap(window.id, zoneByArrow(window.snap, arrow))),
  move: nudgeByKey(false),
  resize: nudgeByKey(true),
  arrows: onActive(startArrowMode),
  next: () => windows.cycle(1),
  previous: () => windows.cycle(-1),
  minimize: onActive(windows.minimize),
  maximize: onActive(windows.toggleMaximized),
  close: onActive(windows.close),
  undo: () => void windows.undo(),
}
