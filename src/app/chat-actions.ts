import type { ClientAction } from '#contract/chat/parts.ts'
import type {
  ActionOutcome,
  ClientActions,
} from '#src/features/chat/conversation/client-actions.ts'
import { arrangeGoldenRatio, arrangeWindows } from '#src/features/desktop/arrange-windows.ts'
import { randomId } from '#src/lib/random-id.ts'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { authStore } from '#src/platform/auth/auth-store.ts'
import { themes } from '#src/platform/theme/theme-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const DESKTOP = '/ios-desktop'
const WINDOW_ACTIONS: ReadonlySet<ClientAction['kind']> = new Set([
  'arrange_windows',
  'minimize_windows',
  'close_windows',
])

const done = (undo: (() => void) | null): ActionOutcome => ({ ok: true, undo })
const refused = (message: string): ActionOutcome => ({ ok: false, message })

/** Changes windows. The outcome undoes all of those changes, newest first. */
const undoably = (change: () => void): ActionOutcome => {
  const { taken } = windows.store.getState().history
  change()
  const { steps } = windows.store.getState().history
  const ids = steps.flatMap(({ id }) => (id > taken ? [id] : []))
  return done(ids.length === 0 ? null : () => ids.toReversed().forEach((id) => windows.undo(id)))
}

const open = (path: string, title: string): ActionOutcome => {
  const wasOpen = windows.findByPath(path) !== undefined
  if (!openApp(path).ok) return refused(`“${title}” cannot be opened.`)
  const opened = windows.findByPath(path)
  return done(wasOpen || opened === undefined ? null : () => windows.close(opened.id))
}

const minimize = (): ActionOutcome => {
  const { order, windows: all } = windows.store.getState()
  const shown = order.filter((id) => all[id]?.isMinimized === false)
  for (const id of shown) windows.minimize(id)
  return done(() => shown.forEach((id) => windows.restore(id)))
}

const setTheme = (theme: 'light' | 'dark'): ActionOutcome => {
  const before = themes.store.getState()
  themes.setTheme(theme)
  return done(() => (before.isSystem ? themes.followSystem() : themes.setTheme(before.theme)))
}

const addEvent = async (event: ClientAction & { kind: 'add_event' }): Promise<ActionOutcome> => {
  const userId = authStore.getState().user?.id
  if (userId === undefined) return refused('Sign in first.')
  const { addToCalendar } = await import('#src/features/calendar/add-to-calendar.ts')
  const undo = addToCalendar(
    String(userId),
    {
      title: event.title,
      notes: event.note ?? '',
      starts: event.starts_at,
      ends: event.ends_at,
      isAllDay: event.is_all_day,
    },
    randomId,
  )
  return undo === null ? refused('We couldn’t read these times.') : done(undo)
}

/** Creates the actions that an answer may run on this page. Window actions run unasked on the desktop only. */
export const chatActions = (where: {
  pathname: string
  navigate: (path: string) => void
}): ClientActions => {
  const isOnDesktop = where.pathname === DESKTOP
  return {
    isImmediate: (action) =>
      action.kind === 'set_theme' ||
      (isOnDesktop &&
        (action.kind === 'arrange_windows' ||
          // A window for one result is only offered.
          (action.kind === 'open_app' && !action.path.includes('?')))),
    run: async (action) => {
      if (!isOnDesktop && WINDOW_ACTIONS.has(action.kind)) where.navigate(DESKTOP)
      switch (action.kind) {
        case 'open_app': {
          if (findApp(action.path) === undefined) {
            return refused(`“${action.title}” is not on your desktop.`)
          }
          if (isOnDesktop) return open(action.path, action.title)
          where.navigate(`${DESKTOP}?${new URLSearchParams({ open: action.path }).toString()}`)
          return done(null)
        }
        case 'arrange_windows':
          return undoably(action.layout === 'grid' ? arrangeWindows : arrangeGoldenRatio)
        case 'minimize_windows':
          return minimize()
        case 'close_windows':
          return undoably(() => {
            for (const id of windows.store.getState().order) windows.close(id)
          })
        case 'set_theme':
          return setTheme(action.theme)
        case 'add_event':
          return addEvent(action)
      }
    },
  }
}
