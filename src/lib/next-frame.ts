/** Runs work in the next frame, or soon where no frames are drawn. Returns a cancel function. */
const onNextFrame = (work: () => void): (() => void) => {
  if (document.hidden) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(work)
  return () => cancelAnimationFrame(frame)
}

const MAX_IDLE_WAIT_MS = 2000
const IDLE_PAUSE_MS = 200

/** Runs work when the browser is idle, or after 2 s of work. Returns a cancel function. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof window.requestIdleCallback === 'function') {
    const handle = window.requestIdleCallback(work, { timeout: MAX_IDLE_WAIT_MS })
    return () => window.cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, IDLE_PAUSE_MS)
  return () => clearTimeout(timer)
}

const FIRST_PAINT = 'first-contentful-paint'
/**.A hidden page may never paint. */
const LONGEST_WAIT_MS = 1000

const afterFrame = (work: () => void): (() => void) => {
  let stop = onNextFrame(() => {
    stop = onNextFrame(work)
  })
  return () => stop()
}

const isFirstPaintToCome = () =>
  !document.hidden &&
  typeof PerformanceObserver === 'function' &&
  PerformanceObserver.supportedEntryTypes.includes('paint') &&
  performance.getEntriesByName(FIRST_PAINT).length === 0

/**
 * Runs work after the current frame is painted, or after the first paint of the page. Returns a cancel function. On a slow
 * machine, work in the second frame would delay the first.
 */
export const afterPaint = (work: () => void): (() => void) => {
  if (!isFirstPaintToCome()) return afterFrame(work)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const go = () => {
    stop()
    work()
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName(FIRST_PAINT).length > 0) go()
  })
  observer.observe({ type: 'paint', buffered: true })
  const timer = setTimeout(go, LONGEST_WAIT_MS)
  return stop
}
