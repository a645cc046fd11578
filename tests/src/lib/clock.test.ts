// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { systemClock } from '#src/lib/clock.ts'

describe('the system clock', () => {
  it('stops sleeping when the signal is aborted', async () => {
    const abort = new AbortController()
    const sleep = systemClock.sleep(60_000, abort.signal)
    abort.abort()
    await expect(sleep).rejects.toMatchObject({ name: 'AbortError' })
    await expect(systemClock.sleep(0, abort.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
