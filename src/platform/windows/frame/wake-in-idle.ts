import { afterPaint } from '#src/lib/next-frame.ts'
import { nextSleeper } from '#src/platform/windows/model/transitions.ts'
import { windows } from '#src/platform/windows/model/windows-store.ts'

/** Where the browser cannot tell when it is idle. */
const PAUSE_MS = 200
/** A browser that is never idle shows the bodies nevertheless. */
const LONGEST_WAIT_MS = 2000

const canTellIdle = () => typeof window.requestIdleCallback === 'function'

const whenIdle = (work: () => void): (() => void) => {
  if (canTellIdle()) {
    const handle = window.requestIdleCallback(work, { timeout: LONGEST_WAIT_MS })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, PAUSE_MS)
  return () => clearTimeout(timer)
}

/** Wakes restored windows one by one, the highest at once when it has been painted; gives the function that stops. */
export const wakeInIdle = (): (() => void) => {
  const wakeNext = () => {
    const id = nextSleeper(windows.store.getState())
    if (id === null) return
    // A hand that moves a window has every frame to itself.
    if (document.documentElement.dataset['gesture'] === undefined) windows.wake(id)
    stop = whenIdle(wakeNext)
  }
  let stop = afterPaint(wakeNext)
  return () => stop()
}
