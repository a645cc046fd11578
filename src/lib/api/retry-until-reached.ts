import { systemClock } from '#src/lib/clock.ts'
import { isTemporary } from './api-error.ts'

const FIRST_DELAY_MS = 1_000
const MAX_DELAY_MS = 15_000

type UntilReachedOptions = {
  readonly signal: AbortSignal
  readonly onLost: () => void
}

/**
 * Repeats a read until the server answers, with growing pauses and at once when the browser is back online. Throws the
 * first failure that a retry would not change.
 */
export const retryUntilReached = async (
  read: () => Promise<void>,
  { signal, onLost }: UntilReachedOptions,
): Promise<void> => {
  for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(MAX_DELAY_MS, delayMs * 2)) {
    try {
      return await read()
    } catch (error) {
      if (signal.aborted || !isTemporary(error)) throw error
    }
    onLost()
    await pause(delayMs, signal)
  }
}

const pause = async (delayMs: number, signal: AbortSignal): Promise<void> => {
  const over = new AbortController()
  try {
    await Promise.race([
      systemClock.sleep(delayMs, AbortSignal.any([signal, over.signal])),
      new Promise<void>((resolve) => {
        window.addEventListener('online', () => resolve(), { signal: over.signal })
      }),
    ])
  } finally {
    over.abort()
  }
}
