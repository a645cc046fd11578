import { getWindowKey } from '#src/platform/apps/app-path.ts'
import { listFromBottom, type WindowsState } from '#src/platform/windows/model/window.ts'

/** The paths, with queries, that one entry of the history holds. */
export type WindowAddress = {
  /** From bottom to top, as in the address bar. */
  shown: readonly string[]
  /** Stored only in the state of the history entry. */
  minimized: readonly string[]
}

/** More windows of a link are ignored. */
const MAX_WINDOWS = 50
const MAX_PATH_LENGTH = 2000

/** Removes the mark that `showBare` adds. */
const toAddress = ({ path }: { path: string }): string => path.replace(/\?$/, '')

export const readAddress = ({ stacking, windows }: WindowsState): WindowAddress => {
  const all = listFromBottom(stacking).flatMap((id) => windows[id] ?? [])
  return {
    shown: all.filter(({ isMinimized }) => !isMinimized).map(toAddress),
    minimized: all.filter(({ isMinimized }) => isMinimized).map(toAddress),
  }
}

/** Returns `?open=/settings&open=/wallet-finder%3Fca%3D…` with the active window last; empty without windows. */
export const formatSearch = (shown: readonly string[]): string => {
  const parts = shown.map((path) => `open=${encodeURIComponent(path).replaceAll('%2F', '/')}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Returns the paths that a link names, each app once, in order. */
export const parsePaths = (search: string): string[] => {
  const paths = new URLSearchParams(search)
    .getAll('open')
    .filter((path) => path.trim() !== '' && path.length <= MAX_PATH_LENGTH)
  const last = new Map(paths.map((path, index) => [getWindowKey(path), index]))
  return paths.filter((path, index) => last.get(getWindowKey(path)) === index).slice(-MAX_WINDOWS)
}

const joinKeys = (paths: readonly string[]) => paths.map(getWindowKey).toSorted().join(' ')

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((path, index) => path === other[index])

/**
 * Returns how a change affects the history. Opening, closing, minimizing and restoring are steps that Back undoes. A change
 * of order or content replaces the entry.
 */
export const getHistoryStep = (
  before: WindowAddress,
  after: WindowAddress,
): 'none' | 'replace' | 'push' => {
  if (joinKeys(before.shown) !== joinKeys(after.shown)) return 'push'
  const isSame =
    isSameList(before.shown, after.shown) && isSameList(before.minimized, after.minimized)
  return isSame ? 'none' : 'replace'
}

type Visit = {
  /** Paths of open windows that the entry does not show. */
  close: string[]
  minimize: string[]
  /** Windows to open or restore, from the lowest to the highest; empty when all are in place. */
  open: string[]
}

/** Returns the changes that lead from the open windows to those of an entry. */
export const planVisit = (now: WindowAddress, wanted: WindowAddress): Visit => {
  const isIn = (paths: readonly string[], path: string) =>
    paths.some((other) => getWindowKey(other) === getWindowKey(path))
  const leaving = now.shown.filter((path) => !isIn(wanted.shown, path))
  const staying = now.shown.filter((path) => isIn(wanted.shown, path))
  return {
    close: [
      ...leaving.filter((path) => !isIn(wanted.minimized, path)),
      ...now.minimized.filter((path) => !isIn(wanted.shown, path) && !isIn(wanted.minimized, path)),
    ],
    minimize: leaving.filter((path) => isIn(wanted.minimized, path)),
    open: isSameList(staying, wanted.shown) ? [] : [...wanted.shown],
  }
}
