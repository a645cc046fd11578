import { appPathOf } from '#src/platform/apps/app-path.ts'
import { fromBottom } from '#src/platform/windows/model/window.ts'
import type { WindowsState } from '#src/platform/windows/model/window.ts'

/** What one entry of the history holds: paths of the windows, queries included. */
export type WindowAddress = {
  /** From the lowest to the highest; these are named in the address bar. */
  shown: readonly string[]
  /** Kept in the entry's state only. */
  minimised: readonly string[]
}

/** A link may name this many windows; the rest is ignored. */
const MOST_WINDOWS = 50
const MOST_PATH_LENGTH = 2000

export const addressOf = ({ stacking, windows }: WindowsState): WindowAddress => {
  const all = fromBottom(stacking).flatMap((id) => windows[id] ?? [])
  return {
    shown: all.filter(({ isMinimized }) => !isMinimized).map(({ path }) => path),
    minimised: all.filter(({ isMinimized }) => isMinimized).map(({ path }) => path),
  }
}

/** `?open=/settings&open=/wallet-finder%3Fca%3D…`, the active window last; empty when none is shown. */
export const searchOf = (shown: readonly string[]): string => {
  const parts = shown.map((path) => `open=${encodeURIComponent(path).replaceAll('%2F', '/')}`)
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** The paths that a link asks for, each app once, in order. */
export const pathsIn = (search: string): string[] => {
  const paths = new URLSearchParams(search)
    .getAll('open')
    .filter((path) => path.trim() !== '' && path.length <= MOST_PATH_LENGTH)
  const last = new Map(paths.map((path, index) => [appPathOf(path), index]))
  return paths.filter((path, index) => last.get(appPathOf(path)) === index).slice(-MOST_WINDOWS)
}

const keysOf = (paths: readonly string[]) => paths.map(appPathOf).toSorted().join(' ')

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((path, index) => path === other[index])

/**
 * How the history takes a change: opening, closing, minimising and restoring are steps that Back undoes; a change of
 * order or of what a window shows only corrects the entry that is there.
 */
export const historyStep = (
  before: WindowAddress,
  after: WindowAddress,
): 'none' | 'replace' | 'push' => {
  if (keysOf(before.shown) !== keysOf(after.shown)) return 'push'
  const isSame =
    isSameList(before.shown, after.shown) && isSameList(before.minimised, after.minimised)
  return isSame ? 'none' : 'replace'
}

export type Visit = {
  /** To be closed, to be minimised: windows that the entry does not show. */
  close: string[]
  minimise: string[]
  /** To be opened or brought back, from the lowest to the highest; empty when they stand as they should. */
  open: string[]
}

/** What leads from the windows there are to those of an entry. */
export const visit = (now: WindowAddress, wanted: WindowAddress): Visit => {
  const isIn = (paths: readonly string[], path: string) =>
    paths.some((other) => appPathOf(other) === appPathOf(path))
  const leaving = now.shown.filter((path) => !isIn(wanted.shown, path))
  const staying = now.shown.filter((path) => isIn(wanted.shown, path))
  return {
    close: [
      ...leaving.filter((path) => !isIn(wanted.minimised, path)),
      ...now.minimised.filter((path) => !isIn(wanted.shown, path) && !isIn(wanted.minimised, path)),
    ],
    minimise: leaving.filter((path) => isIn(wanted.minimised, path)),
    open: isSameList(staying, wanted.shown) ? [] : [...wanted.shown],
  }
}
