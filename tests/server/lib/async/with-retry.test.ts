import { expect, it, vi } from 'vitest'
import { withRetry } from '#server/lib/async/with-retry.ts'

it('runs the work again after each pause', async () => {
  const pauseMs = vi.fn(() => 1)
  const work = vi.fn(async (attempt: number) => {
    if (attempt < 3) throw new Error(`failure ${attempt}`)
    return attempt
  })
  expect(await withRetry(work, { pauseMs })).toBe(3)
  expect(pauseMs.mock.calls).toEqual([
    [new Error('failure 1'), 1],
    [new Error('failure 2'), 2],
  ])
})

it('throws the error itself after the last attempt', async () => {
  const failure = new TypeError('bad')
  const work = vi.fn(() => Promise.reject(failure))
  await expect(withRetry(work, { pauseMs: () => null })).rejects.toBe(failure)
  expect(work).toHaveBeenCalledTimes(1)
})

it('ends a pause if the caller gives up', async () => {
  const controller = new AbortController()
  const reason = new Error('stopped')
  const work = vi.fn(() => Promise.reject(new Error('away')))
  const outcome = withRetry(work, { pauseMs: () => 60_000, signal: controller.signal })
  setTimeout(() => controller.abort(reason), 10)
  await expect(outcome).rejects.toBe(reason)
  expect(work).toHaveBeenCalledTimes(1)
})
