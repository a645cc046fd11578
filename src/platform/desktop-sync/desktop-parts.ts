import type { DesktopParts } from '#contract/desktop.ts'
import { combineStops } from '#src/lib/combine-stops.ts'
import { isRecord } from '#src/lib/storage/saved-record.ts'
import { desktopIcons } from '#src/platform/apps/desktop-icons-store.ts'
import { dockPins } from '#src/platform/apps/dock-pins-store.ts'
import { widgets } from '#src/platform/apps/widgets-store.ts'
import { notifications } from '#src/platform/notifications/notifications.ts'
import { parseTime, formatTime } from '#src/platform/notifications/time-of-day.ts'
import { preferences, readPreferences } from '#src/platform/preferences/preferences-store.ts'
import { appearance } from '#src/platform/theme/appearance-store.ts'
import { themes } from '#src/platform/theme/theme-store.ts'
import { toSavedLayout } from '#src/platform/windows/model/saved-layout.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'
import type { Parts } from './merge-parts.ts'

const MAX_PATH_LENGTH = 2_000
const MAX_TITLE_LENGTH = 300
const MAX_LISTED = 1_000

type KeptWindows = NonNullable<DesktopParts['windows']>

const readWindows = (): KeptWindows => {
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

const writeWindows = (kept: unknown): void => {
  if (!isRecord(kept)) return
  windows.adopt({
    windows: asList(kept['windows']).map((window) =>
      isRecord(window)
        ? {
            ...window,
            isMinimized: window['is_minimized'],
            isMaximized: window['is_maximized'],
            placedOn: window['placed_on'],
          }
        : null,
    ),
    fromBottom: kept['from_bottom'],
    split: kept['split'],
  })
}

const readLook = () => {
  const look = appearance.store.getState()
  const { theme, isSystem } = themes.store.getState()
  return {
    theme: isSystem ? 'system' : theme,
    wallpaper: look.wallpaper,
    accent: look.accent,
    dock_size: look.dockSize,
    motion: look.motion,
    section_titles: look.hasSectionTitles,
    transparent_status_bar: look.isStatusBarTransparent,
  }
}

const writeLook = (kept: unknown): void => {
  if (!isRecord(kept)) return
  const { theme } = kept
  if (theme === 'light' || theme === 'dark') themes.setTheme(theme)
  else if (theme === 'system') themes.followSystem()
  appearance.adopt({
    wallpaper: kept['wallpaper'],
    accent: kept['accent'],
    dockSize: kept['dock_size'],
    motion: kept['motion'],
    hasSectionTitles: kept['section_titles'],
    isStatusBarTransparent: kept['transparent_status_bar'],
  })
}

const readNotificationChoices = () => {
  const { deliveries, quiet } = notifications.store.getState()
  return {
    ...deliveries,
    quiet: quiet.isOn,
    quiet_from: formatTime(quiet.fromMinute),
    quiet_to: formatTime(quiet.toMinute),
  }
}

const parseMinute = (time: unknown): number | null =>
  typeof time === 'string' ? parseTime(time) : null

const writeNotificationChoices = (kept: unknown): void => {
  if (!isRecord(kept)) return
  notifications.adoptChoices({
    deliveries: kept,
    quiet: {
      isOn: kept['quiet'],
      fromMinute: parseMinute(kept['quiet_from']),
      toMinute: parseMinute(kept['quiet_to']),
    },
  })
}

/** The parts of this browser's desktop, as the server keeps them. */
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
      look: readLook(),
      preferences: { ...preferences.getState() },
      notifications: readNotificationChoices(),
    }
    return parts
  },

  /** Changes the given parts. Values that cannot be read become those of a new desktop. */
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
    if ('look' in parts) writeLook(parts['look'])
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
