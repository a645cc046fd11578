import type { WindowRecord } from '#src/platform/windows/model/window.ts'
import { appPathOf } from '#src/platform/apps/app-path.ts'

/** The three that always stand in the dock. */
const PINNED_PATHS = ['/wallet-finder', '/agent-builder', '/settings'] as const

export type DockItem = {
  path: string
  title: string
  /** The window, when one is open. */
  windowId: string | null
}

type Titled = { path: string; title: string }

/** Pinned apps first, then every other open window in the order of opening. */
export const dockItems = (
  apps: readonly Titled[],
  open: readonly Pick<WindowRecord, 'id' | 'path' | 'title'>[],
): { pinned: DockItem[]; running: DockItem[] } => {
  const windowOf = (path: string) =>
    open.find((window) => appPathOf(window.path) === appPathOf(path))?.id ?? null
  const isPinned = (path: string) => PINNED_PATHS.some((pinned) => pinned === appPathOf(path))
  return {
    pinned: PINNED_PATHS.flatMap((path) => {
      const app = apps.find((candidate) => candidate.path === path)
      return app === undefined ? [] : [{ path, title: app.title, windowId: windowOf(path) }]
    }),
    running: open
      .filter((window) => !isPinned(window.path))
      .map(({ id, path, title }) => ({ path, title, windowId: id })),
  }
}

/** What a press on a dock item does. */
export const dockPress = (
  window: Pick<WindowRecord, 'isMinimized'> | undefined,
  isActive: boolean,
): 'open' | 'restore' | 'minimize' => {
  if (window === undefined) return 'open'
  return isActive && !window.isMinimized ? 'minimize' : 'restore'
}
