import type { Rect, Size } from './geometry.ts'
import { isPhone } from './geometry.ts'
import { shownFromTop } from './transitions.ts'
import { shownRect } from './window.ts'
import type { WindowsState } from './window.ts'

const onScreen = (rect: Rect, { width, height }: Size): Rect => {
  const x = Math.max(0, rect.x)
  const y = Math.max(0, rect.y)
  return {
    x,
    y,
    width: Math.min(width, rect.x + rect.width) - x,
    height: Math.min(height, rect.y + rect.height) - y,
  }
}

const isWithin = (inner: Rect, outer: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** The windows of which nothing can be seen, each with one that covers it. A phone shows a single one anyway. */
export const coversOf = (state: WindowsState): ReadonlyMap<string, string> => {
  const covers = new Map<string, string>()
  if (isPhone(state.screen)) return covers
  const above: { id: string; rect: Rect }[] = []
  for (const id of shownFromTop(state)) {
    const window = state.windows[id]
    if (window === undefined) continue
    const rect = onScreen(shownRect(window, state), state.screen)
    const cover = above.find((each) => isWithin(rect, each.rect))
    if (cover === undefined) above.push({ id, rect })
    else covers.set(id, cover.id)
  }
  return covers
}
