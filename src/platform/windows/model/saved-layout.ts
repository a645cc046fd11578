import { getWindowKey } from '#src/platform/apps/app-path.ts'
import { isBetween, isRecord, isText, parseKnownText } from '#src/lib/storage/saved-record.ts'
import { ARRANGE_LAYOUTS, type Cell } from './arrange.ts'
import { toKnownScreen, type Rect, type Size } from './geometry.ts'
import { NO_HISTORY } from './history.ts'
import { EVEN_SPLIT, SNAP_ZONES, type Split } from './snap.ts'
import { listFromBottom, stackFromBottom, findTopmost } from './window.ts'
import type { WindowRecord, WindowsState } from './window.ts'

export const LAYOUT_KEY = 'windows'
export const LAYOUT_VERSION = 3
/** More than a screen can hold. The limit keeps a broken entry from stalling the browser. */
const MAX_WINDOWS = 200

const MAX_LENGTH = 100_000

const isLength = (value: unknown): value is number => isBetween(value, 0, MAX_LENGTH)

const isCoordinate = (value: unknown): value is number => isBetween(value, -MAX_LENGTH, MAX_LENGTH)

const isSize = (value: unknown): value is Size =>
  isRecord(value) && isLength(value['width']) && isLength(value['height'])

const isRect = (value: unknown): value is Rect =>
  isSize(value) && 'x' in value && isCoordinate(value.x) && 'y' in value && isCoordinate(value.y)

const isCount = (value: unknown, min: number, max: number): value is number =>
  Number.isInteger(value) && isBetween(value, min - 1, max + 1)

const readCell = (saved: unknown): Cell | null => {
  if (!isRecord(saved)) return null
  const { index, count } = saved
  const layout = parseKnownText(ARRANGE_LAYOUTS, saved['layout'], null)
  return layout !== null && isCount(count, 1, MAX_WINDOWS) && isCount(index, 0, count - 1)
    ? { layout, index, count }
    : null
}

/** Returns null for a window that cannot be read. */
const readWindow = (saved: unknown): WindowRecord | null => {
  if (!isRecord(saved)) return null
  const { id, title, path, isMinimized, isMaximized, rect, placedOn } = saved
  return isText(id, 64) &&
    id !== '' &&
    isText(title, 300) &&
    isText(path, 2000) &&
    path.startsWith('/') &&
    typeof isMinimized === 'boolean' &&
    typeof isMaximized === 'boolean' &&
    isRect(rect) &&
    isSize(placedOn)
    ? {
        id,
        title,
        path,
        isMinimized,
        isMaximized,
        snap: parseKnownText(SNAP_ZONES, saved['snap'], null),
        cell: readCell(saved['cell']),
        isAsleep: true,
        rect: { x: rect.x, y: rect.y, width: rect.width, height: rect.height },
        placedOn: { width: placedOn.width, height: placedOn.height },
      }
    : null
}

const readSplit = (saved: unknown): Split =>
  isRecord(saved) && isBetween(saved['x'], 0, 1) && isBetween(saved['y'], 0, 1)
    ? { x: saved['x'], y: saved['y'] }
    : EVEN_SPLIT

export type Layout = Pick<WindowsState, 'windows' | 'order' | 'stacking' | 'activeId' | 'split'>

/** `hasLosses` is true if a saved window could not be read. */
type ReadLayout = { layout: Layout; hasLosses: boolean }

const EMPTY: Layout = { windows: {}, order: [], stacking: {}, activeId: null, split: EVEN_SPLIT }

/**
 * Returns the saved layout of any version, with no window body loaded; empty if it cannot be read. `undefined` means
 * that nothing was saved.
 */
export const readLayout = (saved: unknown): ReadLayout => {
  const candidates = isRecord(saved) ? saved['windows'] : undefined
  if (!isRecord(saved) || !Array.isArray(candidates)) {
    return { layout: EMPTY, hasLosses: saved !== undefined }
  }
  const windows: Record<string, WindowRecord> = {}
  const paths = new Set<string>()
  for (const candidate of candidates.slice(0, MAX_WINDOWS)) {
    const window = readWindow(candidate)
    if (window === null || Object.hasOwn(windows, window.id)) continue
    const path = getWindowKey(window.path)
    if (paths.has(path)) continue
    paths.add(path)
    windows[window.id] = window
  }
  const order = Object.keys(windows)
  const fromBottomUp: unknown = saved['fromBottom']
  const listed = (Array.isArray(fromBottomUp) ? fromBottomUp : []).filter(
    (id) => typeof id === 'string',
  )
  const known = [...new Set(listed)].filter((id) => Object.hasOwn(windows, id))
  const unlisted = order.filter((id) => !known.includes(id))
  const stacking = stackFromBottom([...unlisted, ...known])
  const activeId = findTopmost(stacking, (id) => windows[id]?.isMinimized === false)
  return {
    layout: { windows, order, stacking, activeId, split: readSplit(saved['split']) },
    hasLosses: order.length < candidates.length,
  }
}

export const toSavedLayout = ({ order, windows, stacking, split }: Layout) => ({
  windows: order.map((id) => windows[id]),
  fromBottom: listFromBottom(stacking),
  split,
})

export const createEmptyState = (screen: { width: number; height: number }): WindowsState => ({
  ...EMPTY,
  screen: toKnownScreen(screen),
  history: NO_HISTORY,
  focusRequests: 0,
})
