import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterPaint } from '#src/lib/next-frame.ts'

let reportPaint: (name: string) => void = () => undefined

/** A browser that reports when it has painted. */
class Observer {
  static readonly supportedEntryTypes = ['paint']
  constructor(listener: (list: { getEntriesByName: (name: string) => string[] }) => void) {
    reportPaint = (name) =>
      listener({ getEntriesByName: (wanted) => (wanted === name ? [name] : []) })
  }
  observe = () => undefined
  disconnect = () => {
    reportPaint = () => undefined
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('PerformanceObserver', Observer)
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([])
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('work after the paint', () => {
  it('waits until the page has been painted first', () => {
    const work = vi.fn()
    afterPaint(work)
    vi.advanceTimersByTime(500)
    reportPaint('first-paint')
    expect(work).not.toHaveBeenCalled()
    reportPaint('first-contentful-paint')
    expect(work).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(5_000)
    expect(work).toHaveBeenCalledOnce()
  })

  it('comes all the same where the browser does not paint', () => {
    const work = vi.fn()
    afterPaint(work)
    vi.advanceTimersByTime(1_000)
    expect(work).toHaveBeenCalledOnce()
  })

  it('comes two frames later in a page that was painted before', () => {
    vi.mocked(performance.getEntriesByName).mockReturnValue([{} as PerformanceEntry])
    const work = vi.fn()
    afterPaint(work)
    vi.advanceTimersToNextFrame()
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersToNextFrame()
    expect(work).toHaveBeenCalledOnce()
  })

  it('can be called off', () => {
    const work = vi.fn()
    const stop = afterPaint(work)
    stop()
    reportPaint('first-contentful-paint')
    vi.advanceTimersByTime(5_000)
    expect(work).not.toHaveBeenCalled()
  })
})
