import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useShortcuts } from '#src/platform/shortcuts/use-shortcuts.ts'
import { wakeInIdle } from './wake-in-idle.ts'
import { WindowFocus } from './window-focus.tsx'
import { WindowFrame } from './window-frame.tsx'
import { WINDOW_SHORTCUTS } from './window-shortcuts.ts'
import type { WindowsState } from './window.ts'
import { useHasSleepers, useWindowIds, windows } from './windows-store.ts'
import './windows.css'

const announce = async (
  before: WindowsState,
  now: WindowsState,
  liveRef: RefObject<HTMLElement | null>,
) => {
  const { announcementOf } = await import('./announcements.ts')
  const said = announcementOf(before, now)
  if (said !== null && liveRef.current !== null) liveRef.current.textContent = said
}

/** All windows, over the whole screen. It renders when a window opens or closes. */
export const WindowLayer = () => {
  const ids = useWindowIds()
  const hasSleepers = useHasSleepers()
  const liveRef = useRef<HTMLParagraphElement | null>(null)
  useShortcuts(WINDOW_SHORTCUTS)

  useEffect(() => (hasSleepers ? wakeInIdle() : undefined), [hasSleepers])

  useEffect(
    () =>
      windows.store.subscribe((now, before) => {
        if (now.windows === before.windows && now.split === before.split) return
        void announce(before, now, liveRef)
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
    return () => {
      windows.save()
      leaving.abort()
    }
  }, [])

  return (
    <div className="pointer-events-none fixed inset-0 isolate z-10">
      {ids.map((id) => (
        <WindowFrame key={id} id={id} />
      ))}
      <WindowFocus />
      <p ref={liveRef} aria-live="polite" className="sr-only" />
    </div>
  )
}
