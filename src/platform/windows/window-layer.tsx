import { useEffect } from 'react'
import { useWindowIds, windows } from './windows-store.ts'
import { WindowFocus } from './window-focus.tsx'
import { WindowFrame } from './window-frame.tsx'
import './windows.css'

/** All windows, over the whole screen. It renders when a window opens or closes. */
export const WindowLayer = () => {
  const ids = useWindowIds()

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
    </div>
  )
}
