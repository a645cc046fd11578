/** Work for the next frame, or for soon where no frames are drawn; gives what calls it off. */
const onNextFrame = (work: () => void): (() => void) => {
  if (document.hidden) {
    const timer = setTimeout(work)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(work)
  return () => cancelAnimationFrame(frame)
}

const FIRST_PAINT = 'first-contentful-paint'
/** A page that is covered by another window may never be painted. */
const LONGEST_WAIT_MS = 1000

/** Two frames later: the frame between them shows what there is now. */
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
 * Work for when the frame that is being made has been painted; gives what calls it off. On a machine with few cores the
 * first frame is still being drawn when the second begins, and work that began there would hold it up.
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
