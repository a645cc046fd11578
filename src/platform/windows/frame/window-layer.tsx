import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '#src/platform/shortcuts/use-shortcuts.ts'
import { ErrorBoundary } from '#src/ui/feedback/error-boundary.tsx'
import { loadable } from '#src/ui/feedback/loadable.tsx'
import { afterPaint } from '#src/lib/next-frame.ts'
import { announcementOf } from '#src/platform/windows/model/announcements.ts'
import { nextSleeper } from '#src/platform/windows/model/transitions.ts'
import {
  useHasSleepers,
  useHasWindows,
  windows,
} from '#src/platform/windows/model/windows-store.ts'
import { WINDOW_SHORTCUTS } from '#src/platform/windows/window-shortcuts.ts'
import './windows.css'

/** Left open, or named by the address. */
const hasWindowsToShow = (): boolean =>
  windows.store.getState().order.length > 0 || window.location.search !== ''

const Stack = loadable(async () => (await import('./window-stack.tsx')).WindowStack)

/** The windows that were left open, or that the address names, are then drawn in the first frame. */
export const preloadWindows = (): Promise<void> =>
  // What does not arrive is fetched again where it is shown, which says so.
  hasWindowsToShow() ? Stack.preload().catch(() => undefined) : Promise.resolve()

/** A pointer or the focus on something that opens windows is a sign that one will be wanted. */
const OPENERS = '[data-icon], [data-dock], [role="menu"]'

const useFetchAhead = () => {
  useEffect(() => {
    const watching = new AbortController()
    const fetchAhead = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(OPENERS) === null) return
      watching.abort()
      // One that fails is fetched again when a window opens, and says so.
      Stack.preload().catch(() => undefined)
    }
    for (const sign of ['pointerover', 'focusin']) {
      document.addEventListener(sign, fetchAhead, { signal: watching.signal })
    }
    return () => watching.abort()
  }, [])
}

/** The windows from the first one on. */
const Windows = () => {
  const hasWindows = useHasWindows()
  const [isWanted, setIsWanted] = useState(hasWindows)
  const [attempt, setAttempt] = useState(0)
  if (hasWindows && !isWanted) setIsWanted(true)
  if (!isWanted) return null
  return (
    <ErrorBoundary
      title="Windows couldn’t be loaded"
      onRetry={() => setAttempt((count) => count + 1)}
    >
      <Stack key={attempt} />
    </ErrorBoundary>
  )
}

/** For browsers that cannot tell when they are idle. */
const WAKE_PAUSE_MS = 200
/** A browser that is never idle still wakes windows. */
const MAX_IDLE_WAIT_MS = 2000

const whenIdle = (work: () => void): (() => void) => {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(work, { timeout: MAX_IDLE_WAIT_MS })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, WAKE_PAUSE_MS)
  return () => clearTimeout(timer)
}

/**
 * Wakes restored windows one by one: the highest after the first paint, the others while the browser is idle and no window is
 * dragged. Returns the function that stops it.
 */
const wakeInIdle = (): (() => void) => {
  const wakeNext = () => {
    const id = nextSleeper(windows.store.getState())
    if (id === null) return
    if (document.documentElement.dataset['gesture'] === undefined) windows.wake(id)
    stop = whenIdle(wakeNext)
  }
  let stop = afterPaint(wakeNext)
  return () => stop()
}

/** All windows, over the whole screen. */
export const WindowLayer = () => {
  const hasSleepers = useHasSleepers()
  const liveRef = useRef<HTMLParagraphElement | null>(null)
  useShortcuts(WINDOW_SHORTCUTS)
  useFetchAhead()

  useEffect(() => (hasSleepers ? wakeInIdle() : undefined), [hasSleepers])

  useEffect(
    () =>
      windows.store.subscribe((now, before) => {
        if (now.windows === before.windows && now.split === before.split) return
        const text = announcementOf(before, now)
        if (text !== null && liveRef.current !== null) liveRef.current.textContent = text
      }),
    [],
  )

  useEffect(() => {
    const measure = () =>
      windows.setScreen({ width: window.innerWidth, height: window.innerHeight })
    measure()
    const leaving = new AbortController()
    window.addEventListener('resize', measure, { signal: leaving.signal })
    window.addEventListener('pagehide', windows.save, { signal: leaving.signal })
    // A body that is scrolled to its end neither reloads the page nor turns it back.
    const { style } = document.documentElement
    style.overscrollBehavior = 'none'
    return () => {
      style.overscrollBehavior = ''
      windows.leave()
      leaving.abort()
    }
  }, [])

  return (
    <div className="window-layer">
      <Windows />
      <p ref={liveRef} aria-live="polite" className="sr-only" />
    </div>
  )
}
