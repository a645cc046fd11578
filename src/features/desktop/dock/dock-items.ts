import type { WindowRecord } from '#src/platform/windows/model/window.ts'
import { getAppPath } from '#src/platform/apps/app-path.ts'

export type DockItem = {
  path: string
  title: string
  /** null when its window is not open. */
  windowId: string | null
}

type Titled = { path: string; title: string }

/** Pinned apps first, then every other open window in the order of opening. A pinned item shows the first window of its app. */
export const buildDockItems = (
  apps: readonly Titled[],
  open: readonly Pick<WindowRecord, 'id' | 'path' | 'title'>[],
  pins: readonly string[],
): { pinned: DockItem[]; running: DockItem[] } => {
  const findWindow = (path: string) =>
    open.find((window) => getAppPath(window.path) === getAppPath(path))?.id ?? null
  const pinned = pins.flatMap((path): DockItem[] => {
    const app = apps.find((candidate) => candidate.path === path)
    return app === undefined ? [] : [{ path, title: app.title, windowId: findWindow(path) }]
  })
  const shown = new Set(pinned.map(({ windowId }) => windowId))
  return {
    pinned,
    running: open
      .filter(({ id }) => !shown.has(id))
      .map(({ id, path, title }) => ({ path, title, windowId: id })),
  }
}

export const decideDockPress = (
  window: Pick<WindowRecord, 'isMinimized'> | undefined,
  isActive: boolean,
): 'open' | 'restore' | 'minimize' => {
  if (window === undefined) return 'open'
  return isActive && !window.isMinimized ? 'minimize' : 'restore'
}
