import * as z from 'zod/mini'
import { appPathOf } from '#src/platform/apps/app-path.ts'
import { parseSaved } from '#src/lib/saved-json.ts'
import { knownScreen } from './geometry.ts'
import { NO_HISTORY } from './history.ts'
import { EVEN_SPLIT, SNAP_ZONES } from './snap.ts'
import { fromBottom, stackFromBottom, topmost } from './stacking.ts'
import type { WindowRecord, WindowsState } from './window.ts'

export const LAYOUT_KEY = 'soldesk.windows'
const LAYOUT_VERSION = 2
/** What a screen can hold, so that a broken entry cannot stall the browser. */
const MAX_WINDOWS = 200

/** Stands in for what cannot be read. */
const orElse = z.catch

const Share = z.number().check(z.gt(0), z.lt(1))
const Length = z.number().check(z.gt(0), z.lt(100_000))
const Coordinate = z.number().check(z.gt(-100_000), z.lt(100_000))

const SavedWindow = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  title: z.string().check(z.maxLength(300)),
  path: z.string().check(z.startsWith('/'), z.maxLength(2000)),
  isMinimized: z.boolean(),
  isMaximized: z.boolean(),
  /** New in version 2. */
  snap: orElse(z.nullable(z.enum(SNAP_ZONES)), null),
  rect: z.object({ x: Coordinate, y: Coordinate, width: Length, height: Length }),
  placedOn: z.object({ width: Length, height: Length }),
})

const SavedLayout = z.object({
  /** Any: what an older or newer version has in common with this one is kept. */
  version: z.number(),
  windows: z.array(z.unknown()),
  /** Ids from the lowest to the highest. */
  fromBottom: orElse(z.array(z.unknown()), []),
  /** New in version 2. */
  split: orElse(z.object({ x: Share, y: Share }), EVEN_SPLIT),
})

type Layout = Pick<WindowsState, 'windows' | 'order' | 'stacking' | 'activeId' | 'split'>

/** `hasLosses`: something was kept of which not every window could be read. */
type ReadLayout = { layout: Layout; hasLosses: boolean }

const EMPTY: Layout = { windows: {}, order: [], stacking: {}, activeId: null, split: EVEN_SPLIT }

/**
 * The layout as it was saved, empty when nothing readable is there. A window that cannot be read is left out. All are
 * asleep.
 */
export const readLayout = (text: string | null): ReadLayout => {
  const saved = parseSaved(text, SavedLayout)
  if (saved === null) return { layout: EMPTY, hasLosses: text !== null }
  const windows: Record<string, WindowRecord> = {}
  const paths = new Set<string>()
  for (const candidate of saved.windows.slice(0, MAX_WINDOWS)) {
    const window = SavedWindow.safeParse(candidate)
    if (!window.success || Object.hasOwn(windows, window.data.id)) continue
    const path = appPathOf(window.data.path)
    if (paths.has(path)) continue
    paths.add(path)
    windows[window.data.id] = { ...window.data, isAsleep: true }
  }
  const order = Object.keys(windows)
  const listed = saved.fromBottom.filter((id) => typeof id === 'string')
  const known = [...new Set(listed)].filter((id) => Object.hasOwn(windows, id))
  const unlisted = order.filter((id) => !known.includes(id))
  const stacking = stackFromBottom([...unlisted, ...known])
  const activeId = topmost(stacking, (id) => windows[id]?.isMinimized === false)
  return {
    layout: { windows, order, stacking, activeId, split: saved.split },
    hasLosses: order.length < saved.windows.length,
  }
}

export const serialiseLayout = (state: WindowsState): string =>
  JSON.stringify({
    version: LAYOUT_VERSION,
    windows: state.order.map((id) => state.windows[id]),
    fromBottom: fromBottom(state.stacking),
    split: state.split,
  })

export const emptyState = (screen: { width: number; height: number }): WindowsState => ({
  ...EMPTY,
  screen: knownScreen(screen),
  history: NO_HISTORY,
  focusRequests: 0,
})
