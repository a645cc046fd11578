import { useEffect, useState } from 'react'
import { useShortcuts } from '#src/platform/shortcuts/use-shortcuts.ts'
import { announce, Announcer } from '#src/ui/feedback/announcer.tsx'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { getKeyboardHeightPx, watchKeyboard } from '#src/lib/keyboard.ts'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { afterPaint, whenIdle } from '#src/lib/next-frame.ts'
import { describeChange } from '#src/platform/windows/model/announcements.ts'
import { findNextWaiting } from '#src/platform/windows/model/transitions.ts'
import {
  useHasWaitingWindows,
  useHasWindows,
  windows,
} from '#src/platform/windows/model/windows-store.ts'
import { WINDOW_SHORTCUTS } from '#src/platform/windows/window-shortcuts.ts'

const hasWindowsToShow = (): boolean =>
  windows.store.getState().order.length > 0 || window.location.search !== ''

const Stack = loadable(async () => (await import('./window-stack.tsx')).WindowStack)

/** Loads windows before the first frame when some are open or in the address. */
export const preloadWindows = (): Promise<void> =>
  // A failed load is repeated where the windows are shown.
  hasWindowsToShow() ? Stack.preload().catch(() => undefined) : Promise.resolve()

/** When one of these is hovered or focused, a window may open soon. */
const OPENERS = '[data-icon], [data-dock], [role="menu"]'

const usePreload = () => {
  useEffect(() => {
    const watching = new AbortController()
    const preload = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(OPENERS) === null) return
      watching.abort()
      Stack.preload().catch(() => undefined)
    }
    for (const type of ['pointerover', 'focusin']) {
      document.addEventListener(type, preload, { signal: watching.signal })
    }
    return () => watching.abort()
  }, [])
}

const Windows = () => {
  const hasWindows = useHasWindows()
  const [shouldLoad, setShouldLoad] = useState(hasWindows)
  const [attempt, setAttempt] = useState(0)
  if (hasWindows && !shouldLoad) setShouldLoad(true)
  if (!shouldLoad) return null
  return (
    <ErrorBoundary
      title="We couldn’t load your windows"
      className="pointer-events-auto absolute top-1/5 left-1/2 h-auto w-[min(420px,calc(100vw-32px))] -translate-x-1/2 rounded-xl bg-surface-raised shadow-high"
      onRetry={() => setAttempt((count) => count + 1)}
    >
      <Stack key={attempt} />
    </ErrorBoundary>
  )
}

/**
 * Wakes restored windows one by one: the highest after the first paint, the others while the browser is idle and no
 * window is being dragged. Returns a function that stops it.
 */
const wakeWhenIdle = (): (() => void) => {
  const wakeNext = () => {
    const id = findNextWaiting(windows.store.getState())
    if (id === null) return
    if (document.documentElement.dataset['gesture'] === undefined) windows.wake(id)
    stop = whenIdle(wakeNext)
  }
  let stop = afterPaint(wakeNext)
  return () => stop()
}

export const WindowLayer = () => {
  const hasSleepers = useHasWaitingWindows()
  useShortcuts(WINDOW_SHORTCUTS)
  usePreload()

  useEffect(() => (hasSleepers ? wakeWhenIdle() : undefined), [hasSleepers])

  useEffect(
    () =>
      windows.store.subscribe((now, before) => {
        const isUnchanged =
          now.windows === before.windows &&
          now.split === before.split &&
          now.history === before.history
        if (isUnchanged) return
        const text = describeChange(before, now)
        if (text !== null) announce(text)
      }),
    [],
  )

  useEffect(() => {
    const measure = () =>
      windows.setScreen({
        width: window.innerWidth,
        height: window.innerHeight - getKeyboardHeightPx(),
      })
    measure()
    const stopKeyboard = watchKeyboard(measure)
    const leaving = new AbortController()
    window.addEventListener('resize', measure, { signal: leaving.signal })
    window.addEventListener('pagehide', windows.save, { signal: leaving.signal })
    // Keeps scrolling at the end of a body from reloading the page or going back.
    const { style } = document.documentElement
    style.overscrollBehavior = 'none'
    return () => {
      style.overscrollBehavior = ''
      stopKeyboard()
      windows.leave()
      leaving.abort()
    }
  }, [])

  return (
    <div className="window-layer pointer-events-none fixed inset-0 z-10 isolate">
      <Windows />
      <Announcer />
    </div>
  )
}
