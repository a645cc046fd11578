import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepTrying } from '#src/lib/sync/keep-trying.ts'

const HOUR_MS = 3_600_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const startAfter = (failures: number) => {
  const start = vi.fn(async () => {
    if (start.mock.calls.length <= failures) throw new Error('no code')
  })
  return start
}

it('starts work whose code loads later, once', async () => {
  const start = startAfter(2)
  const onFailure = vi.fn()
  void keepTrying(start, { signal: new AbortController().signal, onFailure })
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(start).toHaveBeenCalledTimes(3)
  expect(onFailure).toHaveBeenCalledTimes(2)
})

it('stops when its signal is aborted', async () => {
  const start = startAfter(Infinity)
  const leaving = new AbortController()
  const ended = keepTrying(start, { signal: leaving.signal, onFailure: () => undefined })
  await vi.advanceTimersByTimeAsync(0)
  leaving.abort()
  await ended
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(start).toHaveBeenCalledTimes(1)
})
