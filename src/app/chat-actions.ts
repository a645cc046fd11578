import { DESKTOP_PATH, linkToWindow } from '#contract/paths.ts'
import { PRODUCT_APPS } from '#contract/product-apps.ts'
import type { ClientAction } from '#contract/chat/parts.ts'
import type {
  ActionOutcome,
  ClientActions,
} from '#src/features/chat/conversation/client-actions.ts'
import { arrangeGoldenRatio, arrangeWindows } from '#src/features/desktop/arrange-windows.ts'
import { systemClock } from '#src/lib/clock.ts'
import { createRandomId } from '#src/lib/random-id.ts'
import { notifyAddedListsChange } from '#src/platform/apps/app-list-changes.ts'
import { findApp } from '#src/platform/apps/app-registry-store.ts'
import { readUserId } from '#src/platform/auth/auth-store.ts'
import { WALLPAPERS, type Wallpaper } from '#contract/appearance.ts'
import { appearance, type Appearance } from '#src/platform/theme/appearance-store.ts'
import { themes } from '#src/platform/theme/theme-store.ts'
import { openApp } from '#src/platform/windows/open-app.ts'
import { listShownFromTop } from '#src/platform/windows/model/transitions.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

const WINDOW_ACTIONS: ReadonlySet<ClientAction['kind']> = new Set([
  'arrange_windows',
  'minimize_windows',
  'close_windows',
])

const done = (undo: (() => void) | null): ActionOutcome => ({ ok: true, undo })
const refused = (message: string): ActionOutcome => ({ ok: false, message })

/** Runs a change of windows. The outcome can undo it. */
const runUndoably = (change: () => void): ActionOutcome => {
  const { taken } = windows.store.getState().history
  change()
  const { taken: id } = windows.store.getState().history
  return done(id === taken ? null : () => void windows.undo(id))
}

const open = (path: string, title: string): ActionOutcome => {
  const wasOpen = windows.findByPath(path) !== undefined
  if (!openApp(path).ok) return refused(`“${title}” cannot be opened.`)
  const opened = windows.findByPath(path)
  return done(wasOpen || opened === undefined ? null : () => windows.close(opened.id))
}

const minimize = (): ActionOutcome => {
  const fromTop = listShownFromTop(windows.store.getState())
  for (const id of fromTop) windows.minimize(id)
  return done(() => fromTop.toReversed().forEach((id) => windows.restore(id)))
}

const setTheme = (theme: 'light' | 'dark'): ActionOutcome => {
  const before = themes.store.getState()
  themes.setTheme(theme)
  return done(() => (before.isSystem ? themes.followSystem() : themes.setTheme(before.theme)))
}

const addEvent = async (event: ClientAction & { kind: 'add_event' }): Promise<ActionOutcome> => {
  const userId = readUserId()
  if (userId === null) return refused('Sign in first.')
  const { addToCalendar } = await import('#src/features/calendar/add-to-calendar.ts')
  const undo = addToCalendar(
    userId,
    {
      title: event.title,
      notes: event.note ?? '',
      starts: event.starts_at,
      ends: event.ends_at,
      isAllDay: event.is_all_day,
      rule: event.repeats ?? null,
    },
    createRandomId,
  )
  return undo === null ? refused('We couldn’t read these times.') : done(undo)
}

const APP_WAIT_MS = 3_000
const APP_POLL_MS = 100

/** Reloads the lists of apps and waits until they contain an app that was just installed. */
const waitForApp = async (path: string): Promise<void> => {
  notifyAddedListsChange()
  const deadline = performance.now() + APP_WAIT_MS
  while (findApp(path) === undefined && performance.now() < deadline) {
    await systemClock.sleep(APP_POLL_MS)
  }
}

const changeAppearance = <Key extends keyof Appearance>(
  key: Key,
  value: Appearance[Key],
): ActionOutcome => {
  const before = appearance.store.getState()[key]
  appearance.set({ [key]: value })
  return done(() => appearance.set({ [key]: before }))
}

const nextWallpaper = (): Wallpaper => {
  const at = WALLPAPERS.indexOf(appearance.store.getState().wallpaper)
  return WALLPAPERS[(at + 1) % WALLPAPERS.length] ?? 'dunes'
}

const findEvents: ClientActions['findEvents'] = async (span) => {
  const userId = readUserId()
  if (userId === null) return []
  const calendar = await import('#src/features/calendar/find-events.ts')
  return calendar.findEvents(userId, span)
}

const exportCsv = async (what: 'spending' | 'recharges' | 'report'): Promise<ActionOutcome> => {
  const { saveCsv } = await import('./save-csv.ts')
  try {
    const isSaved = await saveCsv(what)
    return isSaved ? done(null) : refused('There is no finished report yet.')
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'The file could not be saved.')
  }
}

/** Creates the actions that an answer may run on this page. Window actions run unasked on the desktop only. */
export const createChatActions = (where: {
  pathname: string
  navigate: (path: string) => void
}): ClientActions => {
  const isOnDesktop = where.pathname === DESKTOP_PATH
  const openOn = async (path: string, title: string): Promise<ActionOutcome> => {
    if (findApp(path) === undefined && path.startsWith('/app/')) await waitForApp(path)
    if (findApp(path) === undefined) return refused(`“${title}” is not on your desktop.`)
    if (isOnDesktop) return open(path, title)
    where.navigate(linkToWindow(path))
    return done(null)
  }
  return {
    isImmediate: (action) =>
      action.kind === 'set_theme' ||
      action.kind === 'set_wallpaper' ||
      action.kind === 'set_accent' ||
      (isOnDesktop &&
        (action.kind === 'arrange_windows' ||
          action.kind === 'minimize_windows' ||
          action.kind === 'top_up' ||
          action.kind === 'build_agent' ||
          // A window for one result is only offered.
          (action.kind === 'open_app' && !action.path.includes('?')))),
    findEvents,
    run: async (action) => {
      if (!isOnDesktop && WINDOW_ACTIONS.has(action.kind)) where.navigate(DESKTOP_PATH)
      switch (action.kind) {
        case 'open_app':
          return openOn(action.path, action.title)
        case 'top_up': {
          const { setAmount } = await import('#src/features/payments/payments-store.ts')
          if (action.amount_sol !== undefined) setAmount(action.amount_sol)
          return openOn(PRODUCT_APPS.recharge.path, PRODUCT_APPS.recharge.title)
        }
        case 'build_agent': {
          const { offerIdea } = await import('#src/features/agent-builder/offered-idea.ts')
          if (action.idea !== undefined) offerIdea(action.idea)
          return openOn(PRODUCT_APPS.agentBuilder.path, PRODUCT_APPS.agentBuilder.title)
        }
        case 'set_wallpaper':
          return changeAppearance('wallpaper', action.wallpaper ?? nextWallpaper())
        case 'set_accent':
          return changeAppearance('accent', action.accent)
        case 'export_csv':
          return exportCsv(action.what)
        case 'list_events':
        case 'delete_events':
        case 'move_events':
          return openOn(PRODUCT_APPS.calendar.path, PRODUCT_APPS.calendar.title)
        case 'arrange_windows':
          return runUndoably(action.layout === 'grid' ? arrangeWindows : arrangeGoldenRatio)
        case 'minimize_windows':
          return minimize()
        case 'close_windows':
          return runUndoably(windows.closeAll)
        case 'set_theme':
          return setTheme(action.theme)
        case 'add_event':
          return addEvent(action)
      }
    },
  }
}

/** The actions of answers in a window of the desktop. */
export const desktopChatActions = createChatActions({
  pathname: DESKTOP_PATH,
  navigate: (path) => void openApp(path),
})
