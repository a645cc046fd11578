import type { DesktopParts } from '#contract/desktop.ts'
import { formatMinutes, parseMinutes } from '#src/lib/clock-time.ts'
import { combineStops } from '#src/lib/combine-stops.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { dockPins } from '#src/platform/apps/dock-pins-store.ts'
import { widgets } from '#src/platform/apps/widgets-store.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'
import { preferences, readPreferences } from '#src/platform/preferences/preferences-store.ts'
import { appearance } from '#src/platform/theme/appearance-store.ts'
import { themes } from '#src/platform/theme/theme-store.ts'
import { toSavedLayout } from '#src/platform/windows/model/saved-layout.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import type { Parts } from './merge-parts.ts'

const MAX_PATH_LENGTH = 2_000
const MAX_TITLE_LENGTH = 300
const MAX_LISTED = 1_000

type SavedWindows = NonNullable<DesktopParts['windows']>

const readWindows = (): SavedWindows => {
  const layout = toSavedLayout(windows.store.getState())
  return {
    windows: layout.windows.flatMap((window) =>
      window === undefined || window.path.length > MAX_PATH_LENGTH
        ? []
        : [
            {
              id: window.id,
              title: window.title.slice(0, MAX_TITLE_LENGTH),
              path: window.path,
              is_minimized: window.isMinimized,
              is_maximized: window.isMaximized,
              snap: window.snap,
              cell: window.cell,
              rect: window.rect,
              placed_on: window.placedOn,
            },
          ],
    ),
    from_bottom: layout.fromBottom,
    split: layout.split,
  }
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const writeWindows = (saved: unknown): void => {
  if (!isRecord(saved)) return
  windows.adopt({
    windows: asList(saved['windows']).map((window) =>
      isRecord(window)
        ? {
            ...window,
            isMinimized: window['is_minimized'],
            isMaximized: window['is_maximized'],
            placedOn: window['placed_on'],
          }
        : null,
    ),
    fromBottom: saved['from_bottom'],
    split: saved['split'],
  })
}

const readAppearance = () => {
  const shown = appearance.store.getState()
  const { theme, isSystem } = themes.store.getState()
  return {
    theme: isSystem ? 'system' : theme,
    wallpaper: shown.wallpaper,
    accent: shown.accent,
    dock_size: shown.dockSize,
    motion: shown.motion,
    section_titles: shown.hasSectionTitles,
    transparent_status_bar: shown.isStatusBarTransparent,
  }
}

const writeAppearance = (saved: unknown): void => {
  if (!isRecord(saved)) return
  const { theme } = saved
  if (theme === 'light' || theme === 'dark') themes.setTheme(theme)
  else if (theme === 'system') themes.followSystem()
  appearance.adopt({
    wallpaper: saved['wallpaper'],
    accent: saved['accent'],
    dockSize: saved['dock_size'],
    motion: saved['motion'],
    hasSectionTitles: saved['section_titles'],
    isStatusBarTransparent: saved['transparent_status_bar'],
  })
}

const readNotificationChoices = () => {
  const { deliveries, quiet } = notifications.store.getState()
  return {
    ...deliveries,
    quiet: quiet.isOn,
    quiet_from: formatMinutes(quiet.fromMinute),
    quiet_to: formatMinutes(quiet.toMinute),
  }
}

const parseMinute = (time: unknown): number | null =>
  typeof time === 'string' ? parseMinutes(time) : null

const writeNotificationChoices = (saved: unknown): void => {
  if (!isRecord(saved)) return
  notifications.adoptChoices({
    deliveries: saved,
    quiet: {
      isOn: saved['quiet'],
      fromMinute: parseMinute(saved['quiet_from']),
      toMinute: parseMinute(saved['quiet_to']),
    },
  })
}

/** The parts of this browser's desktop in the format of the server. */
export const desktopParts = {
  read: (): Parts => {
    const { names, order, removed } = desktopIcons.store.getState()
    const parts: Required<DesktopParts> = {
      windows: readWindows(),
      icon_names: { ...names },
      icon_order: order.slice(0, MAX_LISTED),
      removed_icons: removed.slice(0, MAX_LISTED),
      dock: [...dockPins.store.getState().pins],
      widgets: [...widgets.store.getState().shown],
      look: readAppearance(),
      preferences: { ...preferences.getState() },
      notifications: readNotificationChoices(),
    }
    return parts
  },

  /** Changes the given parts. Unreadable values get their default. */
  write: (parts: Parts): void => {
    if ('icon_names' in parts || 'icon_order' in parts || 'removed_icons' in parts) {
      const { names, order, removed } = desktopIcons.store.getState()
      desktopIcons.adopt({
        names: parts['icon_names'] ?? names,
        order: parts['icon_order'] ?? order,
        removed: parts['removed_icons'] ?? removed,
      })
    }
    if ('dock' in parts) dockPins.adopt({ pins: parts['dock'] })
    if ('widgets' in parts) widgets.adopt({ shown: parts['widgets'] })
    if ('look' in parts) writeAppearance(parts['look'])
    if ('preferences' in parts) preferences.setState(readPreferences(parts['preferences']))
    if ('notifications' in parts) writeNotificationChoices(parts['notifications'])
    if ('windows' in parts) writeWindows(parts['windows'])
  },

  /** Calls the listener when a part may have changed. Returns the function that stops it. */
  watch: (listener: () => void): (() => void) =>
    combineStops(
      windows.store.subscribe(listener),
      desktopIcons.store.subscribe(listener),
      dockPins.store.subscribe(listener),
      widgets.store.subscribe(listener),
      appearance.store.subscribe(listener),
      themes.store.subscribe(listener),
      preferences.subscribe(listener),
      notifications.store.subscribe(listener),
    ),
}

export type DesktopPartsAccess = typeof desktopParts
