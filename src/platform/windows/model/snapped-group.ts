import type { Rect, Size } from './geometry.ts'
import { snapRect, splitByResize } from './snap.ts'
import type { SnapZone, Split } from './snap.ts'
import { windowRnd } from '#src/platform/windows/frame/window-elements.ts'
import type { WindowsState } from './window.ts'

/** The snapped windows around one that is being resized: they follow its edge without a word to React or the store. */
export const followersOf = (
  { windows, screen, split }: WindowsState,
  id: string,
): { follow: (rect: Rect, direction: string) => void; goBack: () => void } => {
  const zone = windows[id]?.snap ?? null
  const others = Object.values(windows).flatMap((other) =>
    other.id === id || other.snap === null || other.isMinimized || other.isMaximized
      ? []
      : [{ id: other.id, zone: other.snap }],
  )
  const draw = (lines: Split) => drawAll(others, screen, lines)
  return {
    follow: (rect, direction) => {
      if (zone === null || others.length === 0) return
      draw(splitByResize(zone, { direction, rect, screen, split }) ?? split)
    },
    goBack: () => draw(split),
  }
}

const drawAll = (others: readonly { id: string; zone: SnapZone }[], screen: Size, split: Split) => {
  for (const { id, zone } of others) windowRnd(id)?.drawIn(snapRect(zone, screen, split))
}
