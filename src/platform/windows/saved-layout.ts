import * as z from 'zod/mini'
import { parseSaved } from '#src/lib/saved-json.ts'
import { knownScreen } from './geometry.ts'
import { fromBottom, stackFromBottom, topmost } from './stacking.ts'
import type { WindowRecord, WindowsState } from './window.ts'

export const LAYOUT_KEY = 'soldesk.windows'
const LAYOUT_VERSION = 1

const Length = z.number().check(z.gt(0), z.lt(100_000))
const Coordinate = z.number().check(z.gt(-100_000), z.lt(100_000))

const SavedWindow = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  title: z.string().check(z.maxLength(300)),
  path: z.string().check(z.startsWith('/'), z.maxLength(2000)),
  isMinimized: z.boolean(),
  isMaximized: z.boolean(),
  rect: z.object({ x: Coordinate, y: Coordinate, width: Length, height: Length }),
  placedOn: z.object({ width: Length, height: Length }),
})

const SavedLayout = z.object({
  version: z.literal(LAYOUT_VERSION),
  windows: z.array(z.unknown()),
  /** Ids from the lowest to the highest. */
  fromBottom: z.array(z.string()),
})

type Layout = Pick<WindowsState, 'windows' | 'order' | 'stacking' | 'activeId'>

const EMPTY: Layout = { windows: {}, order: [], stacking: {}, activeId: null }

/** The layout as it was saved; empty when nothing readable is there. A window that cannot be read is left out. */
export const parseLayout = (text: string | null): Layout => {
  const saved = parseSaved(text, SavedLayout)
  if (saved === null) return EMPTY
  const windows: Record<string, WindowRecord> = {}
  const paths = new Set<string>()
  for (const candidate of saved.windows) {
    const window = SavedWindow.safeParse(candidate)
    if (!window.success || windows[window.data.id] !== undefined) continue
    if (paths.has(window.data.path)) continue
    paths.add(window.data.path)
    windows[window.data.id] = window.data
  }
  const order = Object.keys(windows)
  const known = [...new Set(saved.fromBottom)].filter((id) => windows[id] !== undefined)
  const unlisted = order.filter((id) => !known.includes(id))
  const stacking = stackFromBottom([...unlisted, ...known])
  return {
    windows,
    order,
    stacking,
    activeId: topmost(stacking, (id) => windows[id]?.isMinimized === false),
  }
}

export const serialiseLayout = (state: WindowsState): string =>
  JSON.stringify({
    version: LAYOUT_VERSION,
    windows: state.order.map((id) => state.windows[id]),
    fromBottom: fromBottom(state.stacking),
  })

export const emptyState = (screen: { width: number; height: number }): WindowsState => ({
  ...EMPTY,
  screen: knownScreen(screen),
  focusRequests: 0,
})
